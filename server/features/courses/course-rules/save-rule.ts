import type { RuleFacts, RuleInput } from '@fairlead/contract/courses/course-rules';
import { dayInWords } from '@fairlead/contract/values/dates';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noSuchCourse } from '../queries.ts';
import { getRuleInForce } from './queries.ts';
import { findReserved, type Reserving } from './reserved-codes.ts';
import { type Approval, changedApproval, monthsOf } from './rules.ts';

type Saving = Reserving & { input: RuleInput; actorId: string; ip: string };

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
  const { seen, appliesFrom, approval, approvalNumber, approvalUntil, ...rule } = input;
  await transaction(db, async (tx) => {
    const newest = await lockRule(tx, courseId);
    if (newest !== seen) throw new AppError('stale', 'Somebody has changed this rule after you opened it.');
    const today = dayAt(now, config.timeZone);
    if (appliesFrom < today) {
      // issued certificates name the edition of their day
      const message = `A rule begins today, ${dayInWords(today)}, or later.`;
      throw new AppError('conflict', message, { fields: { appliesFrom: message } });
    }
    const replaced = await getRuleInForce(tx, courseId, appliesFrom);
    const stated = changedApproval(replaced, { approval, approvalNumber, approvalUntil }, today);
    const edition = { courseId, edition: newest + 1, rule: { ...tidied(rule), ...stated }, appliesFrom };
    await requireOwnCodes(tx, saving, edition.rule);
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

/** @throws AppError `forbidden` for a code that is reserved, with the reason at its field. */
async function requireOwnCodes(tx: Tx, reserving: Reserving, { qualification, kindOf }: Edition['rule']) {
  const codes = { qualification, kindOf };
  const reserved = await findReserved(tx, reserving, Object.values(codes));
  for (const [field, code] of Object.entries(codes)) {
    const reason = reserved.get(code);
    if (!reason) continue;
    const refusal = `${reason} Only staff who work on all courses can give it to this one.`;
    throw new AppError('forbidden', refusal, { fields: { [field]: refusal } });
  }
}

type Edition = {
  courseId: string;
  edition: number;
  rule: Omit<RuleFacts, 'sourceDate'> & Approval & { sourceDate: string | null };
  /** Null for the first edition. */
  appliesFrom: CalendarDate | null;
  actorId: string;
  now: Date;
  today: CalendarDate;
};

/**
 * Inserts an edition, in the transaction that has locked the course. The released version is told the months of one
 * that applies today.
 */
export async function addEdition(tx: Tx, { courseId, edition, rule, appliesFrom, actorId, now, today }: Edition) {
  const { requirements, ...facts } = rule;
  await tx
    .insertInto('courseRule')
    .values({
      courseId,
      edition,
      appliesFrom,
      ...facts,
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
const tidied = <R extends Omit<RuleFacts, keyof Approval>>(rule: R): R => ({
  ...rule,
  kindOf: rule.kind === 'first' ? '' : rule.kindOf,
  validityMonths: rule.validity === 'months' || rule.validity === 'until-refresher' ? rule.validityMonths : null,
  boundTo: rule.validity === 'bound' ? rule.boundTo : '',
});
