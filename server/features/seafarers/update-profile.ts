import { countryCodeOf } from '@fairlead/contract/academy/places';
import type { ProfileChange } from '@fairlead/contract/seafarers/calls';
import type { DocumentKind } from '@fairlead/contract/seafarers/document-words';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Incoming, KeptFile } from '../../platform/files/files.ts';
import { markDeleted } from '../../platform/files/stored-files.ts';
import { requirePhone } from '../../platform/phone-numbers.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerDocumentRequests } from './ask-for-document.ts';
import { insertDocuments, keepDocuments } from './keep-documents.ts';
import { getProfile, hasApprovedEnrolment, lockPerson, noProfile, type ProfileRow } from './queries.ts';
import { enqueueReading } from './read-document.ts';
import { changedFields, requireCdcExpiry, requirePastBirthDate, requirePossiblePin } from './rules.ts';
import { toColumns } from './wire.ts';

type Change = {
  accountId: string;
  form: ProfileChange;
  documents: Record<DocumentKind, Incoming | undefined>;
  ip: string;
};

/**
 * Changes the fields in the form and keeps the rest; a replaced file is marked as deleted. A change to checked fields
 * puts the next certificate on hold until staff confirm it.
 *
 * @throws AppError `not-found` without a profile, `invalid`, `bad-file`.
 */
export async function updateProfile(platform: Platform, change: Change): Promise<ProfileRow> {
  const { db, files, clock, config } = platform;
  const { accountId, form, documents } = change;
  // Check first, so that no pictures are processed in vain.
  const stored = await getProfile(db, accountId);
  requirePossiblePin(form, stored);
  const { phone, country = stored.country } = form;
  const written = phone === undefined ? form : { ...form, phone: requirePhone(phone, countryCodeOf(country)) };
  requirePastBirthDate(form.DateofBirth, dayAt(clock(), config.timeZone));
  return keepDocuments(files, documents, 'image-or-pdf', (kept) =>
    transaction(db, (tx) => writeChange(tx, { ...change, form: written }, kept, clock())),
  );
}

async function writeChange(
  tx: Tx,
  { accountId, form, ip }: Change,
  kept: { [K in DocumentKind]?: KeptFile | undefined },
  now: Date,
): Promise<ProfileRow> {
  await lockPerson(tx, accountId);
  const before = await tx
    .selectFrom('seafarerProfile')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!before) throw noProfile();
  const ids = await insertDocuments(tx, kept, accountId);
  const columns = toColumns(form);
  const { cdcNumber, cdcExpiresOn } = columns;
  const written = {
    ...columns,
    // a stored discharge book is left alone, whatever it says, until its owner changes it
    ...((cdcNumber ?? cdcExpiresOn) !== undefined && {
      cdcExpiresOn: requireCdcExpiry({
        cdcNumber: cdcNumber ?? before.cdcNumber,
        cdcExpiresOn: cdcExpiresOn ?? before.cdcExpiresOn,
      }),
    }),
    ...ids,
  };
  const wasChecked = before.identityCheckedAt !== null || (await hasApprovedEnrolment(tx, accountId));
  const mustBeChecked = wasChecked && changedFields(before, written).length > 0;
  await tx
    .updateTable('seafarerProfile')
    .set({ ...written, updatedAt: now, ...(mustBeChecked && { identityChangedAt: now }) })
    .where('accountId', '=', accountId)
    .execute();
  for (const column of Object.keys(ids) as (keyof typeof ids)[]) {
    const replaced = before[column];
    if (replaced !== null) await markDeleted(tx, replaced, now);
  }
  // only a passport has a readable zone
  const isOtherType = columns.idType !== undefined && columns.idType !== before.idType;
  if (isOtherType && !kept.idDocument) await enqueueReading(tx, accountId, 'idDocument');
  await answerDocumentRequests(tx, { accountId, uploaded: Object.keys(kept) as DocumentKind[], now });
  await appendAudit(tx, {
    actorId: accountId,
    action: 'profile.update',
    subject: { kind: 'account', id: accountId },
    // Only the field names, not their values: more people can read the audit log than the profile.
    details: { fields: differing(before, written) },
    ip,
  });
  return getProfile(tx, accountId);
}

const differing = (before: Record<string, unknown>, written: Record<string, unknown>) =>
  Object.keys(written).filter((field) => written[field] !== undefined && written[field] !== before[field]);
