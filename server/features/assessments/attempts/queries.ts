import type { ResultsQuery } from '@fairlead/contract/assessments/calls';
import { type SqlBool, sql } from 'kysely';
import { among } from '../../../platform/db/among.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { byMoment, type Counted, onDays, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';
import { AppError } from '../../../platform/errors.ts';
import { type CourseScope, within } from '../../courses/index.ts';
import { type FoundOwners, findOwners, notCorrected } from '../../enrolments/index.ts';
import { answered } from '../kinds/kinds.ts';
import { selectionIn } from '../kinds/stored.ts';
import { attemptScore, marksInSql } from '../pass-mark.ts';
import { noSuchSubmission } from '../policy.ts';
import { attemptsFound, listAsked } from '../queries.ts';
import { type Drawn, onPaper } from './draw-paper.ts';
import type { Selections } from './grading.ts';

const withPaper = <Row extends { paper: unknown }>(row: Row) => ({ ...row, paper: row.paper as Drawn[] | null });

/** The open attempt of an enrolment with the assessment of its version, locked until the transaction ends. */
export const lockOpenAttempt = (tx: Tx, enrolmentId: string) =>
  tx
    .selectFrom('attempt')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select([
      'attempt.id',
      'attempt.enrolmentId',
      'attempt.versionId',
      'attempt.startedAt',
      'attempt.deadline',
      'attempt.paper',
      'attempt.revision',
      'version.assessmentId',
      'version.passMark',
      'version.failedScore',
      'version.noteLeaving',
    ])
    .where('attempt.enrolmentId', '=', enrolmentId)
    .where('attempt.submittedAt', 'is', null)
    .forUpdate('attempt')
    // Waits for a concurrent correction of the answer key, so that no attempt is graded with the old key after it.
    .forShare('version')
    .executeTakeFirst()
    .then((row) => row && withPaper(row));
export type OpenAttempt = NonNullable<Awaited<ReturnType<typeof lockOpenAttempt>>>;

/** Submitted attempts of an enrolment, each with its certificate's PDF. */
const results = (db: Queryable, enrolmentId: string) =>
  db
    .selectFrom('attempt')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .leftJoin('certificate', (join) => join.onRef('certificate.attemptId', '=', 'attempt.id').on(notCorrected))
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .select([
      'attempt.id',
      'attempt.versionId',
      attemptScore.as('score'),
      'attempt.totalQuestions',
      'attempt.passed',
      'attempt.paper',
      'version.passMark',
      'version.failedScore',
      'pdf.filename as pdf',
    ])
    .where('attempt.enrolmentId', '=', enrolmentId)
    .where('attempt.submittedAt', 'is not', null);

const attemptsOf = (db: Queryable, attemptIds: readonly string[], accountIds: readonly string[]) =>
  db
    .selectFrom('attempt')
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select([
      'attempt.id',
      'attempt.versionId',
      'attempt.submittedAt',
      'attempt.deadline',
      'attempt.paper',
      'attempt.passed',
      'attempt.revision',
      'enrolment.accountId',
      'enrolment.status',
      'enrolment.supersededAt',
      'version.title as testTitle',
      'version.review',
      'version.failedScore',
      'version.noteLeaving',
      sql<boolean>`exists (select from training_completion where enrolment_id = enrolment.id)`.as('isTrained'),
    ])
    .where(among('attempt.id', attemptIds))
    .where(among('enrolment.accountId', accountIds));

/**
 * Some attempts, open or submitted, each with its learner and whether that learner is approved, locked until the
 * transaction ends. An attempt may belong to another of the given accounts than the one that requested it: the caller
 * must check that.
 */
export async function lockAttemptsOf(tx: Tx, attemptIds: readonly string[], accountIds: readonly string[]) {
  // Always lock in the same order, so that two batches cannot deadlock.
  const rows = await attemptsOf(tx, attemptIds, accountIds).orderBy('attempt.id').forUpdate('attempt').execute();
  return rows.map(({ status, supersededAt, ...attempt }) => {
    const isApproved = status === 'approved' && supersededAt === null;
    return { ...withPaper(attempt), isApproved };
  });
}

/** The current state of a learner's own attempt; undefined if it belongs to somebody else. */
export const findOwnAttempt = (db: Queryable, { accountId, attemptId }: { accountId: string; attemptId: string }) =>
  attemptsOf(db, [attemptId], [accountId])
    .executeTakeFirst()
    .then((row) => row && withPaper(row));

/**
 * Refuses an attempt ashore while a paper of the enrolment is aboard a ship and may still come back: it would be a
 * choice between two.
 *
 * @throws AppError `not-yet`
 */
