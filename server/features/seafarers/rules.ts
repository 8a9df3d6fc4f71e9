import { isImpossiblePin, noSuchPin } from '@fairlead/contract/academy/places';
import { inverted, nameIn } from '@fairlead/contract/platform/names';
import { cdcExpiryMissing } from '@fairlead/contract/seafarers/calls';
import { type DocumentNumber, notIssued, writingOf } from '@fairlead/contract/seafarers/document-numbers';
import { checkedFacts, documentKinds } from '@fairlead/contract/seafarers/document-words';
import { profileNames } from '@fairlead/contract/seafarers/names';
import type { CalendarDate } from '../../platform/calendar.ts';
import { AppError } from '../../platform/errors.ts';

/** How many photographs of a passport are read for an account: each takes seconds of a processor. */
export const passportReadings = { max: 20, seconds: 3600, says: 'Many pictures have been read for you.' };

/** The columns covered by an identity check: its facts, and the files that staff compare them with. */
export const checkedFields = [...checkedFacts, ...documentKinds.map((kind) => `${kind}Id` as const)];
export type CheckedField = (typeof checkedFields)[number];
/** The fields that a profile may have no value of. */
type Optional = 'cdcExpiresOn' | 'passportDocumentId' | 'cdcDocumentId' | 'indosDocumentId';
export type Checked = Record<Exclude<CheckedField, Optional>, string> & Record<Optional, string | null>;

const wireNames = inverted(profileNames);

/** The value in the form in which it would be stored now: 'z 4839201' and 'Z4839201' are one passport. */
function written(field: CheckedField, value: string | null): string | null {
  const writing = writingOf[nameIn(wireNames, field) as DocumentNumber] as ((typed: string) => string) | undefined;
  return value !== null && writing ? writing(value) : value;
}

/** The checked fields that a change of the profile affects; the same value in another writing is no change. */
export const changedFields = (
  before: Checked,
  change: { [K in CheckedField]?: Checked[K] | undefined },
): CheckedField[] =>
  checkedFields.filter((field) => {
    const value = change[field];
    // a field that was added since has no checked value
    return value !== undefined && written(field, value) !== written(field, before[field] ?? null);
  });

type PinChange = { country?: string | undefined; zipCode?: string | undefined };

/**
 * Refuses a PIN code that cannot be one of India. A stored address is left alone until its owner changes it.
 *
 * @throws AppError `invalid`.
 */
export function requirePossiblePin(change: PinChange, before?: { country: string; postalCode: string }): void {
  const { country = before?.country ?? '', zipCode = before?.postalCode ?? '' } = change;
  const isChanged = country !== before?.country || zipCode !== before.postalCode;
  if (isChanged && isImpossiblePin({ country, zipCode })) {
    throw new AppError('invalid', noSuchPin, { fields: { zipCode: noSuchPin } });
  }
}

type Cdc = { cdcNumber: string; cdcExpiresOn: string | null | undefined };

/**
 * The expiry date of a discharge book; null if none was issued.
 *
 * @throws AppError `invalid` if it is missing.
 */
export function requireCdcExpiry({ cdcNumber, cdcExpiresOn }: Cdc): string | null {
  if (cdcNumber === notIssued) return null;
  if (cdcExpiresOn) return cdcExpiresOn;
  throw new AppError('invalid', cdcExpiryMissing, { fields: { CDCexpiryDate: cdcExpiryMissing } });
}

/**
 * Requires a date of birth before today.
 *
 * @param today today's date in the academy's time zone.
 * @param field the name of the date in the request, for the error.
 * @throws AppError `invalid`.
 */
export function requirePastBirthDate(
  birthDate: CalendarDate | undefined,
  today: CalendarDate,
  field = 'DateofBirth',
): void {
  if (birthDate === undefined || birthDate < today) return;
  const message = 'Date of birth must be in the past';
  throw new AppError('invalid', message, { fields: { [field]: message } });
}

/**
 * Requires that a profile has not changed since staff saw it.
 *
 * @throws AppError `stale`.
 */
export function requireUnchanged(updatedAt: Date, seenAt: Date): void {
  if (updatedAt > seenAt) {
    throw new AppError('stale', 'This profile was changed after you opened it. Please check it again.');
  }
}
