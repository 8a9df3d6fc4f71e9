import { recommendedSettings, type Settings } from '@fairlead/contract/assessments/test-settings';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CourseScope } from '../../courses/index.ts';
import { getAssessment, listGuessable, listQuestions, settingsOf } from '../queries.ts';
import { isGuessable } from '../rules.ts';
import { addVersion } from './create-assessment.ts';

type Dependencies = Pick<Platform, 'db' | 'clock'>;
type By = { actorId: string; ip: string };

/**
 * Adds a version of an assessment with the recommended settings, if its answer key can be found by guessing; everything
 * else stays, including a waiting period of its own. Idempotent.
 *
 * @returns whether it was done.
 * @throws AppError `not-found`.
 */
export async function secureSettings(
  { db, clock }: Dependencies,
  { assessmentId, ...by }: By & { assessmentId: string },
) {
  return transaction(db, async (tx) => {
    // Of two concurrent calls, the second waits here and then sees the first.
    await lockTest(tx, assessmentId);
    const test = await getAssessment(tx, assessmentId);
    if (!isGuessable(test)) return false;
    const questions = await listQuestions(tx, [test.versionId]);
    const version = { title: test.title, passMark: test.passMark, questions, settings: secured(test) };
    await addVersion(tx, { assessmentId, version, actorId: by.actorId, now: clock() });
    const details = { version: test.version + 1 };
    const subject = { kind: 'assessment', id: assessmentId };
    await appendAudit(tx, { ...by, action: 'assessment.secure-settings', subject, details });
    return true;
  });
}

function secured(test: Settings): Settings {
  const { hoursBetween, waitGrows } = test;
  const wait = hoursBetween === null ? {} : { hoursBetween, waitGrows };
  return { ...settingsOf(test), ...recommendedSettings, ...wait };
}

/**
 * Does the same for every published assessment in the course scope about which staff were warned, one after the other.
 *
 * @returns how many assessments were changed.
 */
export async function secureAllSettings(
  dependencies: Dependencies,
  { courseScope, ...by }: By & { courseScope: CourseScope },
): Promise<number> {
  let changed = 0;
  for (const assessmentId of await listGuessable(dependencies.db, courseScope)) {
    if (await secureSettings(dependencies, { assessmentId, ...by })) changed += 1;
  }
  return changed;
}

/**
 * Records that staff accept that the answer key of an assessment can be found by guessing, so that they are not warned
 * again.
 *
 * @throws AppError `not-found`.
 */
export async function acceptGuessing({ db }: Dependencies, { assessmentId, ...by }: By & { assessmentId: string }) {
  await transaction(db, async (tx) => {
    await getAssessment(tx, assessmentId);
    const accepted = await tx
      .updateTable('assessment')
      .set({ guessing: 'accepted' })
      .where('id', '=', assessmentId)
      .where('guessing', '=', 'possible')
      .returning('id')
      .executeTakeFirst();
    if (!accepted) return;
    await appendAudit(tx, {
      ...by,
      action: 'assessment.accept-guessing',
      subject: { kind: 'assessment', id: assessmentId },
    });
  });
}

const lockTest = (tx: Tx, id: string) =>
  tx.selectFrom('assessment').select('id').where('id', '=', id).forUpdate().execute();
