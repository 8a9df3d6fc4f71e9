import type { Tx } from '../db/database.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Mail } from './compose.ts';

export const mailJob = 'mail';

/**
 * Enqueues an email in the transaction that causes it.
 *
 * @param goodUntil the email is not sent after this time.
 */
export const queueMail = (tx: Tx, mail: Mail, { goodUntil }: { goodUntil?: Date } = {}): Promise<void> =>
  enqueue(tx, mailJob, { ...mail, ...(goodUntil && { goodUntil }) });
