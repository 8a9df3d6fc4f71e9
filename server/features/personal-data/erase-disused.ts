import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import type { Condition } from '../../platform/db/condition.ts';
import { transaction } from '../../platform/db/database.ts';
import { sendEmail } from '../academy/send-email.ts';
import { fullName } from '../accounts/full-name.ts';
import {
  addDisuseNotice,
  isErasureDue,
  isFirstWarningDue,
  isLastWarningDue,
  type Term,
  withdrawDisuseNotices,
} from './disuse-queries.ts';
import { disuseEmail } from './email-templates.ts';
import { erasePerson, type Means } from './erase-person.ts';
import { forEachAccount, lockAccount } from './retention-queries.ts';

/**
 * Erases accounts that nobody has used for the given months, each after two warnings by email: 30 days and 7 days
 * before, each sent once. If the program did not run, or the period was set later, the day moves so that both warnings
 * keep their distance.
 *
 * @param months null if accounts are kept: all warnings are then withdrawn.
 */
export async function eraseDisused(means: Means, months: number | null): Promise<void> {
  const { db, clock, config } = means;
  const { timeZone } = config;
  const term = months === null ? null : { months, today: dayAt(clock(), timeZone), timeZone };
  await transaction(db, (tx) => withdrawDisuseNotices(tx, term));
  if (!term) return;
  await forEachAccount(db, isFirstWarningDue(term), (id, which) => warn(means, id, { days: 30, term, which }));
  await forEachAccount(db, isLastWarningDue(term), (id, which) => warn(means, id, { days: 7, term, which }));
  const details = { reason: 'Not used during the retention period.' };
  await forEachAccount(db, isErasureDue(term), (accountId, which) =>
    erasePerson(means, { accountId, actorId: null, which, details }),
  );
}

type Warning = { days: 30 | 7; term: Term; which: Condition };

const warn = ({ db, config, clock }: Means, accountId: string, { days, term, which }: Warning): Promise<void> =>
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
