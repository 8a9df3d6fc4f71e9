import type { Tx } from '../db/database.ts';
import { enqueue, enqueueAll } from '../jobs/enqueue.ts';
import type { Mail } from './compose.ts';

export const mailJob = 'mail';

/** When an email is sent. */
export type Posting = {
  /** It is not sent after this time. */
  goodUntil?: Date;
  /**
   * Since when it is due, for one of many that nobody waits for, such as reminders: every email without such a time, as
   * that with a code, is sent before it.
   */
  dueAt?: Date;
  /** Makes it the only one: a second email with the same key is not enqueued. */
  key?: string;
};

/** Enqueues an email in the transaction that causes it. */
export const queueMail = (tx: Tx, mail: Mail, { goodUntil, dueAt, key }: Posting = {}): Promise<void> =>
  enqueue(
    tx,
    mailJob,
    { ...mail, ...(goodUntil && { goodUntil }) },
    { ...(dueAt && { runAt: dueAt }), ...(key && { key }) },
  );

/** The same for several emails, in a few statements. */
export const queueMails = (tx: Tx, mails: readonly Mail[]): Promise<void> => enqueueAll(tx, mailJob, mails);
