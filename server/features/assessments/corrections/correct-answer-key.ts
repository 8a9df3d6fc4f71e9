import { marksInWords } from '@fairlead/contract/assessments/marks';
import type { PartOf } from '@fairlead/contract/assessments/question-kinds';
import { type SqlBool, sql } from 'kysely';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { fullName } from '../../accounts/index.ts';
import { issueCertificate } from '../../certificates/index.ts';
import { recalculateSums } from '../analysis/sum-results.ts';
import { regradedEmail, regradedRoughlyEmail, regradedToPassEmail } from '../email-templates.ts';
import { kindNameOf, kindOf } from '../kinds/kinds.ts';
import { isSame, keyColumns, type Stored } from '../kinds/stored.ts';
import { isPassed, percentageOf, scoreColumns } from '../pass-mark.ts';
import { optionPictureIds } from '../picture-queries.ts';
import { noSuchQuestion } from '../policy.ts';
import { kindColumns, withKey } from '../queries.ts';
import { isShownExactly } from '../rules.ts';
import { listMiscounted } from './regrade-queries.ts';

type KeyCorrection = {
  questionId: string;
  correction: PartOf<'correction'>;
  reason: string;
  actorId: string;
  ip: string;
};
type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;

/**
 * Corrects the answer key of a question in every version of its assessment that contains it, and regrades submitted
 * attempts: old and new score are stored, and each learner whose score changed is notified. A learner who now reaches
 * the pass mark has passed and gets the certificate; one who no longer reaches it keeps the pass until staff decide on
 * it (decision 20).
 *
 * @returns the change's id.
 * @throws AppError `not-found`; `invalid` when the answer is none of the options; `done` when it is the answer key
 * already.
 */
