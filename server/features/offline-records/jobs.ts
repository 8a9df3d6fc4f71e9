import { isRunningElsewhere } from '../../platform/jobs/queries.ts';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import { readMailbox } from '../../platform/mail/mailbox.ts';
import { Away } from '../../platform/outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { troubleLog } from '../../platform/trouble.ts';
import { mostEmailBytes } from './progress-in-email.ts';
import { takeEmail } from './take-email.ts';

export const readMailboxJob = 'read-mailbox';

/** Reads the mailbox to which ships send progress files, where there is one. */
export const mailboxReading: Recurring = { kind: readMailboxJob, everyMinutes: 2 };

type Log = { info(fields: object, text: string): void; error(fields: object, text: string): void };

/**
 * The job that reads the academy's mailbox. One instance reads it at a time. A mailbox that is away is logged once, and
 * is no failed job: its emails wait for it.
 *
 * @param signal is aborted on shutdown; the next run of the job reads the emails that are left.
 */
export function offlineRecordJobs(platform: Platform, { log, signal }: { log: Log; signal: AbortSignal }): JobHandlers {
  const { db, clock, config } = platform;
  const { mailbox } = config;
  if (!mailbox) return {};
  const trouble = troubleLog(log, 'the mailbox for progress files could not be read');
  const giving = troubleLog(log, 'emails in the mailbox for progress files were not given by the mail server');
  const moving = troubleLog(log, 'emails in the mailbox for progress files could not be moved');
  const note = (log: typeof giving, what: string, count: number) =>
    count > 0 ? log.befell(new Error(`the mail server refused to ${what} ${count} of them`)) : log.isOver();
  return {
    [readMailboxJob]: async ({ id }) => {
      if (await isRunningElsewhere(db, { kind: readMailboxJob, id }, clock())) return;
      try {
        const take = (email: Uint8Array | undefined) => takeEmail(platform, email, log);
        const refused = await readMailbox(mailbox, { maxBytes: mostEmailBytes, take, signal });
        trouble.isOver();
        note(giving, 'give', refused.reads);
        note(moving, 'move', refused.moves);
      } catch (error) {
        if (!(error instanceof Away)) throw error;
        trouble.befell(error);
      }
    },
  };
}
