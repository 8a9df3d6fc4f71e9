import { appendAudit } from '../../../platform/audit/append.ts';
import { type Db, type Queryable, transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { hashOfToken, makeToken } from '../../../platform/link-token.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The content of a calendar: a holder's certificates, or the batches that staff may see. */
export type CalendarKind = 'certificates' | 'batches';

/**
 * Counts an opening of a secret link, to a calendar or a shared certificate, from one IP address. The tokens cannot be
 * guessed, so this only limits the load.
 *
 * @throws AppError `too-many`.
 */
export const limitOpenings = (db: Db, ip: string, now: Date) =>
  consume(db, { key: `share:${ip}`, max: 300, seconds: 15 * 60 }, now);

type Owning = { accountId: string; kind: CalendarKind };
type Changing = Owning & { ip: string };

/**
 * Creates a new calendar URL for a person, and invalidates the previous one.
 *
 * @param sessionId the session that asks for it.
 * @returns its token, which is not stored.
 * @throws AppError `not-signed-in` when the session has ended meanwhile.
 */
export async function renewCalendar(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, sessionId, kind, ip }: Changing & { sessionId: string },
): Promise<string> {
  const token = makeToken();
  const feed = { tokenHash: hashOfToken(token), createdAt: clock() };
  await transaction(db, async (tx) => {
    // Locked, as by a new password, which ends the session before it ends calendars: no URL is made behind it.
    const session = tx.selectFrom('session').select('id').where('id', '=', sessionId).where('endedAt', 'is', null);
    if (!(await session.forUpdate().executeTakeFirst())) throw new AppError('not-signed-in', 'Please log in to go on.');
    await tx
      .insertInto('calendarFeed')
      .values({ accountId, kind, ...feed })
      .onConflict((conflict) => conflict.columns(['accountId', 'kind']).doUpdateSet(feed))
      .execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.renew-calendar', subject, ip });
  });
  return token;
}

/** Ends a person's calendar URL at once. Idempotent. */
export async function endCalendar({ db }: Pick<Platform, 'db'>, { accountId, kind, ip }: Changing): Promise<void> {
  await transaction(db, async (tx) => {
    const own = tx.deleteFrom('calendarFeed').where('accountId', '=', accountId).where('kind', '=', kind);
    if (!(await own.returning('accountId').executeTakeFirst())) return;
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.end-calendar', subject, ip });
  });
}

/** When a person's calendar URL was created, as the reply says it; null when there is none. */
export async function presentCalendar(db: Queryable, { accountId, kind }: Owning) {
  const feed = db.selectFrom('calendarFeed').select('createdAt').where('accountId', '=', accountId);
  const found = await feed.where('kind', '=', kind).executeTakeFirst();
  return { createdAt: found?.createdAt.toISOString() ?? null };
}

/**
 * The person whose calendar a URL opens, with the role that they have now.
 *
 * @throws AppError `not-found` for a token that is not valid, and while the account is disabled.
 */
export async function getCalendarOwner(db: Queryable, { token, kind }: { token: string; kind: CalendarKind }) {
  const owner = await db
    .selectFrom('calendarFeed')
    .innerJoin('account', 'account.id', 'calendarFeed.accountId')
    .select(['calendarFeed.accountId', 'account.role'])
    .where('tokenHash', '=', hashOfToken(token))
    .where('kind', '=', kind)
    // It works again when the account is enabled again.
    .where('account.disabledAt', 'is', null)
    .executeTakeFirst();
  if (!owner) throw notFound('There is no such calendar.');
  return owner;
}
