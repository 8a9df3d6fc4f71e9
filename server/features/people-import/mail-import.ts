import type { Tx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountState, invite, seafarerInvitationEmail, stateOf } from '../accounts/index.ts';
import { daysInWords } from '../batches/index.ts';
import { invitationToCourseEmail, tellEnrolled } from '../enrolments/index.ts';

/** Run by the worker. Payload: `{ importId }`. */
export const mailImportJob = 'mail-import';

/** Number of people mailed in one transaction: a killed program repeats no more, and others are not delayed. */
const mailedAtOnce = 100;

/** The states of accounts that cannot open a course; staff may have closed one since the confirmation. */
const closed: readonly AccountState[] = ['refused', 'disabled', 'erased'];

/**
 * Mails the people of a confirmed import, in parts: the new ones their invitations, the others that they are enrolled.
 * If it is repeated after a crash, it continues with the remaining rows; it stops when the import is undone.
 */
export async function mailImport(platform: Platform, importId: string): Promise<void> {
  let mailed: number;
  do mailed = await mailSome(platform, importId);
  while (mailed > 0);
}

const mailSome = (platform: Platform, importId: string): Promise<number> =>
  transaction(platform.db, async (tx) => {
    const rows = await listUnmailed(tx, importId);
    const dueAt = platform.clock();
    for (const row of rows) {
      const { account, course } = row;
      if (row.outcome === 'new' && row.confirmedBy && account.state === 'invited') {
        await invite(tx, platform, {
          accountId: account.accountId,
          email: account.email,
          invitedBy: row.confirmedBy,
          dueAt,
          ...(course
            ? { template: invitationToCourseEmail, values: { name: row.firstName, course } }
            : { template: seafarerInvitationEmail, values: { name: row.firstName } }),
        });
      } else if (course && row.confirmedBy && !closed.includes(account.state)) {
        await tellEnrolled(tx, platform, { learner: account, course, actorId: row.confirmedBy, dueAt });
      }
      await tx.updateTable('peopleImportRow').set({ mailedAt: dueAt }).where('id', '=', row.id).execute();
    }
    return rows.length;
  });

async function listUnmailed(tx: Tx, importId: string) {
  const rows = await tx
    .selectFrom('peopleImportRow as row')
    .innerJoin('peopleImport', 'peopleImport.id', 'row.importId')
    .innerJoin('account', 'account.id', 'row.accountId')
    .leftJoin('course', 'course.id', 'row.courseId')
    .leftJoin('batch', 'batch.id', 'row.batchId')
    .select(['row.id', 'row.outcome', 'row.firstName', 'peopleImport.confirmedBy', 'course.title'])
    .select(['account.id as accountId', 'account.email', 'account.firstName as givenName', 'account.lastName'])
    .select(['account.emailVerifiedAt', 'account.approvedAt', 'account.refusedAt', 'account.disabledAt'])
    .select(['account.erasedAt', 'account.invitedAt', 'batch.firstDay', 'batch.lastDay', 'batch.restDays'])
    .where('row.importId', '=', importId)
    .where('row.outcome', 'in', ['new', 'matched'])
    .where('row.mailedAt', 'is', null)
    .where('confirmedAt', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('row.row')
    .limit(mailedAtOnce)
    .forUpdate('row')
    .execute();
  return rows.map(({ firstDay, lastDay, restDays, title, ...row }) => {
    const days = firstDay && lastDay && daysInWords({ firstDay, lastDay, restDays: restDays as string[] });
    return {
      ...row,
      account: {
        accountId: row.accountId,
        email: row.email,
        state: stateOf(row),
        firstName: row.givenName,
        lastName: row.lastName,
      },
      course: title && (days ? `${title} (${days})` : title),
    };
  });
}
