import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { withFollowed } from '../../courses/index.ts';
import { identityChangedAt, nameInProfile, pictureName } from '../queries.ts';
import { expiresSoon, type Status } from '../rules.ts';

const selectOwn = (db: Queryable) =>
  db
    .selectFrom('certificate')
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .leftJoin('storedFile as picture', 'picture.id', 'certificate.pictureFileId')
    .leftJoin('certificate as successor', 'successor.id', 'certificate.supersededBy')
    .leftJoin('courseRule as rule', 'rule.id', 'certificate.ruleId')
    .selectAll('certificate')
    .select('rule.qualification')
    .select(['pdf.filename as pdf', 'successor.number as replacedBy'])
    .select(pictureName('certificate').as('picture'))
    .select([identityChangedAt.as('identityChangedAt'), nameInProfile.as('nameInProfile')]);

/**
 * The certificates of a holder, newest first. `refresherDue` is null once a certificate was refreshed. `isFollowed`
 * says whether a later document replaces one that expires soon on the day `today`.
 */
export async function listOwn(db: Queryable, accountId: string, today: CalendarDate) {
  const rows = await selectOwn(db)
    .where('certificate.accountId', '=', accountId)
    .orderBy('certificate.id', 'desc')
    .execute();
  return markFollowed(db, rows, today);
}

/** Says of certificates whether a later document replaces those that expire soon on a day, or that were refreshed. */
export const markFollowed = <
  Row extends Parameters<typeof expiresSoon>[0] & { id: string; refresherDue: CalendarDate | null },
>(
  db: Queryable,
  rows: readonly Row[],
  today: CalendarDate,
) => withFollowed(db, rows, (row) => expiresSoon(row, today));

/** A certificate as short lists show it. */
export type ShortRow = {
  id: string;
  number: string;
  courseTitle: string;
  status: Status;
  issuedOn: CalendarDate;
  expiresOn: CalendarDate | null;
  refresherDue: CalendarDate | null;
  boundTo: string;
  picture: string | null;
};

/**
 * As JSON, the newest certificates of a holder; those that were replaced are left out.
 *
 * @param accountId the column with the account.
 */
export const newestOf = (accountId: RawBuilder<string>, limit: number): RawBuilder<ShortRow[]> => sql<ShortRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'number', own.number, 'courseTitle', own.course_title,
    'status', own.status, 'issuedOn', own.issued_on, 'expiresOn', own.expires_on, 'refresherDue', own.refresher_due,
    'boundTo', own.bound_to, 'picture', ${pictureName('own')}) order by own.id desc), '[]')
  from (
    select * from certificate where certificate.account_id = ${accountId} and status <> 'superseded'
    order by id desc limit ${sql.lit(limit)}
  ) as own left join stored_file as picture on picture.id = own.picture_file_id)`;
export type OwnRow = Awaited<ReturnType<typeof listOwn>>[number];

/** Maximum number of openings of a link that are listed. */
const shownOpenings = 20;
/** Maximum number of links of a certificate that are listed, including ended ones. */
const shownShares = 50;

/**
 * The share links of a holder's certificate, newest first, each with its latest openings.
 *
 * @throws AppError `not-found` for a certificate of another holder.
 */
export async function listShares(
  db: Queryable,
  { certificateId, accountId }: Record<'certificateId' | 'accountId', string>,
) {
  const own = await db
    .selectFrom('certificate')
    .select('id')
    .where('id', '=', certificateId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!own) throw notFound('There is no such certificate.');
  const shares = await db
    .selectFrom('certificateShare as share')
    .select(['share.id', 'share.createdAt', 'share.expiresAt', 'share.revokedAt'])
    .select((e) =>
      e
        .selectFrom('shareOpening')
        .select(e.fn.countAll<number>().as('n'))
        .whereRef('shareId', '=', 'share.id')
        .as('opened'),
    )
    .where('share.certificateId', '=', certificateId)
    .orderBy('share.id', 'desc')
    .limit(shownShares)
    .execute();
  if (shares.length === 0) return [];
  const ids = shares.map(({ id }) => id);
  const { rows } = await sql<{ shareId: string; at: Date; network: string | null; device: string | null }>`
    select share_id, at, network, device from (
      select share_opening.*, row_number() over (partition by share_id order by id desc) as place
      from share_opening where share_id = any(${ids}::uuid[])
    ) as opening
    where place <= ${shownOpenings} order by at desc, id desc`.execute(db);
  const openings = Map.groupBy(rows, ({ shareId }) => shareId);
  return shares.map((share) => ({ ...share, opened: share.opened ?? 0, openings: openings.get(share.id) ?? [] }));
}
export type ShareRow = Awaited<ReturnType<typeof listShares>>[number];

/** The certificate behind a link that is valid now. */
export const findOpenShare = (db: Queryable, tokenHash: string, now: Date) =>
  selectOwn(db)
    .innerJoin('certificateShare as share', 'share.certificateId', 'certificate.id')
    .select(['share.id as shareId', 'share.expiresAt as linkExpiresAt'])
    .where('share.tokenHash', '=', tokenHash)
    .where('share.revokedAt', 'is', null)
    .where('share.expiresAt', '>', now)
    .executeTakeFirst();

/** Whether a file is the PDF or the picture of a certificate that a share link still gives access to. */
export async function isShared(
  db: Queryable,
  { shareId, fileId }: Record<'shareId' | 'fileId', string>,
  now: Date,
): Promise<boolean> {
  const share = await db
    .selectFrom('certificateShare as share')
    .innerJoin('certificate', 'certificate.id', 'share.certificateId')
    .select('share.id')
    .where('share.id', '=', shareId)
    .where((e) => e.or([e('certificate.pdfFileId', '=', fileId), e('certificate.pictureFileId', '=', fileId)]))
    .where('share.revokedAt', 'is', null)
    .where('share.expiresAt', '>', now)
    .executeTakeFirst();
  return share !== undefined;
}
