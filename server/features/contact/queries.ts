import type { ContactQuery } from '@fairlead/contract/contact/calls';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import {
  byMoment,
  type Counted,
  matchesName,
  type Order,
  onDays,
  pageInOrder,
  paginationOf,
  totalOf,
} from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';

const selectMessages = (db: Queryable) =>
  db
    .selectFrom('contactMessage')
    .leftJoin('account', 'account.email', 'contactMessage.email')
    .selectAll('contactMessage')
    .select('account.id as accountId');

/** A message with the account of its email, if there is one. */
export type ContactRow = Awaited<ReturnType<typeof getMessage>>;

/** @throws AppError `not-found`. */
export async function getMessage(db: Queryable, id: string) {
  const message = await selectMessages(db).where('contactMessage.id', '=', id).executeTakeFirst();
  if (!message) throw notFound('There is no such message.');
  return message;
}

/** The answers to a message, the first one first, each with who wrote it. */
export const listAnswers = (db: Queryable, messageId: string) =>
  db
    .selectFrom('contactAnswer')
    .innerJoin('account', 'account.id', 'contactAnswer.writtenBy')
    .select(['contactAnswer.id', 'contactAnswer.sentAt', 'contactAnswer.text', 'firstName', 'lastName'])
    .where('messageId', '=', messageId)
    .orderBy('sentAt')
    .orderBy('contactAnswer.id')
    .execute();
export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number];

const searchText = sql<string>`(contact_message.folded_name || ' ' || contact_message.email || ' ' || contact_message.message)`;
const moment = { expression: sql<Date>`contact_message.received_at`, table: sql`contact_message` };
const id = sql<string>`contact_message.id`;
const orders: Record<NonNullable<ContactQuery['sort']>, Order> = {
  newest: { id, way: 'desc' },
  oldest: { id, way: 'asc' },
};

/**
 * A page of the messages, the newest first by default. Returns the rows (one more than the limit if there is a next
 * page) and the capped count.
 */
export async function listMessages(
  db: Queryable,
  { sort = 'newest', state, from, to, timeZone, isCounted, ...query }: Counted<ContactQuery> & { timeZone: string },
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = db.selectFrom('contactMessage').select('contactMessage.id');
  if (search) matching = matching.where(matchesName(searchText, search));
  if (state) matching = matching.where('contactMessage.state', '=', state);
  if (from || to) matching = matching.where(onDays(moment.expression, { from, to }, timeZone));
  const order = byMoment(orders[sort], { from, to }, moment);
  // the ids first: a search would otherwise look up the account of each message that it finds, and not of the page
  // alone
  const page = pageInOrder(matching, order, { after, take });
  const ofPage = selectMessages(db).where('contactMessage.id', 'in', page);
  const rows = await pageInOrder(ofPage, order, { after: undefined, take }).execute();
  const total = await totalOf(db, matching, { rows, limit, after, isCounted });
  return { rows, limit, total };
}
