import { AppError } from '../../errors.ts';
import type { CalendarDate } from '../../platform/calendar.ts';

/**
 * What a check of the identity rests on: what a certificate shows of its holder, and the documents that staff compare
 * it with. It is all of the profile but the phone and the postal address.
 */
export const checkedFields = [
  'name',
  'birthDate',
  'passportNumber',
  'passportExpiresOn',
  'cdcNumber',
  'cdcExpiresOn',
  'gradeNumber',
  'indosNumber',
  'idType',
  'profilePictureId',
  'idDocumentId',
  'signatureId',
] as const;
export type CheckedField = (typeof checkedFields)[number];
type Checked = Record<CheckedField, string>;

/** Which of the checked fields a change of the profile touches; the same value written again is no change. */
export const changedFields = (before: Checked, change: Partial<Checked>): CheckedField[] =>
  checkedFields.filter((field) => change[field] !== undefined && change[field] !== before[field]);

/**
 * A person is born before today.
 *
 * @param today the academy's day.
 * @throws AppError `invalid`.
 */
export function demandPastBirthDate(birthDate: CalendarDate | undefined, today: CalendarDate): void {
  if (birthDate === undefined || birthDate < today) return;
  const message = 'Date of birth must be in the past';
  throw new AppError('invalid', message, { fields: { DateofBirth: message } });
}
