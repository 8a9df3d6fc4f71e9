import { addDays, type CalendarDate, dayAt, dayInWords, daysUntil } from '../../../platform/calendar.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/send-email.ts';
import { expiryEmail } from './email-templates.ts';
import { listExpiring } from './queries.ts';

/** Each notice, and the number of days before the last day down to which it is still sent. */
const notices = [
  { days: 90, over: 60 },
  { days: 60, over: 30 },
  { days: 30, over: -1 },
] as const;
const atOnce = 200;

type Means = Pick<Platform, 'db' | 'config' | 'clock'>;

/**
 * Emails holders 90, 60 and 30 days before the last day of a certificate. Idempotent: each notice is sent once. A
 * notice that was missed because the program did not run is sent until the next one is due.
 */
export async function remindOfExpiry(means: Means): Promise<void> {
  const today = dayAt(means.clock(), means.config.timeZone);
  for (const { days, over } of notices) {
    const span = { from: addDays(today, over), to: addDays(today, days), days };
    let due = await listExpiring(means.db, span, atOnce);
    while (due.length > 0) {
      for (const certificate of due) await remind(means, certificate, { days, today });
      due = await listExpiring(means.db, span, atOnce);
    }
  }
}

type Due = Awaited<ReturnType<typeof listExpiring>>[number];

async function remind(
  { db, config, clock }: Means,
  certificate: Due,
  { days, today }: { days: number; today: CalendarDate },
): Promise<void> {
  const { id: certificateId, email, name, number, courseTitle: course, courseId, expiresOn } = certificate;
  const lastDay = expiresOn ?? today;
  await transaction(db, async (tx) => {
    const first = await tx
      .insertInto('expiryNotice')
      .values({ certificateId, days, sentAt: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('certificateId')
      .executeTakeFirst();
    if (!first) return;
    const left = String(daysUntil(lastDay, today));
    const values = { name, course, number, lastDay: dayInWords(lastDay), days: left };
    await sendEmail(tx, config, expiryEmail, { to: email, values, url: `${config.publicUrl}/courses/${courseId}` });
  });
}
