import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';

const remindOfExpiryJob = 'remind-of-expiry';

/** What is done for holders by itself: they are told before a certificate expires. */
export const ownCertificateJobs = (platform: Platform): JobHandlers => ({
  [remindOfExpiryJob]: () => remindOfExpiry(platform),
});

/** Four times a day, so that a program that is not always on tells it all the same. */
export const expiryReminders: Recurring = { kind: remindOfExpiryJob, everyMinutes: 6 * 60 };
