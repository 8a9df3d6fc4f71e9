import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { type CourseScope, within } from '../queries.ts';

/** Finds which of some codes somebody else uses. */
type CodeFinder = (db: Queryable, codes: readonly string[]) => Promise<ReadonlySet<string>>;

/** Who knows the codes that are not the courses' own: those of kinds of documents, and those that checklists name. */
export type CodeFinders = { findKindCodes: CodeFinder; findChecklistCodes: CodeFinder };

export type Reserving = CodeFinders & {
  courseId: string;
  /** The courses on which the author of a rule works. */
  scope: CourseScope;
};

/**
 * The codes that a rule of a course may not name, of some, each with the reason in a sentence: others decide what
 * proves them, and certificates of this course would prove them, as checked. What the course itself has named before,
 * it may name; who works on all courses may give any code to any course.
 */
export async function findReserved(
  db: Queryable,
  { courseId, scope, findKindCodes, findChecklistCodes }: Reserving,
  named: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const codes = named.filter((code) => code !== '');
  if (scope === 'all' || codes.length === 0) return new Map();
  const found = await sql<{ code: string; of: 'self' | 'course' | 'requirement' }>`
    select named.code, case when course_id = ${courseId} then 'self' else 'course' end as of
    from course_rule cross join lateral (values (qualification), (kind_of)) as named (code)
    where named.code = any(${codes}::text[])
      and (course_id = ${courseId} or not ${within(scope, 'course_rule.course_id')})
    union
    select required.one ->> 'qualification', 'requirement'
    from course_rule cross join lateral jsonb_array_elements(requirements -> 'certificates') as required (one)
    where required.one ->> 'qualification' = any(${codes}::text[])
      and not ${within(scope, 'course_rule.course_id')}`.execute(db);
  const of = (one: (typeof found.rows)[number]['of']) =>
    new Set(found.rows.flatMap((row) => (row.of === one ? [row.code] : [])));
  const [own, others, required] = [of('self'), of('course'), of('requirement')];
  // passports, seaman's books and INDoS numbers of profiles are kinds too
  const kinds = await findKindCodes(db, codes);
  const listed = await findChecklistCodes(db, codes);
  const reasonFor = (code: string) => {
    if (own.has(code)) return undefined;
    if (others.has(code)) return `Another course has ${code}.`;
    if (kinds.has(code)) return `${code} is a kind of document.`;
    if (required.has(code)) return `Another course requires ${code}.`;
    return listed.has(code) ? `A checklist names ${code}.` : undefined;
  };
  return new Map(
    codes.flatMap((code) => {
      const reason = reasonFor(code);
      return reason ? [[code, reason] as const] : [];
    }),
  );
}
