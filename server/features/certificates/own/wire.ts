import { certificateNames } from '@fairlead/contract/certificates-names';
import { idNames, toWire } from '@fairlead/contract/names';
import type { OwnCertificate, Share } from '@fairlead/contract/own-certificates';
import { deviceInWords } from '../../../platform/request/device-words.ts';
import { expiresSoon } from '../rules.ts';
import { asOfToday, type Calendar, filesOf, type Links } from '../wire.ts';
import type { OwnRow, ShareRow } from './queries.ts';

export const toOwnCertificate = (row: OwnRow, calendar: Calendar, links: Links): OwnCertificate =>
  toWire(certificateNames, {
    ...asOfToday(row, calendar),
    ...filesOf(row, links.file),
    verifyUrl: links.verify(row.number),
    expiresSoon: !row.isFollowed && expiresSoon(row, calendar.today),
  });

export const toShare = ({ openings, ...share }: ShareRow): Share =>
  toWire(idNames, {
    ...share,
    openings: openings.map(({ at, network, device }) => ({ at, network, device: device ?? deviceInWords(null) })),
  });
