import type { RegisterQuery } from '@fairlead/contract/certificates/register';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  type Counted,
  latestFirst,
  matchesName,
  type Order,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../../platform/db/pagination.ts';
import type { Schema } from '../../../platform/db/schema.generated.ts';
import { notFound } from '../../../platform/errors.ts';
import { fullNameIn } from '../../accounts/index.ts';
import { isFollowed } from '../../courses/index.ts';
import { releaseHeldCertificatesJob } from '../../seafarers/index.ts';
import { normalizeCertificateNumber } from '../certificate-number.ts';
import { identityChangedAt, nameInProfile, renewalDay } from '../queries.ts';
import { lastDayOfSoon } from '../rules.ts';

/** The text that a search of the register covers; its trigram index is on the same expression. */
const certificateText = sql<string>`(certificate.folded_name || ' ' || certificate.own_script_name || ' ' ||
  certificate.number || ' ' || certificate.email)`;

type Selecting = ExpressionBuilder<Schema, 'certificate'>;
type Filter = Pick<RegisterQuery, 'state' | 'courseId' | 'expiresFrom' | 'expiresTo'>;

/**
 * The condition on stored rows for a state: whether an issued certificate is valid, expired or expires soon depends on
 * the date only, and for `expires-soon` on whether a later document follows it.
 */
function inState(e: Selecting, state: NonNullable<Filter['state']>, today: CalendarDate) {
  const issued = e('certificate.status', '=', 'issued');
  const ended = e('certificate.expiresOn', '<', today);
  if (state === 'expired') return e.and([issued, ended]);
  if (state === 'issued') return e.and([issued, e.or([e('certificate.expiresOn', 'is', null), e.not(ended)])]);
  if (state === 'expires-soon') {
    const isSoon = [e(renewalDay, '>=', today), e(renewalDay, '<=', lastDayOfSoon(today))];
    return e.and([issued, ...isSoon, e.not(isFollowed)]);
  }
  return e('certificate.status', '=', state);
}

const newestFirst = latestFirst('certificate.id');
const lastDay = { expression: sql`certificate.expires_on`, table: sql`certificate` };

/**
 * Expired certificates are sorted by their last day, latest first; those to be renewed soon by that day, earliest
 * first.
 */
function orderOf({ state, expiresFrom, expiresTo }: Filter): Order {
  if (state === 'expired') return { ...newestFirst, by: lastDay };
  if (state === 'expires-soon') return { ...newestFirst, way: 'asc', by: { ...lastDay, expression: renewalDay } };
  const isByDay = expiresFrom !== undefined || expiresTo !== undefined;
  return isByDay ? { ...newestFirst, way: 'asc', by: lastDay } : newestFirst;
}

/**
 * The condition for a search: a complete certificate number in any notation, or the complete email address of a holder,
 * each of which is an index lookup; otherwise a part of the text, for which the trigram index must be searched for
 * every three characters, and many may match.
 */
async function soughtBy(
  db: Queryable,
  words: string,
  search: Search | undefined,
): Promise<{ isSought: RawBuilder<SqlBool>; isPart: boolean }> {
  const number = normalizeCertificateNumber(words);
  if (number !== undefined) return { isSought: sql<SqlBool>`certificate.number = ${number}`, isPart: false };
  const ofEmail = sql<SqlBool>`certificate.email = ${words.trim().toLowerCase()}`;
  const holders = db.selectFrom('certificate').select('id').where(ofEmail).limit(1);
  if (words.includes('@') && (await holders.executeTakeFirst())) return { isSought: ofEmail, isPart: false };
  if (search === undefined) return { isSought: sql<SqlBool>`true`, isPart: false };
  return { isSought: matchesName(certificateText, search), isPart: true };
}

/**
 * A page of the register, newest first unless it is filtered by last day. Returns the rows (one more than the limit if
 * there is a next page) and the capped count.
 *
 * @param today today's date in the academy's time zone, which decides what is expired.
 */
