import { isDeepStrictEqual } from 'node:util';
import type { ApprovalInput } from '@fairlead/contract/courses/course-rules';
import { appendAudit } from '../../../platform/audit/append.ts';
import { dayAt } from '../../../platform/calendar.ts';
import { transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Approval, changedApproval } from './rules.ts';
import { lockRule } from './save-rule.ts';

type Changing = { courseId: string; edition: number; input: ApprovalInput; actorId: string; ip: string };

/**
 * Changes the approval of an edition of a course's rule, which those certificates state that are earned after it. The
 * audit keeps what it said before.
 *
 * @throws AppError `not-found`, or `conflict` for a number or an end without an approval.
 */
export async function changeApproval({ db, clock, config, changes }: Platform, changing: Changing): Promise<void> {
  const { courseId, edition, input, actorId, ip } = changing;
  await transaction(db, async (tx) => {
    // also against a new edition, which may take its approval from this one
    await lockRule(tx, courseId);
    const before = await tx
      .selectFrom('courseRule')
      .select(['id', 'approval', 'approvalNumber', 'approvalUntil', 'approvalChangedOn'])
      .where('courseId', '=', courseId)
      .where('edition', '=', edition)
      .executeTakeFirst();
    if (!before) throw notFound('There is no such edition.');
    const after = changedApproval(before, input, dayAt(clock(), config.timeZone));
    if (isDeepStrictEqual(statedBy(after), statedBy(before))) return;
    await tx.updateTable('courseRule').set(after).where('id', '=', before.id).execute();
    const details = {
      edition,
      before: statedBy(before),
      after: statedBy(after),
    };
    await appendAudit(tx, {
      actorId,
      action: 'course.approval',
      subject: { kind: 'course', id: courseId },
      details,
      ip,
    });
    await changes.record(tx, 'public-pages');
  });
}

const statedBy = ({ approval, approvalNumber, approvalUntil }: Approval) => ({
  approval,
  approvalNumber,
  approvalUntil,
});
