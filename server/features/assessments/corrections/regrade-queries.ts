import type { ListQuery } from '@fairlead/contract/values/shapes';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { latestFirst, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';
import { findOwners } from '../../enrolments/index.ts';
import { earnedParts } from '../kinds/kinds.ts';
import { marksOf } from '../kinds/marks.ts';
import { isPassedInSql, marksInSql, partsInSql } from '../pass-mark.ts';
import { noSuchKeyChange } from '../policy.ts';
import { attemptsFound } from '../queries.ts';

/** Submitted attempts that contain one of these questions and whose stored score differs from that of their answers. */
export async function listMiscounted(db: Queryable, questionIds: readonly string[]) {
  const rows = await db
    .selectFrom('attempt')
    .innerJoinLateral(
      (one) =>
        one
          .selectFrom('attemptAnswer as answer')
          .innerJoin('question', 'question.id', 'answer.questionId')
          .whereRef('answer.attemptId', '=', 'attempt.id')
          .select(sql<number>`coalesce(sum(${earnedParts}), 0)::int`.as('parts'))
          .as('counted'),
      (join) => join.onTrue(),
    )
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select([
      'attempt.id',
      'attempt.enrolmentId',
      marksInSql('attempt.score', 'attempt.scoreParts').as('oldScore'),
      'attempt.totalQuestions',
      'attempt.passed',
      'counted.parts',
      'version.passMark',
      'version.failedScore',
      'version.title as testTitle',
      'enrolment.accountId',
      'enrolment.courseId',
      'enrolment.status',
      'enrolment.supersededAt',
      'account.email',
      'account.firstName',
      'account.lastName',
    ])
    .where('attempt.id', 'in', (e) =>
      e.selectFrom('attemptAnswer').select('attemptId').where('questionId', 'in', questionIds),
    )
    .where('attempt.submittedAt', 'is not', null)
    .where('counted.parts', '!=', partsInSql('attempt.score', 'attempt.scoreParts'))
    // The first attempt that reaches the pass mark is the one that passes; a fixed order also prevents deadlocks.
    .orderBy('attempt.submittedAt')
    .orderBy('attempt.id')
    .execute();
  return rows.map(({ oldScore, parts, totalQuestions, status, supersededAt, ...row }) => ({
    ...row,
    score: marksOf(parts),
    oldScore: oldScore ?? 0,
    totalQuestions: totalQuestions ?? 0,
    isCurrent: status === 'approved' && supersededAt === null,
  }));
}

const stillPasses = isPassedInSql(partsInSql('regrade.newScore', 'regrade.newParts'), {
  totalQuestions: 'attempt.totalQuestions',
  passMark: 'version.passMark',
});

/**
 * The effect of a corrected answer key on a result: it gained a pass, put a pass below the mark, or only changed the
 * score.
 */
const outcome = sql<'gained' | 'below' | 'score'>`case
  when regrade.gained_pass then 'gained'
  when attempt.passed and not ${stillPasses} then 'below'
  else 'score' end`;

const keyCorrections = (db: Queryable) =>
  db
    .selectFrom('answerKeyCorrection')
    .innerJoin('account', 'account.id', 'answerKeyCorrection.changedBy')
    .leftJoin('attemptRegrade as regrade', 'regrade.keyChangeId', 'answerKeyCorrection.id')
    .leftJoin('attempt', 'attempt.id', 'regrade.attemptId')
    .leftJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select([
      'answerKeyCorrection.id',
      'answerKeyCorrection.questionText',
      'answerKeyCorrection.oldAnswer',
      'answerKeyCorrection.newAnswer',
      'answerKeyCorrection.reason',
      'answerKeyCorrection.changedAt as at',
      'account.firstName',
      'account.lastName',
      sql<number>`count(regrade.attempt_id)::int`.as('regraded'),
      sql<number>`(count(*) filter (where ${outcome} = 'gained'))::int`.as('gained'),
      sql<number>`(count(*) filter (where ${outcome} = 'below'))::int`.as('below'),
    ])
    .groupBy(['answerKeyCorrection.id', 'account.id']);

/** The corrected answer keys of an assessment, latest first, each with its effect on results. */
export const listKeyChanges = (db: Queryable, assessmentId: string) =>
  keyCorrections(db)
    .where('answerKeyCorrection.assessmentId', '=', assessmentId)
    .orderBy('answerKeyCorrection.id', 'desc')
    .execute();

/** @throws AppError `not-found` */
export async function getKeyChange(db: Queryable, id: string) {
  const change = await keyCorrections(db).where('answerKeyCorrection.id', '=', id).executeTakeFirst();
  if (!change) throw noSuchKeyChange();
  return change;
}

type ResultsQuery = ListQuery & { outcome?: 'gained' | 'below' | 'score' | undefined };

/** A page of the results that a corrected answer key changed, latest attempts first, searched by person. */
export async function listRegradedResults(db: Queryable, keyChangeId: string, query: ResultsQuery) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = db
    .selectFrom('attemptRegrade as regrade')
    .innerJoin('attempt', 'attempt.id', 'regrade.attemptId')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select([
      'attempt.id',
      'attempt.totalQuestions',
      marksInSql('regrade.oldScore', 'regrade.oldParts').$notNull().as('oldScore'),
      marksInSql('regrade.newScore', 'regrade.newParts').$notNull().as('newScore'),
      'account.id as accountId',
      'account.firstName',
      'account.lastName',
      'account.email',
      outcome.as('outcome'),
    ])
    .where('regrade.keyChangeId', '=', keyChangeId);
  const found = search ? await attemptsFound(db, findOwners(db, search), 'attempt.courseId') : undefined;
  if (found) matching = matching.where(found.isFound);
  if (query.outcome) matching = matching.where(outcome, '=', query.outcome);
  const rows = await pageInOrder(matching, latestFirst('attempt.id'), { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }), isBounded: found?.isBounded };
}