export async function requireNoPaperAboard(db: Queryable, enrolmentId: string, now: Date): Promise<void> {
  const out = await db
    .selectFrom('shipTestPaper')
    .innerJoin('shipTest', 'shipTest.id', 'shipTestPaper.shipTestId')
    .innerJoin('ship', 'ship.id', 'shipTest.shipId')
    .select('ship.name')
    .where('shipTestPaper.enrolmentId', '=', enrolmentId)
    .where('shipTestPaper.endedAt', 'is', null)
    .where('shipTest.closesAt', '>', new Date(now.getTime() - paperGraceDays * 86_400_000))
    .executeTakeFirst();
  if (out)
    throw new AppError(
      'not-yet',
      `Your test is aboard ${out.name}: take it there, or ask the academy to take it back.`,
    );
}

/** For how many days after its window the answers of a paper that was sent aboard are waited for. */
export const paperGraceDays = 30;

/** Deletes an open attempt, which its caller has locked, with everything saved for it. */
export async function dropAttempt(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('attemptAnswer').where('attemptId', '=', id).execute();
  await tx.deleteFrom('attemptAbsence').where('attemptId', '=', id).execute();
  await tx.deleteFrom('attempt').where('id', '=', id).execute();
}

/** The questions of an attempt's test paper, in its order. */
export const listPaper = async (db: Queryable, { versionId, paper }: { versionId: string; paper: Drawn[] | null }) =>
  onPaper(await listAsked(db, versionId), paper);

