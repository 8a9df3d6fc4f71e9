import { countryCodeOf } from '@fairlead/contract/academy/places';
import type { NewProfile } from '@fairlead/contract/seafarers/calls';
import type { DocumentKind } from '@fairlead/contract/seafarers/document-words';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Incoming } from '../../platform/files/files.ts';
import { requirePhone } from '../../platform/phone-numbers.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName } from '../accounts/index.ts';
import { forgetParticulars } from './entered-particulars.ts';
import { insertDocuments, keepDocuments, requireEveryDocument } from './keep-documents.ts';
import { getProfile, hasApprovedEnrolment, hasProfile, lockPerson, type ProfileRow } from './queries.ts';
import { requireCdcExpiry, requirePastBirthDate, requirePossiblePin } from './rules.ts';
import { toColumns } from './wire.ts';

type Creation = {
  accountId: string;
  form: NewProfile;
  documents: Record<DocumentKind, Incoming | undefined>;
  ip: string;
};

const hasOne = () => new AppError('exists', 'You already have a profile.');

/**
 * Creates a seafarer's profile under the name on the account. A learner who is approved for a course already was
 * accepted without documents, so staff must check them before a certificate is issued.
 *
 * @throws AppError `exists` when there is one, `invalid` for missing values, `bad-file`.
 */
export async function createProfile(platform: Platform, creation: Creation): Promise<ProfileRow> {
  const { db, files, clock, config } = platform;
  const { accountId, form, documents, ip } = creation;
  const now = clock();
  // Check first, so that no pictures are processed in vain.
  if (await hasProfile(db, accountId)) throw hasOne();
  requireEveryDocument(documents);
  requirePastBirthDate(form.DateofBirth, dayAt(now, config.timeZone));
  requirePossiblePin(form);
  const phone = requirePhone(form.phone, countryCodeOf(form.country));
  return keepDocuments(files, documents, 'image', (kept) =>
    transaction(db, async (tx) => {
      const name = fullName(await lockPerson(tx, accountId));
      const { profilePictureId, idDocumentId, signatureId } = await insertDocuments(tx, kept, accountId);
      if (!profilePictureId || !idDocumentId || !signatureId) throw new Error('A required document was not kept');
      const columns = toColumns({ ...form, phone });
      const created = await tx
        .insertInto('seafarerProfile')
        .values({
          ...columns,
          cdcExpiresOn: requireCdcExpiry({ cdcExpiresOn: null, ...columns }),
          accountId,
          name,
          profilePictureId,
          idDocumentId,
          signatureId,
          identityChangedAt: (await hasApprovedEnrolment(tx, accountId)) ? now : null,
          createdAt: now,
          updatedAt: now,
        })
        .onConflict((conflict) => conflict.column('accountId').doNothing())
        .returning('accountId')
        .executeTakeFirst();
      if (!created) throw hasOne();
      await forgetParticulars(tx, [accountId]);
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: accountId, action: 'profile.create', subject, ip });
      return getProfile(tx, accountId);
    }),
  );
}
