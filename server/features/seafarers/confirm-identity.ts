import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPerson, noProfile } from './queries.ts';
import { checkedFields } from './rules.ts';

/** Carried out by certificates: what was held back for this account is issued. Payload: `{ accountId }`. */
export const releaseHeldCertificatesJob = 'release-held-certificates';

/**
 * `seenAt` is when the profile that was looked at was last changed, or that there was none; without it, what is there
 * now was looked at.
 */
type Check = {
  accountId: string;
  actorId: string;
  seenAt: Date | 'none' | undefined;
  now: Date;
  /** Whether a changed identity goes on waiting for staff: for what says nothing of what was looked at. */
  keepsHold?: boolean;
};

/** The checked fields of the row that is written, by their names. */
const checkedFacts = sql<string>`jsonb_build_object(${sql.join(
  checkedFields.map((field) => sql`${sql.lit(field)}, ${sql.ref(field)}`),
)})`;

/**
 * Records, in the transaction of whatever they decide, that staff looked at a person's profile and documents, and
 * lets go what a changed identity had held back.
 *
 * @returns whether there is a profile, and the check was recorded.
 * @throws AppError `conflict` when the profile has changed since it was looked at, or was made since.
 */
export async function recordIdentityCheck(
  tx: Tx,
  { accountId, actorId, seenAt, now, keepsHold }: Check,
): Promise<boolean> {
  await lockPerson(tx, accountId);
  const checked = await tx
    .updateTable('seafarerProfile')
    .set({ identityCheckedAt: now, identityCheckedBy: actorId, identityChangedAt: null, checkedFacts })
    .where('accountId', '=', accountId)
    .$if(keepsHold === true, (profile) => profile.where('identityChangedAt', 'is', null))
    .returning('updatedAt')
    .executeTakeFirst();
  if (!checked) return false;
  if (seenAt === 'none') {
    throw new AppError('conflict', 'This person has filled in a profile in the meantime. Please check it first.');
  }
  if (seenAt && checked.updatedAt > seenAt) {
    throw new AppError('conflict', 'This profile has changed since you looked at it. Please check it again.');
  }
  await enqueue(tx, releaseHeldCertificatesJob, { accountId });
  return true;
}

/**
 * Staff looked at a changed identity and its documents and found them right.
 *
 * @throws AppError `not-found` for an account without a profile, `conflict` when it has changed since.
 */
export async function confirmIdentity(
  { db, clock }: Platform,
  { accountId, actorId, seenAt, address }: Omit<Check, 'now'> & { address: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const person = await tx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
    if (!person || !(await recordIdentityCheck(tx, { accountId, actorId, seenAt, now: clock() }))) throw noProfile();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'identity.confirm', subject, address });
  });
}
