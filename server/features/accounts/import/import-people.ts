import type { Registration } from '@fairlead/contract/accounts';
import { AppError, notFound } from '../../../errors.ts';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Db, type Tx, transaction } from '../../../platform/db/database.ts';
import { badFile } from '../../../platform/files/bad-file.ts';
import type { Incoming } from '../../../platform/files/files.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readNamedRows } from '../../../platform/tables/read-table.ts';
import { seafarerInvitationEmail } from '../email-templates.ts';
import { invite, isUnproved, unknownPassword } from '../staff/invitations.ts';
import { alreadyRegistered, importColumns, judgeRows, mostPeople } from './import-rows.ts';

/** Run by the worker. Payload: `{ importId }`. */
export const invitePeopleJob = 'invite-people';

/** Number of values in one statement, well within its limits. */
const atOnce = 500;
/** Number of people invited in one transaction: a killed program loses no more, and others are not delayed. */
const invitedAtOnce = 100;

type Action = { actorId: string; ip: string };

/**
 * Reads a table of people and stores the outcome of each row, for staff to review. No account is created and no email
 * is sent.
 *
 * @returns the id of the import.
 * @throws AppError `invalid` without a file, `bad-file` for one that is not such a table or is too long.
 */
export async function previewImport(
  { db, clock }: Platform,
  { file, actorId }: { file: Incoming | undefined; actorId: string },
): Promise<string> {
  if (!file) {
    const message = 'Please choose a CSV or XLSX file.';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  const rows = await readNamedRows(file, importColumns);
  if (rows.length === 0) throw badFile(file, 'This list has no rows below the column names.');
  if (rows.length > mostPeople) {
    throw badFile(
      file,
      `At most ${mostPeople.toLocaleString('en-IN')} people can be imported at once. Please split the list.`,
    );
  }
  const judged = await judgeRows(rows, (emails) => findRegistered(db, emails));
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('peopleImport')
      .values({ filename: file.originalName, createdBy: actorId, createdAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let at = 0; at < judged.length; at += atOnce) {
      const values = judged.slice(at, at + atOnce).map((row) => ({ importId: id, ...row }));
      await tx.insertInto('peopleImportRow').values(values).execute();
    }
    return id;
  });
}

/** The given email addresses that belong to an account, except unproved ones: see `isUnproved`. */
async function findRegistered(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < emails.length; at += atOnce) {
    const some = emails.slice(at, at + atOnce);
    const taken = db.selectFrom('account').select('email').where('email', 'in', some);
    const rows = await taken.where((e) => e.not(isUnproved(e))).execute();
    for (const { email } of rows) found.add(email);
  }
  return found;
}

/**
 * Confirms an import, so that the worker creates and invites accounts for its valid rows. Idempotent.
 *
 * @throws AppError `not-found`.
 */
export async function confirmImport(
  { db, clock }: Platform,
  { importId, actorId, ip }: Action & { importId: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const confirmed = await tx
      .updateTable('peopleImport')
      .set({ confirmedAt: clock(), confirmedBy: actorId })
      .where('id', '=', importId)
      .where('confirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!confirmed) return demandImport(tx, importId);
    await enqueue(tx, invitePeopleJob, { importId }, { key: `${invitePeopleJob}:${importId}` });
    const subject = { kind: 'people-import', id: importId };
    await appendAudit(tx, { actorId, action: 'people.import', subject, ip });
  });
}

async function demandImport(tx: Tx, importId: string): Promise<void> {
  const found = await tx.selectFrom('peopleImport').select('id').where('id', '=', importId).executeTakeFirst();
  if (!found) throw notFound('This import was not found. An import that is not confirmed is kept for one day.');
}

/**
 * Creates the accounts of a confirmed import and mails the invitations, in batches. If it is repeated after a crash, it
 * continues with the remaining rows.
 */
export async function invitePeople(platform: Platform, importId: string): Promise<void> {
  const passwordHash = await unknownPassword();
  let invited: number;
  do invited = await inviteSome(platform, importId, passwordHash);
  while (invited > 0);
}

const inviteSome = (platform: Platform, importId: string, passwordHash: string): Promise<number> =>
  transaction(platform.db, async (tx) => {
    const rows = await tx
      .selectFrom('peopleImportRow as row')
      .innerJoin('peopleImport', 'peopleImport.id', 'row.importId')
      .select(['row.id', 'row.prefix', 'row.firstName', 'row.lastName', 'row.email', 'row.mobile', 'confirmedBy'])
      .where('row.importId', '=', importId)
      .where('row.outcome', '=', 'good')
      .where('confirmedBy', 'is not', null)
      .orderBy('row.row')
      .limit(invitedAtOnce)
      .forUpdate('row')
      .execute();
    if (rows.length === 0) return 0;
    const createdAt = platform.clock();
    const people = rows.map(({ id: _, confirmedBy: __, prefix, ...person }) => {
      // A valid row has passed the check of its prefix.
      return { ...person, prefix: prefix as Registration['tittle'], passwordHash, createdAt, invitedAt: createdAt };
    });
    const made = await tx
      .insertInto('account')
      .values(people)
      // An account created since the preview is not changed if its owner has proved the email address.
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet((e) => ({
            prefix: e.ref('excluded.prefix'),
            firstName: e.ref('excluded.firstName'),
            lastName: e.ref('excluded.lastName'),
            mobile: e.ref('excluded.mobile'),
            passwordHash: e.ref('excluded.passwordHash'),
            invitedAt: e.ref('excluded.invitedAt'),
          }))
          .where(isUnproved),
      )
      .returning(['id', 'email', 'firstName'])
      .execute();
    const accountOf = new Map(made.map((account) => [account.email, account]));
    for (const { id, email, confirmedBy } of rows) {
      const account = accountOf.get(email);
      if (account && confirmedBy) {
        await invite(tx, platform, {
          ...{ accountId: account.id, email, invitedBy: confirmedBy },
          template: seafarerInvitationEmail,
          values: { name: account.firstName },
        });
        const subject = { kind: 'account', id: account.id };
        await appendAudit(tx, { actorId: confirmedBy, action: 'account.invite', subject });
      }
      const left = { outcome: 'registered', reason: alreadyRegistered } as const;
      await tx
        .updateTable('peopleImportRow')
        .set(account ? { outcome: 'invited' } : left)
        .where('id', '=', id)
        .execute();
    }
    return rows.length;
  });

const day = 24 * 3600 * 1000;

/** Deletes imports that were not confirmed within a day, and reports of those confirmed a week ago. */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day);
  const weekAgo = new Date(now.getTime() - 7 * day);
  await db
    .deleteFrom('peopleImport')
    .where((e) =>
      e.or([e.and([e('createdAt', '<', yesterday), e('confirmedAt', 'is', null)]), e('confirmedAt', '<', weekAgo)]),
    )
    .execute();
}
