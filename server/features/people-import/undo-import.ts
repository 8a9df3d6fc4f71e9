import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { eraseRows } from '../../platform/personal-data/erase-rows.ts';
import { personOf } from '../../platform/personal-data/person.ts';
import { isByEmail, type PersonalTable } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName, stateOf } from '../accounts/index.ts';
import { fillSeats, lockEnrolment } from '../batches/index.ts';
import { hasBegun } from '../enrolments/index.ts';
import { hasUsedFee, removeFee } from '../fees/index.ts';
import { importUndoneEmail } from './email-templates.ts';
import { noSuchImport } from './queries.ts';
import { undoHours } from './rules.ts';

/** Run by the worker. Payload: `{ importId }`. */
export const undoImportJob = 'undo-import';

/** `tables`: every table with personal data, by which the accounts that nobody has used are deleted. */
export type Dependencies = Platform & { tables: readonly PersonalTable[] };

/**
 * Begins to undo an import, within a day after it was confirmed: a job takes back, row by row, what nobody has used
 * since. Idempotent.
 *
 * @throws AppError `not-found`, `not-yet` when it is not confirmed, `over` after the day.
 */
export async function undoImport(
  { db, clock }: Platform,
  { importId, actorId, ip }: { importId: string; actorId: string; ip: string },
): Promise<void> {
  const now = clock();
  await transaction(db, async (tx) => {
    const found = await tx
      .selectFrom('peopleImport')
      .select(['confirmedAt', 'undoneAt'])
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw noSuchImport();
    if (found.undoneAt) return;
    if (!found.confirmedAt) throw new AppError('not-yet', 'This import is not confirmed yet.');
    if (now.getTime() - found.confirmedAt.getTime() > undoHours * 3600_000) {
      throw new AppError('over', 'An import can be undone within a day. This one is older.');
    }
    await tx.updateTable('peopleImport').set({ undoneAt: now, undoneBy: actorId }).where('id', '=', importId).execute();
    await enqueue(tx, undoImportJob, { importId }, { key: `${undoImportJob}:${importId}` });
    const subject = { kind: 'people-import', id: importId };
    await appendAudit(tx, { actorId, action: 'people.undo-import', subject, ip });
  });
}

/**
 * Takes back the rows of an import, each in a transaction of its own. If it is repeated after a crash, it continues
 * with the remaining rows.
 */
export async function takeBackRows(dependencies: Dependencies, importId: string): Promise<void> {
  const rows = await dependencies.db
    .selectFrom('peopleImportRow')
    .select('id')
    .where('importId', '=', importId)
    .where('outcome', 'in', ['new', 'matched'])
    .orderBy('row')
    .execute();
  for (const { id } of rows) await transaction(dependencies.db, (tx) => takeBack(tx, dependencies, id));
}

async function takeBack(tx: Tx, dependencies: Dependencies, rowId: string): Promise<void> {
  const row = await findRow(tx, rowId);
  if (!row?.confirmedAt || !row.undoneBy) return;
  const reason = await whyKept(tx, { ...row, confirmedAt: row.confirmedAt });
  if (reason === undefined)
    await remove(tx, dependencies, { ...row, confirmedAt: row.confirmedAt, undoneBy: row.undoneBy });
  await tx
    .updateTable('peopleImportRow')
    .set(reason === undefined ? { outcome: 'undone', reason: null } : { outcome: 'kept', reason })
    .where('id', '=', rowId)
    .execute();
}

const findRow = (tx: Tx, rowId: string) =>
  tx
    .selectFrom('peopleImportRow as row')
    .innerJoin('peopleImport', 'peopleImport.id', 'row.importId')
    .leftJoin('course', 'course.id', 'row.courseId')
    .selectAll('row')
    .select(['confirmedAt', 'undoneBy', 'course.title as courseTitle'])
    .where('row.id', '=', rowId)
    .where('row.outcome', 'in', ['new', 'matched'])
    .forUpdate('row')
    .executeTakeFirst();
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>> & { confirmedAt: Date };

/**
 * Why a row cannot be undone; undefined if it can. Locks its batch, its person, its enrolment and its fee, in this
 * order.
 */
