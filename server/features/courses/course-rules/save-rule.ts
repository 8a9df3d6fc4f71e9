import type { RuleFacts, RuleInput } from '@fairlead/contract/course-rules';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type CalendarDate, dayAt, dayInWords } from '../../../platform/calendar.ts';
import { type Queryable, type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CourseScope, noSuchCourse, within } from '../queries.ts';
import { monthsOf } from './rules.ts';

/** Whether documents of a kind prove a code. */
export type KindFinder = (db: Queryable, code: string) => Promise<boolean>;

type Saving = {
  courseId: string;
  input: RuleInput;
  /** The courses on which its author works. */
  scope: CourseScope;
  isOfKind: KindFinder;
  actorId: string;
  ip: string;
};

/**
 * Adds an edition to the rule of a course. Certificates that are issued stay as they are.
 *
 * @throws AppError `not-found`; `forbidden` for a code that the scope does not allow; `stale` if somebody has added an
 * edition since `input.seen`; `conflict` if it would begin before today.
 */
export async function saveRule(platform: Platform, saving: Saving): Promise<void> {
  const { courseId, input, actorId, ip } = saving;
  const { db, clock, config, changes } = platform;
  const now = clock();
  const { seen, appliesFrom, ...rule } = input;
  await transaction(db, async (tx) => {
    const newest = await lockRule(tx, courseId);
    if (newest !== seen) throw new AppError('stale', 'Somebody has changed this rule after you opened it.');
    const today = dayAt(now, config.timeZone);
    if (appliesFrom < today) {
      // issued certificates name the edition of their day
      const message = `A rule begins today, ${dayInWords(today)}, or later.`;
      throw new AppError('conflict', message, { fields: { appliesFrom: message } });
    }
    const edition = { courseId, edition: newest + 1, rule: tidied(rule), appliesFrom };
    await demandOwnCodes(tx, saving, edition.rule);
    await addEdition(tx, { ...edition, actorId, now, today });
    await tx
      .updateTable('course')
      // a course form that was opened before would otherwise take the months back
      .set((course) => ({ version: course('version', '+', 1), updatedAt: now }))
      .where('id', '=', courseId)
      .execute();
    const details = { edition: newest + 1, appliesFrom, note: rule.source };
    await appendAudit(tx, { actorId, action: 'course.rule', subject: { kind: 'course', id: courseId }, details, ip });
    await changes.record(tx, 'public-pages');
  });
}

/**
 * Locks the rule of a course, with the course, against other editions.
 *
 * @returns the number of its newest edition; 0 for a course without one, which is being created.
 */
export async function lockRule(tx: Tx, courseId: string): Promise<number> {
  const course = await tx.selectFrom('course').select('id').where('id', '=', courseId).forUpdate().executeTakeFirst();
  if (!course) throw noSuchCourse();
  const newest = await tx
    .selectFrom('courseRule')
    .select((e) => e.fn.max<number | null>('edition').as('edition'))
    .where('courseId', '=', courseId)
    .executeTakeFirst();
  return newest?.edition ?? 0;
}

/**
 * Requires that a rule names no code of which others decide what proves it: certificates of this course would prove it,
 * as checked. What the course itself has named before, it may name.
 */
async function demandOwnCodes(tx: Tx, saving: Reserving & { courseId: string }, rule: Edition['rule']) {
  const { courseId, scope } = saving;
  if (scope === 'all') return;
  for (const field of ['qualification', 'kindOf'] as const) {
    const code = rule[field];
    if (code === '') continue;
    const named = tx
      .selectFrom('courseRule')
      .select('courseId')
      .where((e) => e.or([e('qualification', '=', code), e('kindOf', '=', code)]));
    const own = await named.where('courseId', '=', courseId).limit(1).executeTakeFirst();
    if (own) continue;
    const reason = await reservedBy(tx, saving, code);
    if (!reason) continue;
    const message = `${reason} Only staff who work on all courses can give it to this one.`;
    throw new AppError('forbidden', message, { fields: { [field]: message } });
  }
}

type Reserving = Pick<Saving, 'scope' | 'isOfKind'>;

/** What a code belongs to outside the courses of a scope, in a sentence; undefined for nothing. */
async function reservedBy(tx: Tx, { scope, isOfKind }: Reserving, code: string): Promise<string | undefined> {
  const others = () => tx.selectFrom('courseRule').where((e) => e.not(within(scope, 'course_rule.course_id')));
  const named = await others()
    .select('courseId')
    .where((e) => e.or([e('qualification', '=', code), e('kindOf', '=', code)]))
    .limit(1)
    .executeTakeFirst();
  if (named) return `Another course has ${code}.`;
  // passports, seaman's books and INDOS numbers of profiles are kinds too
  if (await isOfKind(tx, code)) return `${code} is a kind of document.`;
  const required = await others()
    .select('courseId')
    .where(sql<SqlBool>`requirements @> ${JSON.stringify({ certificates: [{ qualification: code }] })}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  if (required) return `Another course requires ${code}.`;
  const listed = await tx
    .selectFrom('checklistEdition')
    .select('id')
    .where(sql<SqlBool>`requirements @> ${JSON.stringify([{ anyOf: [code] }])}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return listed && `A checklist names ${code}.`;
}

type Edition = {
  courseId: string;
  edition: number;
  rule: Omit<RuleFacts, 'source' | 'sourceDate'> & { source: string; sourceDate: string | null };
  /** Null for the first edition. */
  appliesFrom: CalendarDate | null;
  actorId: string;
  now: Date;
  today: CalendarDate;
};

/**
 * Inserts an edition, in the transaction that has locked the course. The released version is told the months of one that
 * applies today.
 */
export async function addEdition(tx: Tx, { courseId, edition, rule, appliesFrom, actorId, now, today }: Edition) {
  const { requirements, ...facts } = rule;
  await tx
    .insertInto('courseRule')
    .values({
      ...{ courseId, edition, appliesFrom, ...facts },
      requirements: JSON.stringify(requirements),
      createdBy: actorId,
      createdAt: now,
    })
    .execute();
  if (appliesFrom !== null && appliesFrom > today) return;
  await tx
    .updateTable('course')
    .set({ validityMonths: monthsOf(rule) })
    .where('id', '=', courseId)
    .execute();
}

/** A rule without what does not belong to its kind and its validity. */
const tidied = (rule: RuleFacts): RuleFacts => ({
  ...rule,
  kindOf: rule.kind === 'first' ? '' : rule.kindOf,
  validityMonths: rule.validity === 'months' || rule.validity === 'until-refresher' ? rule.validityMonths : null,
  boundTo: rule.validity === 'bound' ? rule.boundTo : '',
});
