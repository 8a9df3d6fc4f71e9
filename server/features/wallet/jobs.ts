import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';

const remindOfExpiryJob = 'remind-of-expiry';

/** Background job for holders of documents: reminders of their end. */
export const walletJobs = (platform: Platform): JobHandlers => ({
  [remindOfExpiryJob]: () => remindOfExpiry(platform),
});

/** Four times a day, so that reminders are sent even if the program is not always running. */
export const expiryReminders: Recurring = { kind: remindOfExpiryJob, everyMinutes: 6 * 60 };
