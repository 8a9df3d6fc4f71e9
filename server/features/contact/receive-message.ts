import type { ContactForm } from '@fairlead/contract/contact/calls';
import type { z } from 'zod/mini';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { contactEmail } from './email-templates.ts';

/** Messages per hour from one IP address. */
const messagesAnHour = 60;

/**
 * Puts a message of a visitor into the inbox, and emails it to the academy.
 *
 * @throws AppError `too-many` for a network that writes too often.
 */
export async function receiveMessage(
  { db, config, clock }: Platform,
  { name, email, message, ip }: z.infer<typeof ContactForm> & { ip: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `contact:${ip}`, max: messagesAnHour, seconds: 3600 }, now);
  await transaction(db, async (tx) => {
    const row = { name, email, message, receivedAt: now, changedAt: now };
    await tx.insertInto('contactMessage').values(row).execute();
    await sendEmail(tx, config, contactEmail, { values: { name, email, message }, replyTo: email });
  });
}
