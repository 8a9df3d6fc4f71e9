import type { Tx } from '../db/database.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Mail } from './compose.ts';

export const mailJob = 'mail';

/**
 * Puts a mail into the outbox, in the transaction that causes it.
 *
 * @param goodUntil a mail that could not be sent by then is not sent any more.
 */
export const queueMail = (tx: Tx, mail: Mail, { goodUntil }: { goodUntil?: Date } = {}): Promise<void> =>
  enqueue(tx, mailJob, { ...mail, ...(goodUntil && { goodUntil }) });
