import { addDays, type CalendarDate, dayAt, dayInWords, daysUntil } from '../../../platform/calendar.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/send-email.ts';
import { expiryEmail, refresherEmail } from './email-templates.ts';
import { listExpiring } from './queries.ts';
import { findRenewals, type Renewal, reminderDays } from './renewals.ts';

/** Each notice, and the number of days before the end down to which it is still sent: to the next one, or the last day. */
const notices = reminderDays.map((days, n) => ({ days, over: reminderDays[n + 1] ?? -1 }));
const atOnce = 200;

type Means = Pick<Platform, 'db' | 'config' | 'clock'>;

/**
 * Emails holders before the end of a certificate, or before its refresher is due, with the way to the renewal. Idempotent:
 * each notice is sent once. A notice that was missed because the program did not run is sent until the next one is due.
 */
export async function remindOfExpiry(means: Means): Promise<void> {
  const today = dayAt(means.clock(), means.config.timeZone);
  const renewalOf = await findRenewals(means.db, today);
  for (const { days, over } of notices) {
    const span = { from: addDays(today, over), to: addDays(today, days), days };
    let due = await listExpiring(means.db, span, atOnce);
    while (due.length > 0) {
      for (const certificate of due) await remind(means, certificate, { days, today, renewal: renewalOf(certificate) });
      due = await listExpiring(means.db, span, atOnce);
    }
  }
}

type Due = Awaited<ReturnType<typeof listExpiring>>[number];

async function remind(
  { db, config, clock }: Means,
  certificate: Due,
  { days, today, renewal }: { days: number; today: CalendarDate; renewal: Renewal },
): Promise<void> {
  const { id: certificateId, email, name, number, courseTitle: course, expiresOn, refresherDue } = certificate;
  const lastDay = expiresOn ?? refresherDue ?? today;
  await transaction(db, async (tx) => {
    const first = await tx
      .insertInto('expiryNotice')
      .values({ certificateId, days, sentAt: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('certificateId')
      .executeTakeFirst();
    if (!first) return;
    const left = String(daysUntil(lastDay, today));
    const values = { name, course, number, lastDay: dayInWords(lastDay), days: left, renewal: renewalInWords(renewal) };
    const url = `${config.publicUrl}/courses/${renewal.courseId}`;
    await sendEmail(tx, config, expiresOn === null ? refresherEmail : expiryEmail, { to: email, values, url });
  });
}

/** The way to the renewal, in sentences. */
export function renewalInWords({ title, isRefresher, firstDay }: Renewal): string {
  const next = firstDay ? ` The next batch begins on ${dayInWords(firstDay)}.` : '';
  if (isRefresher) return `The refresher course is ${title}.${next}`;
  return `You can take the course again. The new certificate will replace this one.${next}`;
}
