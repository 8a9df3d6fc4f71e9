import { sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { settleDocumentRequests } from './ask-for-document.ts';
import { lockPerson, noProfile } from './queries.ts';
import { checkedFields, requireUnchanged } from './rules.ts';

/** Run by the certificates feature: issues the certificates on hold for this account. Payload: `{ accountId }`. */
export const releaseHeldCertificatesJob = 'release-held-certificates';

/**
 * `seenAt` is when the checked profile was last changed, or 'none' if there was none; without it, the current state is
 * taken as checked.
 */
type Check = {
  accountId: string;
  actorId: string;
  seenAt: Date | 'none' | undefined;
  now: Date;
  /** Whether a changed identity stays unconfirmed: for callers that do not say which version was checked. */
  keepsHold?: boolean;
  /** Whether the caller has locked the person. */
  isLocked?: boolean;
};

/** The checked fields of the row being written, by their names. */
const checkedFacts = sql<string>`jsonb_build_object(${sql.join(
  checkedFields.map((field) => sql`${sql.lit(field)}, ${sql.ref(field)}`),
)})`;

/**
 * Requires, in the transaction of a decision, that the profile is still the one that its author saw, and locks the
 * person, so that it does not change until the transaction ends. A profile that is not there any more is no change.
 *
 * @param seenAt when the profile was last changed, or 'none' if there was none.
 * @throws AppError `stale` when the profile was changed or created since.
 */
export async function requireSeenProfile(tx: Tx, accountId: string, seenAt: Date | 'none'): Promise<void> {
  await lockPerson(tx, accountId);
  const profile = tx.selectFrom('seafarerProfile').select('updatedAt').where('accountId', '=', accountId);
  const found = await profile.executeTakeFirst();
  if (!found) return;
  if (seenAt === 'none') {
    throw new AppError('stale', 'This person has filled in a profile in the meantime. Please check it first.');
  }
  requireUnchanged(found.updatedAt, seenAt);
}

/**
 * Records, in the transaction of the caller's decision, that staff checked a person's profile and documents, and
 * releases certificates that were on hold because of a changed identity.
 *
 * @returns whether there is a profile, and the check was recorded.
 * @throws AppError `stale` when the profile was changed or created since it was checked.
 */
export async function recordIdentityCheck(
  tx: Tx,
  { accountId, actorId, seenAt, now, keepsHold, isLocked = false }: Check,
): Promise<boolean> {
  if (seenAt) await requireSeenProfile(tx, accountId, seenAt);
  else if (!isLocked) await lockPerson(tx, accountId);
  const checked = await tx
    .updateTable('seafarerProfile')
    .set({ identityCheckedAt: now, identityCheckedBy: actorId, identityChangedAt: null, checkedFacts })
    .where('accountId', '=', accountId)
    .$if(keepsHold === true, (profile) => profile.where('identityChangedAt', 'is', null))
    .returning('accountId')
    .executeTakeFirst();
  if (!checked) return false;
  await settleDocumentRequests(tx, accountId, now);
  await releaseHeld(tx, accountId);
  return true;
}

/**
 * Has the certificates on hold for a person issued, as far as they wait for nothing else, in a transaction that has
 * locked the person: one that is issued at this moment waits for that lock, and then sees the change.
 */
export async function releaseHeld(tx: Tx, accountId: string): Promise<void> {
  const held = tx
    .selectFrom('certificate')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'held');
  if (await held.limit(1).executeTakeFirst()) await enqueue(tx, releaseHeldCertificatesJob, { accountId });
}

/** When and by whom a profile was checked; null if it never was. */
export type EarlierCheck = { at: Date; by: string | null } | null;

/**
 * How a person's profile was checked so far, for `takeBackCheck`.
 *
 * @returns undefined without a profile, and for a changed identity: a check of that also releases certificates.
 */
export async function checkBefore(tx: Tx, accountId: string): Promise<{ earlierCheck: EarlierCheck } | undefined> {
  const profile = await tx
    .selectFrom('seafarerProfile')
    .select(['identityCheckedAt', 'identityCheckedBy'])
    .where('accountId', '=', accountId)
    .where('identityChangedAt', 'is', null)
    .executeTakeFirst();
  if (!profile) return undefined;
  const { identityCheckedAt: at, identityCheckedBy: by } = profile;
  return { earlierCheck: at && { at, by } };
}

type TakenBack = {
  accountId: string;
  at: Date;
  by: string;
  /** As it was left in JSON. */
  earlierCheck: { at: string; by: string | null } | null;
};

/**
 * Takes back a check that was recorded at a moment, in the transaction that undoes its decision, with the person
 * locked. What was checked before, and had not changed, is checked as it was then.
 *
 * @returns false, with nothing changed, when the person was checked again since: of two checks, only the later one can
 *   be taken back, since `earlierCheck` of the later one is the one before.
 */
export async function takeBackCheck(tx: Tx, { accountId, at, by, earlierCheck }: TakenBack): Promise<boolean> {
  const taken = await tx
    .updateTable('seafarerProfile')
    .set({
      identityCheckedAt: earlierCheck && new Date(earlierCheck.at),
      identityCheckedBy: earlierCheck?.by ?? null,
      // a change counts only after a check
      ...(!earlierCheck && { identityChangedAt: null, checkedFacts: null }),
    })
    .where('accountId', '=', accountId)
    .where('identityCheckedAt', '=', at)
    .where('identityCheckedBy', '=', by)
    .returning('accountId')
    .executeTakeFirst();
  if (!taken) return false;
  await tx
    .updateTable('documentRequest')
    .set({ settledAt: null })
    .where('accountId', '=', accountId)
    .where('settledAt', '=', at)
    .execute();
  return true;
}

/**
 * Confirms a changed identity after staff have checked it and its documents.
 *
 * @throws AppError `not-found` for an account without a profile, `stale` when it has changed since.
 */
export async function confirmIdentity(
  { db, clock }: Platform,
  { accountId, actorId, seenAt, ip }: Omit<Check, 'now'> & { ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const person = await tx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
    if (!person || !(await recordIdentityCheck(tx, { accountId, actorId, seenAt, now: clock() }))) throw noProfile();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'identity.confirm', subject, ip });
  });
}
