import type { QualificationInput } from '@fairlead/contract/accounts/staff-members';
import { appendAudit } from '../../../platform/audit/append.ts';
import { among } from '../../../platform/db/among.ts';
import { type Queryable, transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The qualifications of some colleagues, in the order in which they were noted. */
export const listQualifications = (db: Queryable, accountIds: readonly string[]) =>
  db
    .selectFrom('staffQualification')
    .select(['id', 'accountId', 'title', 'issuer', 'number', 'validUntil'])
    .where(among('accountId', accountIds))
    .orderBy('id')
    .execute();

type By = { actorId: string; ip: string };

/** @throws AppError `not-found` for an account that is not one of a colleague. */
export async function addQualification(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, qualification, actorId, ip }: By & { accountId: string; qualification: QualificationInput },
): Promise<void> {
  await transaction(db, async (tx) => {
    const colleague = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .where('role', '!=', 'learner')
      .forShare()
      .executeTakeFirst();
    if (!colleague) throw notFound('There is no such colleague.');
    const row = { accountId, ...qualification, addedAt: clock(), addedBy: actorId };
    await tx.insertInto('staffQualification').values(row).execute();
    const subject = { kind: 'account', id: accountId };
    const details = { note: qualification.title };
    await appendAudit(tx, { actorId, action: 'account.add-qualification', subject, details, ip });
  });
}

/** @throws AppError `not-found`. */
export async function removeQualification(
  { db }: Pick<Platform, 'db'>,
  { id, actorId, ip }: By & { id: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('staffQualification')
      .where('id', '=', id)
      .returning(['accountId', 'title'])
      .executeTakeFirst();
    if (!removed) throw notFound('There is no such qualification.');
    const subject = { kind: 'account', id: removed.accountId };
    const details = { note: removed.title };
    await appendAudit(tx, { actorId, action: 'account.remove-qualification', subject, details, ip });
  });
}