export async function correctAnswerKey(platform: Dependencies, correcting: KeyCorrection): Promise<string> {
  const { db, clock } = platform;
  const { questionId, correction, reason, actorId, ip } = correcting;
  return transaction(db, async (tx) => {
    const asked = await lockQuestion(tx, questionId);
    const { assessmentId, text } = asked;
    const kind = kindOf(asked);
    if (kindNameOf(correction) !== asked.kind) {
      throw new AppError('invalid', 'The answer key is of another kind than its question.');
    }
    const key = kind.correctedKey(asked, correction);
    if (isSame(key, asked.key)) throw new AppError('done', 'This is already the correct answer.');
    const questionIds = await writeKey(tx, asked, key);
    const [oldAnswer, newAnswer] = [kind.keyInWords(asked), kind.keyInWords({ ...asked, key })];
    const change = { assessmentId, questionText: text, oldAnswer, newAnswer, reason };
    const { id } = await tx
      .insertInto('answerKeyCorrection')
      .values({ ...change, changedBy: actorId, changedAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const subject = { kind: 'assessment', id: assessmentId };
    await appendAudit(tx, { actorId, action: 'assessment.mend-key', subject, details: change, ip });
    for (const attempt of await listMiscounted(tx, questionIds))
      await regrade(tx, platform, { attempt, keyChangeId: id });
    await recalculateSums(tx, assessmentId);
    return id;
  });
}

/**
 * The question with its assessment, whose versions are locked: this waits for attempts being graded, and later ones
 * wait for this.
 */
async function lockQuestion(tx: Tx, questionId: string) {
  const asked = await tx
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .select(['version.assessmentId', 'question.text', 'question.pictureId', optionPictureIds.as('optionPictureIds')])
    .where('question.id', '=', questionId)
    .executeTakeFirst();
  if (!asked) throw noSuchQuestion();
  await tx
    .selectFrom('assessmentVersion')
    .select('id')
    .where('assessmentId', '=', asked.assessmentId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const question = await tx
    .selectFrom('question')
    .select(kindColumns)
    .where('id', '=', questionId)
    .executeTakeFirstOrThrow();
  return { ...asked, ...withKey(question) };
}

/**
 * Updates the answer key of every question of the assessment with the same content and the same key; returns the ids of
 * those questions.
 */
async function writeKey(tx: Tx, asked: Awaited<ReturnType<typeof lockQuestion>>, key: Stored) {
  const before = keyColumns(asked.key);
  const ids = asked.optionPictureIds && JSON.stringify(asked.optionPictureIds);
  const rows = await tx
    .updateTable('question')
    .set(keyColumns(key))
    .where('versionId', 'in', (e) =>
      e.selectFrom('assessmentVersion').select('id').where('assessmentId', '=', asked.assessmentId),
    )
    .where('text', '=', asked.text)
    .where('options', '=', JSON.stringify(asked.options))
    .where('kind', '=', asked.kind)
    .where('correctOption', 'is not distinct from', before.correctOption)
    .where('answerKey', 'is not distinct from', before.answerKey)
    // The same text with other pictures is another question.
    .where('pictureId', 'is not distinct from', asked.pictureId)
    .where(sql<SqlBool>`${optionPictureIds} is not distinct from ${ids}::jsonb`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

type Regrading = { attempt: Awaited<ReturnType<typeof listMiscounted>>[number]; keyChangeId: string };

async function regrade(tx: Tx, dependencies: Dependencies, { attempt, keyChangeId }: Regrading): Promise<void> {
  const { id, score, enrolmentId, accountId, courseId } = attempt;
  const percentage = percentageOf(score, attempt.totalQuestions);
  const gainedPass = !(await hasPassed(tx, enrolmentId)) && isPassed(percentage, attempt.passMark);
  await tx
    .updateTable('attempt')
    .set({ ...scoreColumns(score), ...(gainedPass && { passed: true }) })
    .where('id', '=', id)
    .execute();
  const scores = { oldScore: attempt.oldScore, newScore: score };
  await tx
    .insertInto('attemptRegrade')
    .values({ attemptId: id, keyChangeId, ...regradeColumns(scores), gainedPass })
    .execute();
  const exactly = isShownExactly({ passed: gainedPass || attempt.passed === true, failedScore: attempt.failedScore });
  // The learner's copy of their data contains these details.
  const details = { ...(exactly && scores), gainedPass };
  await appendAudit(tx, { actorId: null, action: 'assessment.regrade', subject: { kind: 'attempt', id }, details });
  await (exactly ? tellScore(tx, dependencies, attempt, gainedPass) : tellFail(tx, dependencies, attempt));
  // Not for a former enrolment, whose certificate would supersede the one that renewed it.
  if (gainedPass && attempt.isCurrent) {
    const enrolment = { id: enrolmentId, accountId, courseId };
    await issueCertificate(tx, dependencies, { enrolment, attemptId: id, percentage });
  }
}

function regradeColumns({ oldScore, newScore }: { oldScore: number; newScore: number }) {
  const [before, after] = [scoreColumns(oldScore), scoreColumns(newScore)];
  return {
    oldScore: before.score,
    oldParts: before.scoreParts,
    newScore: after.score,
    newParts: after.scoreParts,
  };
}

const tellScore = (tx: Tx, { config }: Dependencies, attempt: Regrading['attempt'], gainedPass: boolean) =>
  sendEmail(tx, config, gainedPass ? regradedToPassEmail : regradedEmail, {
    to: attempt.email,
    values: {
      name: fullName(attempt),
      test: attempt.testTitle,
      oldScore: marksInWords(attempt.oldScore),
      newScore: marksInWords(attempt.score),
      questions: String(attempt.totalQuestions),
    },
  });

const tellFail = (tx: Tx, { config }: Dependencies, attempt: Regrading['attempt']) =>
  sendEmail(tx, config, regradedRoughlyEmail, {
    to: attempt.email,
    values: { name: fullName(attempt), test: attempt.testTitle },
  });

const hasPassed = async (tx: Tx, enrolmentId: string): Promise<boolean> =>
  (await tx
    .selectFrom('attempt')
    .select('id')
    .where('enrolmentId', '=', enrolmentId)
    .where('passed', '=', true)
    .executeTakeFirst()) !== undefined;
