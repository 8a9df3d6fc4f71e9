import type { Correction, RegisteredCertificate } from '@fairlead/contract/register';
import { expiresSoon } from '../rules.ts';
import { type Calendar, toWholeCertificate } from '../wire.ts';
import type { HolderFacts } from './correct-certificate.ts';
import type { RegisterRow } from './queries.ts';

export const toRegisteredCertificate = (
  row: RegisterRow,
  calendar: Calendar,
  linkPdf: (filename: string) => string,
): RegisteredCertificate => ({
  ...toWholeCertificate(row, calendar),
  _id: row.id,
  userId: row.accountId,
  courseId: row.courseId,
  regulations: row.regulations,
  pdfPath: row.pdf === null ? null : { filename: row.pdf, url: linkPdf(row.pdf) },
  expiresSoon: expiresSoon(row, calendar.today),
  revocationReason: row.revocationReason,
  revokedBy: row.revoker,
  held: row.status === 'held' ? { since: row.createdAt.toISOString(), gaveUp: Boolean(row.releaseGaveUp) } : null,
});

export const toHolderFacts = (correction: Correction): HolderFacts => ({
  name: correction.name,
  birthDate: correction.dateOfBirth,
  passportNumber: correction.passportNo,
  cdcNumber: correction.cdcNo,
  indosNumber: correction.indosNo,
  gradeNumber: correction.gradeNo,
});
