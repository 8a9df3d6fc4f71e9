import type { OwnCertificate, Share } from '@fairlead/contract/own-certificates';
import { deviceInWords } from '../../../platform/request/device-words.ts';
import { expiresSoon } from '../rules.ts';
import { type Calendar, toHeldCertificate } from '../wire.ts';
import type { OwnRow, ShareRow } from './queries.ts';

export const toOwnCertificate = (
  row: OwnRow,
  calendar: Calendar,
  links: Parameters<typeof toHeldCertificate>[2],
): OwnCertificate => ({
  ...toHeldCertificate(row, calendar, links),
  _id: row.id,
  courseId: row.courseId,
  expiresSoon: expiresSoon(row, calendar.today),
});

export const toShare = ({ id, createdAt, expiresAt, revokedAt, opened, openings }: ShareRow): Share => ({
  _id: id,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  opened,
  openings: openings.map(({ at, network, device }) => ({
    at: at.toISOString(),
    network,
    device: device ?? deviceInWords(null),
  })),
});
