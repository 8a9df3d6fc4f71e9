import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import type { Condition } from '../../platform/db/condition.ts';
import { transaction } from '../../platform/db/database.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import {
  addDisuseNotice,
  isErasureDue,
  isFirstWarningDue,
  isLastWarningDue,
  type Term,
  withdrawDisuseNotices,
} from './disuse-queries.ts';
import { disuseEmail } from './email-templates.ts';
import { type Dependencies, erasePerson } from './erase-person.ts';
import { forEachAccount, lockAccount, type Removal } from './retention-queries.ts';

const termOf = ({ clock, config: { timeZone } }: Dependencies, months: number | null): Term | null =>
  months === null ? null : { months, today: dayAt(clock(), timeZone), timeZone };

/**
 * Warns people that their account, which they have not used for the given months, will be erased: 30 days and 7 days
 * before, each once. If the program did not run, or the period was set later, the day moves so that both warnings keep
 * their distance.
 */
export async function warnDisused(dependencies: Dependencies, months: number | null): Promise<void> {
  const { db } = dependencies;
  const term = termOf(dependencies, months);
  if (!term) return;
  await forEachAccount(db, isFirstWarningDue(term), (id, which) => warn(dependencies, id, { days: 30, term, which }));
  await forEachAccount(db, isLastWarningDue(term), (id, which) => warn(dependencies, id, { days: 7, term, which }));
}

/**
 * The erasure of unused accounts whose owners were warned twice. Warnings that no longer apply are withdrawn first.
 *
 * @param months null if accounts are kept: all warnings are then withdrawn.
 */
export async function disusedAccounts(dependencies: Dependencies, months: number | null): Promise<Removal[]> {
  const term = termOf(dependencies, months);
  await transaction(dependencies.db, (tx) => withdrawDisuseNotices(tx, term));
  const details = { reason: 'Not used during the retention period.' };
  const remove: Removal['remove'] = (accountId, which) =>
    erasePerson(dependencies, { accountId, actorId: null, which, details });
  return term ? [{ which: isErasureDue(term), remove }] : [];
}

type Warning = { days: 30 | 7; term: Term; which: Condition };

const warn = ({ db, config, clock }: Dependencies, accountId: string, { days, term, which }: Warning): Promise<void> =>
  transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId, which);
    if (!account) return;
    const day = await addDisuseNotice(tx, { accountId, days, now: clock(), term });
    if (!day) return;
    const values = { name: fullName(account), day };
    await sendEmail(tx, config, disuseEmail, { to: account.email, values, url: `${config.publicUrl}/login` });
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: null, action: 'retention.warn-of-erasure', subject, details: { day } });
  });
