import type { JobHandlers, Recurring } from '../../../platform/jobs/worker.ts';
import type { Platform } from '../../../platform/platform.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';

const remindOfExpiryJob = 'remind-of-expiry';

/** Background job for certificate holders: expiry reminders. */
export const ownCertificateJobs = (platform: Platform): JobHandlers => ({
  [remindOfExpiryJob]: () => remindOfExpiry(platform),
});

/** Four times a day, so that reminders are sent even if the program is not always running. */
export const expiryReminders: Recurring = { kind: remindOfExpiryJob, everyMinutes: 6 * 60 };
