import type { UnderReviewQuery } from '@fairlead/contract/assessments/corrected-keys';
import type { Queryable } from '../../../platform/db/database.ts';
import { latestFirst, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';
import { moves } from '../../certificates/index.ts';
import { findOwners } from '../../enrolments/index.ts';
import { attemptScore, isPassedInSql, partsInSql } from '../pass-mark.ts';
import { attemptsFound } from '../queries.ts';

/**
 * Passes under review after a correction of the answer key: none of the person's attempts reaches the pass mark any
 * more, the certificate is valid, and nobody has decided on this score yet. Selects no columns.
 */
export const passesUnderReview = (db: Queryable) =>
  db
    .selectFrom('attempt')
    .innerJoin('certificate', 'certificate.attemptId', 'attempt.id')
    .where('attempt.passed', '=', true)
    .where('certificate.status', 'in', moves.revoke.from)
    .where('attempt.id', 'in', (e) => e.selectFrom('attemptRegrade').select('attemptId'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempt as sitting')
            .innerJoin('assessmentVersion as sat', 'sat.id', 'sitting.versionId')
            .select('sitting.id')
            .whereRef('sitting.enrolmentId', '=', 'attempt.enrolmentId')
            .where('sitting.submittedAt', 'is not', null)
            .where(
              isPassedInSql(partsInSql('sitting.score', 'sitting.scoreParts'), {
                totalQuestions: 'sitting.totalQuestions',
                passMark: 'sat.passMark',
              }),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('confirmedPass')
            .select('confirmedPass.attemptId')
            .whereRef('confirmedPass.attemptId', '=', 'attempt.id')
            .whereRef('confirmedPass.score', '=', 'attempt.score')
            .whereRef('confirmedPass.scoreParts', '=', 'attempt.scoreParts'),
        ),
      ),
    );

/** The same with their person, their assessment, and the reason for the review. */
export const resultsUnderReview = (db: Queryable) =>
  passesUnderReview(db)
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .innerJoinLateral(
      (one) =>
        one
          .selectFrom('attemptRegrade as regrade')
          .innerJoin('answerKeyCorrection', 'answerKeyCorrection.id', 'regrade.keyChangeId')
          .select(['answerKeyCorrection.changedAt as since', 'answerKeyCorrection.reason as correctedBecause'])
          .whereRef('regrade.attemptId', '=', 'attempt.id')
          .orderBy('answerKeyCorrection.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'attempt.id',
      attemptScore.as('score'),
      'attempt.totalQuestions',
      'account.id as accountId',
      'account.firstName',
      'account.lastName',
      'account.email',
      'version.assessmentId',
      'version.title as testTitle',
      'version.passMark',
      'course.title as courseTitle',
      'certificate.id as certificateId',
      'certificate.number as certificateNumber',
      'certificate.status as certificateStatus',
      'latest.since',
      'latest.correctedBecause',
    ]);

/** A page of passes under review, searched by person or course. */
export async function listResultsUnderReview(db: Queryable, { test, course, ...query }: UnderReviewQuery) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = resultsUnderReview(db);
  const found = search ? await attemptsFound(db, findOwners(db, search), 'enrolment.courseId') : undefined;
  if (found) matching = matching.where(found.isFound);
  if (test) matching = matching.where('version.assessmentId', '=', test);
  if (course) matching = matching.where('enrolment.courseId', '=', course);
  const rows = await pageInOrder(matching, latestFirst('attempt.id'), { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }), isBounded: found?.isBounded };
}
