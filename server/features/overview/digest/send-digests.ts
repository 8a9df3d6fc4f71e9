import { allows } from '@fairlead/contract/platform/permissions';
import { type CalendarDate, dayAt, hourAt } from '../../../platform/calendar.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getDigestHour, sendEmail } from '../../academy/index.ts';
import { digestEmail } from '../email-templates.ts';
import { findWaiting, listReminderDays, listUnnotified, type Unnotified } from '../queries.ts';
import { approvalsLine, lineOf, works } from './digest-words.ts';

/** A digest that could not be sent for this long is outdated: the next one is due. */
const goodForMilliseconds = 24 * 3600 * 1000;

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;

/**
 * Sends each staff member a digest of the items pending their decision, and nothing to those who have none. Idempotent:
 * each gets one email per day of the academy's calendar, from the configured hour on, however often and on however many
 * instances this runs.
 */
export async function sendDigests(dependencies: Dependencies): Promise<void> {
  const { db, config, clock } = dependencies;
  const { timeZone } = config;
  const now = clock();
  if (hourAt(now, timeZone) < (await getDigestHour(db))) return;
  const today = dayAt(now, timeZone);
  const unnotified = await listUnnotified(db, today);
  if (unnotified.length === 0) return;
  const lines: { permission: (typeof works)[number]['permission']; line: string }[] = [];
  const waiting = await findWaiting(db, { kinds: works.map(({ kind }) => kind), today });
  for (const work of works) {
    const line = lineOf(work, waiting[work.kind], timeZone);
    if (line !== undefined) lines.push({ permission: work.permission, line });
  }
  const reminderDays = await listReminderDays(db, today);
  for (const member of unnotified) {
    const own = lines.filter(({ permission }) => allows(member.role, permission)).map(({ line }) => line);
    const fresh = reminderDays.filter((day) => member.lastDay === null || day > member.lastDay);
    if (fresh.length > 0 && allows(member.role, 'courses:edit') && allows(member.role, 'courses:all'))
      own.push(approvalsLine(fresh.length));
    await tell(dependencies, member, { today, lines: own });
  }
}

/**
 * Records that somebody was notified today, and queues the email, in one transaction: a concurrent second run sends
 * nothing.
 */
async function tell(
  { db, config, clock }: Dependencies,
  { id: accountId, email: to, name }: Unnotified,
  { today: day, lines }: { today: CalendarDate; lines: readonly string[] },
): Promise<void> {
  await transaction(db, async (tx) => {
    const first = await tx
      .insertInto('staffDigest')
      .values({ accountId, day })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ day }).where('staffDigest.day', '<', day))
      .returning('accountId')
      .executeTakeFirst();
    if (!first || lines.length === 0) return;
    await sendEmail(tx, config, digestEmail, {
      to,
      values: { name, waiting: lines.join('\n') },
      url: `${config.publicUrl}/admin-dashboard`,
      goodUntil: new Date(clock().getTime() + goodForMilliseconds),
      dueAt: clock(),
    });
  });
}
