import type { CourseRule, Requirements } from '@fairlead/contract/courses/course-rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { among } from '../../../platform/db/among.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { noSuchCourse, selectCourses } from '../queries.ts';

/** The columns that an edition states; see `CourseRule` of the contract. */
const facts = [
  ...(['edition', 'appliesFrom', 'qualification', 'regulation', 'competenceTable', 'modelCourse', 'standard'] as const),
  ...(['kind', 'kindOf', 'validity', 'validityMonths', 'boundTo'] as const),
  ...(['approval', 'approvalNumber', 'approvalUntil', 'source', 'sourceDate'] as const),
] as const;

const selectRules = (db: Queryable) =>
  db
    .selectFrom('courseRule')
    .select(['courseRule.id', 'courseRule.courseId', 'courseRule.createdAt', 'courseRule.approvalChangedOn'])
    .select(facts)
    .select(sql<Requirements>`course_rule.requirements`.as('requirements'));

export type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>['executeTakeFirstOrThrow']>>;

/**
 * The rules of some courses that apply on a day, by course: of the editions that have begun, the one that began last,
 * and of several that began together the newest. Every course has one.
 */
export async function findRulesInForce(
  db: Queryable,
  courseIds: readonly string[],
  day: CalendarDate,
): Promise<Map<string, RuleRow>> {
  if (courseIds.length === 0) return new Map();
  const rows = await selectRules(db)
    .distinctOn('courseId')
    .where(among('courseId', courseIds))
    .where((e) => e.or([e('appliesFrom', 'is', null), e('appliesFrom', '<=', day)]))
    .orderBy('courseId')
    .orderBy('appliesFrom', (by) => by.desc().nullsLast())
    .orderBy('edition', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.courseId, row]));
}

/** The edition of the rule of a row of `course` that applies on a day: what follows `select … from`. */
export const ruleInForce = (day: CalendarDate) => sql`course_rule
  where course_id = course.id and (applies_from is null or applies_from <= ${day}::date)
  order by applies_from desc nulls last, edition desc limit 1`;

/** Several courses by their ids, each with the rule that applies on a day, in no particular order. */
export async function listCoursesWithRules(db: Queryable, ids: readonly string[], day: CalendarDate) {
  if (ids.length === 0) return [];
  const named = sql.join(facts.flatMap((fact) => [sql.lit(fact), sql.ref(`courseRule.${fact}`)]));
  return selectCourses(db)
    .select(
      sql<CourseRule>`(
        select jsonb_build_object(${named}, 'requirements', requirements) from ${ruleInForce(day)})`.as('rule'),
    )
    .where(among('course.id', ids))
    .execute();
}

/**
 * The rule of a course that applies on a day.
 *
 * @throws AppError `not-found` for a course that does not exist.
 */
export async function getRuleInForce(db: Queryable, courseId: string, day: CalendarDate): Promise<RuleRow> {
  const rule = (await findRulesInForce(db, [courseId], day)).get(courseId);
  if (!rule) throw noSuchCourse();
  return rule;
}

/** An edition by its id. */
export const findRule = (db: Queryable, id: string): Promise<RuleRow | undefined> =>
  selectRules(db).where('courseRule.id', '=', id).executeTakeFirst();

/** The editions of a course's rule, newest first, each with its author and the number of certificates issued by it. */
export const listEditions = (db: Queryable, courseId: string) =>
  selectRules(db)
    .leftJoin('account as author', 'author.id', 'courseRule.createdBy')
    .select([
      'author.firstName',
      'author.lastName',
      sql<number>`(select count(*)::int from certificate where certificate.rule_id = course_rule.id)`.as(
        'certificates',
      ),
    ])
    .where('courseId', '=', courseId)
    .orderBy('edition', 'desc')
    .execute();
export type EditionRow = Awaited<ReturnType<typeof listEditions>>[number];

/**
 * Whether the row `later` of `held_document` stands for a document that ends on a day: it ends later, and somebody has
 * checked it.
 */
export const standsFor = (lastDay: RawBuilder<unknown>) =>
  sql<SqlBool>`(later.is_checked and (later.last_day is null or later.last_day > ${lastDay}))`;

/**
 * Whether the holder of a certificate has a later document of the same code, such as the certificate of its refresher.
 * A scalar subquery, which is asked for each row: as a condition, `exists` alone would be joined with all documents of
 * the academy, which takes 14 s among a million people.
 */
export const isFollowed = sql<SqlBool>`(select exists (
  select from held_document as own
  join held_document as later on later.account_id = own.account_id and later.code = own.code
    and ${standsFor(sql`own.last_day`)}
  where own.account_id = certificate.account_id and own.document_id = certificate.id))`;

/** A certificate with the day by which it has to be refreshed; null where none is due. */
type Refreshable = { id: string; refresherDue: CalendarDate | null };

/**
 * Which of some certificates are followed by a later document; see `isFollowed`. It is a query of its own: in a query
 * for others, the view of all documents costs some milliseconds even where no row of it is needed.
 */
async function findFollowed(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select certificate.id from certificate where ${among('certificate.id', ids)} and ${isFollowed}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Certificates as they are for their holders today: without the day by which they have to be refreshed, once the holder
 * has a later document of the same code, such as the certificate of the refresher course.
 *
 * @param matters of which other certificates `isFollowed` is asked too; it is false for those of which it is not.
 */
export async function withFollowed<C extends Refreshable>(
  db: Queryable,
  certificates: readonly C[],
  matters: (certificate: C) => boolean = () => false,
): Promise<(C & { isFollowed: boolean })[]> {
  const asked = certificates.filter((one) => one.refresherDue !== null || matters(one)).map(({ id }) => id);
  const followed = await findFollowed(db, asked);
  return certificates.map((one) => {
    const isFollowed = followed.has(one.id);
    return { ...one, isFollowed, refresherDue: isFollowed ? null : one.refresherDue };
  });
}
