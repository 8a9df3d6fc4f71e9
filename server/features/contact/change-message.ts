import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy, sendEmail } from '../academy/index.ts';
import { contactAnswerEmail } from './email-templates.ts';
import { type ContactAction, stateAfter } from './rules.ts';

/** `seenVersion` is the version that its author saw; without it, the action is taken whatever has changed since. */
type Acting = { id: string; seenVersion: number | undefined; actorId: string; ip: string };

/**
 * Emails an answer to the visitor; what they reply goes to the academy's email address. The audit does not have its
 * text, which goes with the message when that is erased.
 *
 * @throws AppError `not-found`; `done` if a colleague has answered or closed the message since.
 */
export async function answerMessage(
  { db, config, clock }: Platform,
  { text, ...acting }: Acting & { text: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { name, email, message } = await change(tx, 'answer', { ...acting, now: clock() });
    const answer = { messageId: acting.id, writtenBy: acting.actorId, sentAt: clock(), text };
    await tx.insertInto('contactAnswer').values(answer).execute();
    await sendEmail(tx, config, contactAnswerEmail, {
      to: email,
      replyTo: (await getAcademy(tx, config)).email,
      values: { name, answer: text, message },
    });
  });
}

/**
 * Closes a message with which there is nothing left to do.
 *
 * @throws AppError `not-found`; `done` or `stale` if it is closed, or has changed since.
 */
export const closeMessage = ({ db, clock }: Platform, acting: Acting): Promise<void> =>
  transaction(db, async (tx) => {
    await change(tx, 'close', { ...acting, now: clock() });
  });

/**
 * Opens a closed message again.
 *
 * @throws AppError `not-found`; `done` or `stale` if it is open, or has changed since.
 */
export const reopenMessage = ({ db, clock }: Platform, acting: Acting): Promise<void> =>
  transaction(db, async (tx) => {
    await change(tx, 'reopen', { ...acting, now: clock() });
  });

const refusals: Record<ContactAction, string> = {
  answer: 'A colleague has answered or closed this message meanwhile.',
  close: 'This message is closed already.',
  reopen: 'This message is open already.',
};

/** Sets the state of a message, with an entry in the audit. */
async function change(tx: Tx, action: ContactAction, { id, seenVersion, actorId, ip, now }: Acting & { now: Date }) {
  const message = await tx.selectFrom('contactMessage').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!message) throw notFound('There is no such message.');
  const answer = await tx.selectFrom('contactAnswer').select('id').where('messageId', '=', id).executeTakeFirst();
  const state = stateAfter(action, message.state, answer !== undefined);
  if (!state) throw new AppError('done', refusals[action]);
  if (seenVersion !== undefined && seenVersion !== message.version) throw new AppError('stale', refusals.answer);
  await tx
    .updateTable('contactMessage')
    .set({ state, changedAt: now, version: message.version + 1 })
    .where('id', '=', id)
    .execute();
  await appendAudit(tx, { actorId, action: `message.${action}`, subject: { kind: 'message', id }, ip });
  return message;
}
