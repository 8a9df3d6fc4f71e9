import { certificateNames } from '@fairlead/contract/certificates/names';
import type { OwnCertificate, Share, ShortCertificate } from '@fairlead/contract/certificates/own-certificates';
import { idNames, toWire } from '@fairlead/contract/platform/names';
import { deviceInWords } from '../../../platform/request/device-words.ts';
import type { Academy } from '../../academy/index.ts';
import { expiresSoon, stateOn } from '../rules.ts';
import { asOfToday, type Calendar, filesOf, holdsOf, type Links, pictureOf } from '../wire.ts';
import type { OwnRow, ShareRow, ShortRow } from './queries.ts';

type Followed = { isFollowed: boolean };
const soon = (row: Parameters<typeof expiresSoon>[0] & Followed, { today }: Pick<Calendar, 'today'>) =>
  !row.isFollowed && expiresSoon(row, today);

export const toOwnCertificate = (
  row: OwnRow,
  academy: Pick<Academy, 'missing'>,
  { calendar, links }: { calendar: Calendar; links: Links },
): OwnCertificate =>
  toWire(certificateNames, {
    ...asOfToday(row, calendar),
    ...filesOf(row, links.file),
    verifyUrl: links.verify(row.number),
    waitsFor: holdsOf(row, academy),
    expiresSoon: soon(row, calendar),
  });

/** A certificate in a short list. */
export const toShortCertificate = (
  row: ShortRow & Followed,
  calendar: Pick<Calendar, 'today'>,
  link: Links['file'],
): ShortCertificate =>
  toWire(certificateNames, {
    id: row.id,
    number: row.number,
    courseTitle: row.courseTitle,
    issuedOn: row.issuedOn,
    expiresOn: row.expiresOn,
    boundTo: row.boundTo,
    status: stateOn(row, calendar.today),
    expiresSoon: soon(row, calendar),
    picture: pictureOf(row, link),
  });

export const toShare = ({ openings, ...share }: ShareRow): Share =>
  toWire(idNames, {
    ...share,
    openings: openings.map(({ at, network, device }) => ({ at, network, device: device ?? deviceInWords(null) })),
  });