/** The result of an enrolment that counts: that of the passed attempt, otherwise of the latest. */
export const findValidResult = (db: Queryable, enrolmentId: string) =>
  results(db, enrolmentId)
    .orderBy('attempt.passed', 'desc')
    .orderBy('attempt.submittedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
    .then((row) => row && withPaper(row));

/** The result of one attempt of an enrolment; undefined if it is open or belongs to another enrolment. */
export const findResult = (db: Queryable, enrolmentId: string, attemptId: string) =>
  results(db, enrolmentId).where('attempt.id', '=', attemptId).executeTakeFirst();

/** A submitted attempt with the settings that say what its learner may see of it. */
export const getOutcome = (db: Queryable, attemptId: string) =>
  db
    .selectFrom('attempt')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select(['attempt.id', 'attempt.versionId', 'attempt.paper', 'attempt.passed'])
    .select(['version.passMark', 'version.failedScore', 'version.review', 'version.attemptsAllowed'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
    .then(withPaper);

/** The submitted attempts of an enrolment at one assessment, latest first. */
export const listPastAttempts = async (db: Queryable, enrolmentId: string, assessmentId: string) => {
  const rows = await db
    .selectFrom('attempt')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .leftJoin('attemptGrant', 'attemptGrant.attemptId', 'attempt.id')
    .select(['attempt.id', 'attempt.submittedAt', 'attemptGrant.id as grantId'])
    .where('attempt.enrolmentId', '=', enrolmentId)
    .where('version.assessmentId', '=', assessmentId)
    .orderBy('attempt.submittedAt', 'desc')
    .execute();
  return rows.flatMap(({ id, submittedAt, grantId }) =>
    submittedAt ? [{ id, submittedAt, reopened: grantId !== null }] : [],
  );
};

/** The saved answers of an attempt, by question. */
export const savedSelections = async (db: Queryable, attemptId: string): Promise<Selections> => {
  const rows = await db
    .selectFrom('attemptAnswer')
    .select(['questionId', 'selectedOption', 'selection'])
    .where('attemptId', '=', attemptId)
    .execute();
  return new Map(rows.map((row) => [row.questionId, selectionIn(row)]));
};

/** The answers of attempts, in the order of their test papers; `answered` is null for one that selects nothing. */
export const listAnswers = async (db: Queryable, attemptIds: readonly string[]) =>
  attemptIds.length === 0
    ? []
    : db
        .selectFrom('attemptAnswer as answer')
        .innerJoin('question', 'question.id', 'answer.questionId')
        .select(['answer.attemptId', 'answer.questionId', 'question.kind', answered.as('answered')])
        .where('answer.attemptId', 'in', attemptIds)
        .orderBy('question.position')
        .execute();

/** Submitted attempts; lists are filtered and counted on this without joins. */
const submitted = (db: Queryable) => db.selectFrom('attempt').where('attempt.submittedAt', 'is not', null);

/** Attempts with their person, assessment and course. */
const inWords = (attempts: ReturnType<typeof submitted>) =>
  attempts
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'attempt.courseId')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select([
      'attempt.id',
      'attempt.startedAt',
      'attempt.submittedAt',
      attemptScore.as('score'),
      'attempt.totalQuestions',
      'attempt.passed',
      'attempt.guessSigns',
      'version.assessmentId',
      'version.title as testTitle',
      'course.id as courseId',
      'course.title as courseTitle',
      'account.id as accountId',
      'account.firstName',
      'account.lastName',
      'account.email',
    ]);

/**
 * A submitted attempt with its test paper, deadline and version.
 *
 * @throws AppError `not-found`, also for an open one.
 */
export async function getSubmittedAttempt(db: Queryable, id: string) {
  const row = await inWords(submitted(db))
    .select(['attempt.versionId', 'attempt.paper', 'attempt.deadline', 'version.number as version'])
    .where('attempt.id', '=', id)
    .executeTakeFirst();
  if (!row) throw noSuchSubmission();
  return withPaper(row);
}

const submittedAt = sql<Date>`attempt.submitted_at`;

/** Literally the conditions of the partial indexes; with a parameter the planner would not use them. */
const isResult = { passed: sql<SqlBool>`attempt.passed`, failed: sql<SqlBool>`not attempt.passed` };

/**
 * A page of the submitted attempts in the course scope, newest first by default, searched by name, email address or
 * course.
 */
export async function listSubmittedAttempts(
  db: Queryable,
  courseScope: CourseScope,
  {
    timeZone,
    sort = 'newest',
    course,
    result,
    guessing,
    isCounted,
    owners,
    ...query
  }: Counted<ResultsQuery & { timeZone: string; owners?: Promise<FoundOwners> }>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = submitted(db).where(within(courseScope, 'attempt.courseId'));
  const found = search ? await attemptsFound(db, owners ?? findOwners(db, search), 'attempt.courseId') : undefined;
  if (found) matching = matching.where(found.isFound);
  if (course) matching = matching.where('attempt.courseId', '=', course);
  if (result) matching = matching.where(isResult[result]);
  if (guessing) matching = matching.where('attempt.guessSigns', 'is not', null);
  if (query.from || query.to) matching = matching.where(onDays(submittedAt, query, timeZone));
  const order = { id: sql<string>`attempt.id`, way: sort === 'oldest' ? 'asc' : 'desc' } as const;
  const narrowed = byMoment(order, query, { expression: submittedAt, table: sql`attempt` });
  const rows = await pageInOrder(inWords(matching), narrowed, { after, take }).execute();
  return {
    rows,
    limit,
    total: await totalOf(db, matching.select('attempt.id'), { rows, limit, after, isCounted }),
    isBounded: found?.isBounded,
  };
}

/** The selections of an attempt with their times, by question. */
export const listAnswerTimes = async (db: Queryable, attemptId: string) => {
  const rows = await db
    .selectFrom('attemptAnswer')
    .select(['questionId', 'selectedOption', 'selection', 'answeredAt'])
    .where('attemptId', '=', attemptId)
    .execute();
  return rows.map((row) => ({
    questionId: row.questionId,
    selection: selectionIn(row),
    answeredAt: row.answeredAt,
  }));
};

/** When an attempt's window was left, in order of time. */
export const listAbsences = (db: Queryable, attemptId: string) =>
  db
    .selectFrom('attemptAbsence')
    .select(['fromSecond', 'seconds'])
    .where('attemptId', '=', attemptId)
    .orderBy('fromSecond')
    .execute();

/** Who allowed another attempt after this one, and why. */
export const findGrant = (db: Queryable, attemptId: string) =>
  db
    .selectFrom('attemptGrant')
    .innerJoin('account', 'account.id', 'attemptGrant.grantedBy')
    .select(['attemptGrant.reason', 'attemptGrant.grantedAt', 'account.firstName', 'account.lastName'])
    .where('attemptGrant.attemptId', '=', attemptId)
    .executeTakeFirst();

/** The changes of an attempt's score by corrected answer keys, earliest first. */
export const listRegrades = (db: Queryable, attemptId: string) =>
  db
    .selectFrom('attemptRegrade as regrade')
    .innerJoin('answerKeyCorrection', 'answerKeyCorrection.id', 'regrade.keyChangeId')
    .select([
      marksInSql('regrade.oldScore', 'regrade.oldParts').$notNull().as('oldScore'),
      marksInSql('regrade.newScore', 'regrade.newParts').$notNull().as('newScore'),
      'regrade.gainedPass',
      'answerKeyCorrection.changedAt as at',
      'answerKeyCorrection.questionText',
    ])
    .where('regrade.attemptId', '=', attemptId)
    .orderBy('answerKeyCorrection.id')
    .execute();
