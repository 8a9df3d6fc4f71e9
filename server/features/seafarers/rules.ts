import { AppError } from '../../errors.ts';
import type { CalendarDate } from '../../platform/calendar.ts';

/**
 * The fields covered by an identity check: what a certificate shows of its holder, and the documents that staff compare
 * it with. These are all fields of the profile except the phone number and the postal address.
 */
export const checkedFields = [
  'name',
  'ownScriptName',
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

/** The checked fields that a change of the profile affects; writing the same value again is no change. */
export const changedFields = (before: Checked, change: Partial<Checked>): CheckedField[] =>
  checkedFields.filter((field) => change[field] !== undefined && change[field] !== before[field]);

/**
 * Requires a date of birth before today.
 *
 * @param today today's date in the academy's time zone.
 * @throws AppError `invalid`.
 */
export function demandPastBirthDate(birthDate: CalendarDate | undefined, today: CalendarDate): void {
  if (birthDate === undefined || birthDate < today) return;
  const message = 'Date of birth must be in the past';
  throw new AppError('invalid', message, { fields: { DateofBirth: message } });
}
