import { AppError } from '../../errors.ts';
import type { CalendarDate } from '../../platform/calendar.ts';

/** What a certificate says of its holder, and so what staff vouch for when they check the documents. An expiry day is
 * no part of it: no certificate shows one. */
export const identityFields = ['name', 'birthDate', 'passportNumber', 'cdcNumber', 'indosNumber'] as const;
type Identity = Record<(typeof identityFields)[number], string>;

/** Whether a change of the profile touches the identity; the same value written again is no change. */
export const touchesIdentity = (before: Identity, change: Partial<Identity>): boolean =>
  identityFields.some((field) => change[field] !== undefined && change[field] !== before[field]);

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
