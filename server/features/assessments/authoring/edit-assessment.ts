import { hasEnoughToDraw, tooFewToDraw } from '@fairlead/contract/assessments/test-input';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAssessment, listQuestions, settingsOf } from '../queries.ts';
import { addVersion, createAssessment, type NewVersion } from './create-assessment.ts';

type Edit = {
  assessmentId: string;
  courseId: string;
  version: NewVersion;
  /** The version that was edited; without one, there is no check for concurrent edits. */
  seen: number | undefined;
  actorId: string;
  ip: string;
};

/**
 * Adds the next version of an assessment. Open attempts and existing results keep theirs.
 *
 * @throws AppError `not-found`; `stale` when somebody added another version meanwhile; `conflict` for another course;
 * `invalid` when more questions of a topic are drawn than are left to ask.
 */
export async function editAssessment({ db, clock }: Pick<Platform, 'db' | 'clock'>, edit: Edit): Promise<void> {
  const { assessmentId, courseId, version, seen, actorId, ip } = edit;
  await transaction(db, async (tx) => {
    // Of two concurrent edits, the second waits here and then sees the first.
    await tx.selectFrom('assessment').select('id').where('id', '=', assessmentId).forUpdate().execute();
    const test = await getAssessment(tx, assessmentId);
    if (test.courseId !== courseId)
      throw new AppError('conflict', 'A test cannot move to another course. Duplicate it instead.');
    if (seen !== undefined && seen !== test.version) {
      throw new AppError('stale', `Version ${test.version} of this test was saved after you opened it.`);
    }
    // The draws may be those of the version before, which the edit leaves as they are.
    if (!hasEnoughToDraw(version.questions, version.settings.draws))
      throw new AppError('invalid', `${tooFewToDraw}.`, { fields: { 'settings.draws': tooFewToDraw } });
    await addVersion(tx, { assessmentId, version, actorId, now: clock() });
    const details = { version: test.version + 1 };
    const subject = { kind: 'assessment', id: assessmentId };
    await appendAudit(tx, { actorId, action: 'assessment.edit', subject, details, ip });
  });
}

type Copying = { assessmentId: string; actorId: string; ip: string };

/**
 * Creates an unpublished copy of an assessment's newest version in the same course.
 *
 * @returns the copy's id.
 * @throws AppError `not-found`.
 */
export async function duplicateAssessment(platform: Pick<Platform, 'db' | 'clock'>, copying: Copying) {
  const { assessmentId, actorId, ip } = copying;
  const test = await getAssessment(platform.db, assessmentId);
  const { courseId, versionId, passMark } = test;
  const settings = settingsOf(test);
  const questions = await listQuestions(platform.db, [versionId]);
  const title = `${test.title.slice(0, 190)} (copy)`;
  return createAssessment(platform, { courseId, version: { title, passMark, settings, questions }, actorId, ip });
}