async function whyKept(tx: Tx, row: Row): Promise<string | undefined> {
  const { accountId, courseId, enrolmentId, outcome } = row;
  if (!accountId) return 'The account is not there any more.';
  if (courseId && !enrolmentId) {
    return 'An enrollment that was there before was continued. Withdraw it on the page of the person.';
  }
  if (enrolmentId) {
    await lockEnrolment(tx, enrolmentId, { withPeople: true });
    const reason = await whyEnrolmentKept(tx, { ...row, enrolmentId });
    if (reason) return reason;
  }
  return outcome === 'new' ? whyAccountKept(tx, { ...row, accountId }) : undefined;
}

async function whyEnrolmentKept(tx: Tx, row: Row & { enrolmentId: string }): Promise<string | undefined> {
  const enrolment = await tx
    .selectFrom('enrolment')
    .select(['status', 'batchId', 'decidedAt', 'supersededAt'])
    .where('id', '=', row.enrolmentId)
    .executeTakeFirst();
  const isAsMade =
    enrolment?.status === 'approved' &&
    enrolment.supersededAt === null &&
    enrolment.batchId === row.batchId &&
    enrolment.decidedAt?.getTime() === row.confirmedAt.getTime();
  if (!isAsMade) return 'The enrollment was changed since.';
  if (await hasBegun(tx, row.enrolmentId)) return 'The training has begun since.';
  if (await hasUsedFee(tx, row.enrolmentId))
    return 'An invoice, a payment or another entry was recorded for the fee since.';
  return undefined;
}

async function whyAccountKept(
  tx: Tx,
  { accountId, enrolmentId, confirmedAt }: Row & { accountId: string },
): Promise<string | undefined> {
  const account = await tx
    .selectFrom('account')
    .select(['role', 'emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt', 'invitedAt'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (account?.role !== 'learner') return 'The account is not there any more.';
  if (stateOf(account) !== 'invited') return 'The account was used since.';
  const others = tx.selectFrom('enrolment').select('id').where('accountId', '=', accountId);
  const another = await (enrolmentId ? others.where('id', '<>', enrolmentId) : others).limit(1).executeTakeFirst();
  if (another) return 'The person was enrolled in another course since.';
  const entered = tx.selectFrom('enteredParticulars').select('accountId').where('accountId', '=', accountId);
  if (await entered.where('enteredAt', '<>', confirmedAt).executeTakeFirst()) {
    return 'Particulars of the person were imported since.';
  }
  const notes = tx.selectFrom('personNote').select('id').where('accountId', '=', accountId).limit(1);
  return (await notes.executeTakeFirst()) ? 'A colleague wrote a note on the person since.' : undefined;
}

/**
 * Deletes what a row has made: the enrolment, whose seat is passed on, the particulars, and the account if it is new.
 */
async function remove(tx: Tx, dependencies: Dependencies, row: Row & { undoneBy: string }): Promise<void> {
  const { config, clock, tables } = dependencies;
  const { accountId, enrolmentId, batchId, undoneBy: actorId } = row;
  if (!accountId) return;
  const account = await tx
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (enrolmentId) {
    await removeFee(tx, enrolmentId);
    await tx.deleteFrom('enrolment').where('id', '=', enrolmentId).execute();
    const subject = { kind: 'enrolment', id: enrolmentId };
    await appendAudit(tx, { actorId, action: 'enrolment.undo', subject });
  }
  await tx
    .deleteFrom('enteredParticulars')
    .where('accountId', '=', accountId)
    .where('enteredAt', '=', row.confirmedAt)
    .execute();
  if (row.outcome === 'new') {
    // messages of the contact page are no work of the import, and its report says what became of the row
    const made = tables.filter((table) => !isByEmail(table));
    await eraseRows(tx, made, await personOf(tx, { accountId, email: account.email, now: clock() }));
    await tx.deleteFrom('account').where('id', '=', accountId).execute();
    await appendAudit(tx, { actorId, action: 'account.undo-invite', subject: { kind: 'account', id: accountId } });
  }
  if (batchId) await fillSeats(tx, dependencies, batchId);
  if (!row.mailedAt || (row.outcome === 'matched' && !enrolmentId)) return;
  const what = row.courseTitle ? `your enrollment in ${row.courseTitle}` : 'your account';
  await sendEmail(tx, config, importUndoneEmail, { to: account.email, values: { name: fullName(account), what } });
}