export async function listRegister(db: Queryable, query: Counted<RegisterQuery>, today: CalendarDate) {
  const { take, limit, after, search } = paginationOf(query);
  const { isCounted, state, userId, courseId, expiresFrom, expiresTo } = query;
  const { isSought, isPart } = await soughtBy(db, query.q ?? '', search);
  const matching = db
    .selectFrom('certificate')
    .where(isSought)
    .$if(state !== undefined, (rows) => rows.where((e) => inState(e, state ?? 'issued', today)))
    .$if(userId !== undefined, (rows) => rows.where('certificate.accountId', '=', userId ?? ''))
    .$if(courseId !== undefined, (rows) => rows.where('certificate.courseId', '=', courseId ?? ''))
    .$if(expiresFrom !== undefined, (rows) => rows.where('certificate.expiresOn', '>=', expiresFrom ?? ''))
    .$if(expiresTo !== undefined, (rows) => rows.where('certificate.expiresOn', '<=', expiresTo ?? ''));
  const order = orderOf(query);
  // The ids first: a search for a part of the text would otherwise join the rest to each certificate that it finds, and
  // not to those of the page.
  const page = pageInOrder(matching.select('certificate.id'), order, { after, take });
  const wanted = (isPart ? db.selectFrom('certificate').where('certificate.id', 'in', page) : matching)
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .leftJoin('certificate as successor', 'successor.id', 'certificate.supersededBy')
    .leftJoin('account as revoker', 'revoker.id', 'certificate.revokedBy')
    .leftJoin('courseRule as rule', 'rule.id', 'certificate.ruleId')
    .selectAll('certificate')
    .select((e) => [
      'pdf.filename as pdf',
      'successor.number as replacedBy',
      'rule.edition as ruleEdition',
      'rule.validity',
      'rule.validityMonths',
      'rule.boundTo as ruleBoundTo',
      'rule.source',
      'rule.sourceDate',
      isFollowed.as('isFollowed'),
      identityChangedAt.as('identityChangedAt'),
      nameInProfile.as('nameInProfile'),
      'rule.createdAt as ruleSavedAt',
      fullNameIn('revoker').as('revoker'),
      e
        .exists(
          e
            .selectFrom('job')
            .select('job.id')
            .where('job.kind', '=', releaseHeldCertificatesJob)
            .where('job.gaveUpAt', 'is not', null)
            .where(sql`job.payload ->> 'accountId'`, '=', sql`certificate.account_id::text`),
        )
        .as('releaseGaveUp'),
    ]);
  const rows = await pageInOrder(wanted, order, { after: isPart ? undefined : after, take }).execute();
  const ids = matching.select('certificate.id');
  // Newest first: with the index on last days, the count would read all expired certificates first.
  const counted = state === 'issued' && search === undefined ? ids.orderBy('certificate.id', 'desc') : ids;
  return { rows, limit, total: await totalOf(db, counted, { rows, limit, after, isCounted }) };
}

export type RegisterRow = Awaited<ReturnType<typeof listRegister>>['rows'][number];

/**
 * A certificate with all that it states, locked until the end of the transaction.
 *
 * @throws AppError `not-found`.
 */
export async function lockCertificate(tx: Tx, id: string) {
  const certificate = await tx
    .selectFrom('certificate')
    .select([
      ...(['id', 'number', 'status', 'logId', 'enrolmentId', 'attemptId', 'accountId', 'courseId'] as const),
      ...([
        'name',
        'ownScriptName',
        'email',
        'birthDate',
        'passportNumber',
        'cdcNumber',
        'indosNumber',
        'gradeNumber',
      ] as const),
      ...(['courseTitle', 'regulations', 'subjects', 'percentage', 'expiresOn', 'portraitId', 'pdfFileId'] as const),
      ...(['ruleId', 'heldTo', 'approvedBy', 'approvalNumber', 'boundTo', 'refresherDue'] as const),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!certificate) throw notFound('There is no such certificate.');
  return certificate;
}

/** The PDFs of some certificates, ordered by certificate number; those not rendered yet are left out. */
export const listSheets = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('certificate')
    .innerJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .select(['certificate.id', 'certificate.number', 'pdf.filename'])
    .where('certificate.id', 'in', ids)
    .orderBy('certificate.number')
    .execute();
