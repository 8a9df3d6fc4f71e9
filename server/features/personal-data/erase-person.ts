import { sql } from 'kysely';
import { z } from 'zod/mini';
import { appendAudit } from '../../platform/audit/append.ts';
import type { Condition } from '../../platform/db/condition.ts';
import { type Db, type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { removeMarkedFilesOf } from '../../platform/files/sweep.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { decryptText, encryptText, keyFor } from '../../platform/keys/encrypted-text.ts';
import { outboxData } from '../../platform/mail/personal-tables.ts';
import { eraseRows } from '../../platform/personal-data/erase-rows.ts';
import { holdingsOf, personOf } from '../../platform/personal-data/person.ts';
import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Config } from '../../settings/config.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName, requireOwner } from '../accounts/index.ts';
import { erasedEmail } from './email-templates.ts';
import { lockAccount } from './retention-queries.ts';
import { erasedAgainAfterMinutes } from './rules.ts';

/** Run by jobs.ts. */
export const finishErasureJob = 'finish-erasure';

export type Dependencies = Platform & { tables: readonly PersonalTable[] };

/**
 * Erases the person who requests it, after a check of the password.
 *
 * @throws AppError `invalid` for a wrong password, `too-many`, `conflict` for staff.
 */
export async function eraseOneself(
  dependencies: Dependencies,
  { accountId, currentPassword, ip }: { accountId: string; currentPassword: string; ip: string },
): Promise<void> {
  await requireOwner(dependencies, { accountId, currentPassword, ip });
  await erasePerson(dependencies, { accountId, actorId: accountId, ip });
}

/**
 * Erases all data held about a person, except what a certificate relies on. The sessions end with the commit, the files
 * are removed after it, and a second run an hour later erases what requests in progress have written meanwhile.
 *
 * @param action.actorId null when the program does it by itself.
 * @param action.which a condition that the account must still meet, otherwise nothing is done.
 * @throws AppError `not-found`, `conflict` for staff.
 */
export async function erasePerson(
  dependencies: Dependencies,
  action: {
    accountId: string;
    actorId: string | null;
    ip?: string;
    details?: Record<string, unknown>;
    which?: Condition;
  },
): Promise<void> {
  const { db, config, clock, tables } = dependencies;
  const { accountId, actorId, details, ip, which } = action;
  const now = clock();
  await transaction(db, async (tx) => {
    const account = await lockPerson(tx, accountId);
    if (which && !(await lockAccount(tx, accountId, which))) return;
    const owner = { accountId, email: account.email, now };
    const held = await holdingsOf(tx, owner);
    await eraseRows(tx, tables, await personOf(tx, owner));
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, {
      actorId,
      action: 'account.erase',
      subject,
      ...(details && { details }),
      ...(ip && { ip }),
    });
    await sendEmail(tx, config, erasedEmail, { to: account.email, values: { name: fullName(account) } });
    await enqueue(tx, finishErasureJob, { accountId });
    const runAt = new Date(now.getTime() + erasedAgainAfterMinutes * 60_000);
    const addresses = held.map((one) => ({ ...one, until: one.until ?? now }));
    const encrypted = encryptText(keyOf(config), JSON.stringify(addresses), accountId);
    await enqueue(tx, finishErasureJob, { accountId, addresses: encrypted }, { runAt });
  });
}

/**
 * Locks the account: waits for concurrent changes; of two concurrent erasures the second finds nobody. The lock still
 * lets rows reference the account: requests in progress may hold rows to be deleted, and a stronger lock would deadlock
 * with them.
 */
async function lockPerson(tx: Tx, accountId: string) {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName', 'role'])
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw notFound('There is no such user.');
  if (account.role === 'learner') return account;
  throw new AppError(
    'conflict',
    'Staff accounts cannot be erased, because staff act for the academy. Disable the account instead.',
  );
}

/** Encrypts the addresses of an erased person while the job waits; its payload is emptied once it is done. */
const keyOf = (config: Config) => keyFor(config.secrets.vault, 'addresses of an erased person');

const Day = z.pipe(
  z.iso.datetime(),
  z.transform((text: string) => new Date(text)),
);
const Held = z.array(z.object({ email: z.string(), since: Day, until: Day }));

/** How long a job that was given up keeps the addresses, so that staff can start it again. */
const addressesKeptDays = 30;

/** Removes the addresses of erased people from jobs that were given up and that nobody has started again. */
export async function forgetAddresses(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('job')
    .set({ payload: sql`payload - 'addresses'` })
    .where('kind', '=', finishErasureJob)
    .where('gaveUpAt', '<', new Date(now.getTime() - addressesKeptDays * 86_400_000))
    .execute();
}

/**
 * Erases data of an erased person that was written after the erasure, and removes the files marked as deleted.
 * Idempotent, so it can be repeated after a kill.
 *
 * @param job.addresses all that the person had, encrypted; without them, only rows of the account are erased.
 */
export async function finishErasure(
  { db, config, files, clock, tables }: Dependencies,
  { accountId, addresses }: { accountId: string; addresses?: string | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const erased = await tx
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .where('erasedAt', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!erased) return;
    const held = addresses ? Held.parse(JSON.parse(decryptText(keyOf(config), addresses, accountId))) : [];
    const person = await personOf(tx, { accountId, email: erased.email, now: clock() }, held);
    // emails on their way stay: one of them says that the erasure is done
    const others = tables.filter((declared) => declared.table !== outboxData.table);
    await eraseRows(tx, others, person);
  });
  await removeMarkedFilesOf(db, files, accountId);
}
