import type { Tx } from '../db/database.ts';
import { enqueue, enqueueAll } from '../jobs/enqueue.ts';
import type { Mail } from './compose.ts';

export const mailJob = 'mail';

/**
 * Enqueues an email in the transaction that causes it.
 *
 * @param goodUntil the email is not sent after this time.
 */
export const queueMail = (tx: Tx, mail: Mail, { goodUntil }: { goodUntil?: Date } = {}): Promise<void> =>
  enqueue(tx, mailJob, { ...mail, ...(goodUntil && { goodUntil }) });

/** The same for several emails, in a few statements. */
export const queueMails = (tx: Tx, mails: readonly Mail[]): Promise<void> => enqueueAll(tx, mailJob, mails);
