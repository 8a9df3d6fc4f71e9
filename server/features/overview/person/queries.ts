import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { fullNameIn } from '../../accounts/index.ts';
import { attemptScore } from '../../assessments/index.ts';
import { ownBatchOf } from '../../batches/index.ts';

/** How many records of each kind a person's page shows, newest first. */
export const shown = 50;

/** An account with the staff member who decided on it. */
export const findPersonAccount = (db: Queryable, id: string) =>
  db
    .selectFrom('account')
    .leftJoin('account as approver', 'approver.id', 'account.approvedBy')
    .leftJoin('secondFactor', 'secondFactor.accountId', 'account.id')
    .select([
      'account.id',
      'account.firstName',
      'account.lastName',
      'account.email',
      'account.mobile',
      'account.confirmedMobile',
      'account.role',
      'account.createdAt',
      'account.emailVerifiedAt',
      'account.approvedAt',
      'account.refusedAt',
      'account.refusalReason',
      'account.disabledAt',
      'account.erasedAt',
      'account.invitedAt',
      'account.invitedAgainAt',
      'secondFactor.confirmedAt as secondFactorSince',
      fullNameIn('approver').as('approvedBy'),
    ])
    .where('account.id', '=', id)
    .executeTakeFirst();

/** When staff last checked the documents, and who; undefined when they never did. */
export const findIdentityCheck = (db: Queryable, accountId: string) =>
  db
    .selectFrom('seafarerProfile as profile')
    .leftJoin('account as checker', 'checker.id', 'profile.identityCheckedBy')
    .select(['profile.identityCheckedAt as at', fullNameIn('checker').as('by')])
    .where('profile.accountId', '=', accountId)
    .where('profile.identityCheckedAt', 'is not', null)
    .executeTakeFirst();

/** Every enrolment of a person, including renewed ones. */
export const listPersonEnrolments = (db: Queryable, accountId: string) =>
  db
    .selectFrom('enrolment')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .leftJoin('account as decider', 'decider.id', 'enrolment.decidedBy')
    .select([
      'enrolment.id',
      'enrolment.courseId',
      'course.title as courseTitle',
      'enrolment.status',
      'enrolment.requestedAt',
      'enrolment.decidedAt',
      'enrolment.supersededAt',
      'enrolment.declineReason as reason',
      'enrolment.declineNote as note',
      fullNameIn('decider').as('decidedBy'),
      ownBatchOf('enrolment').as('batch'),
    ])
    .where('enrolment.accountId', '=', accountId)
    .orderBy('enrolment.id', 'desc')
    .limit(shown)
    .execute();

/** The films of the courses of some enrolments, in order, with what was watched of each. */
export const listWatched = async (db: Queryable, enrolmentIds: readonly string[]) =>
  enrolmentIds.length === 0
    ? []
    : db
        .selectFrom('enrolment')
        .innerJoin('trainingSet as set', 'set.courseId', 'enrolment.courseId')
        .innerJoin('film', 'film.setId', 'set.id')
        .leftJoin('watching', (join) =>
          join.onRef('watching.filmId', '=', 'film.id').onRef('watching.enrolmentId', '=', 'enrolment.id'),
        )
        .select([
          'enrolment.id as enrolmentId',
          'film.title',
          'film.serial',
          'film.durationSeconds',
          'watching.watchedSeconds',
          'watching.completedAt',
        ])
        .where('enrolment.id', 'in', enrolmentIds)
        .where('film.removedAt', 'is', null)
        .orderBy('film.serial')
        .execute();

export const listPersonAttempts = (db: Queryable, accountId: string) =>
  db
    .selectFrom('attempt')
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select([
      'attempt.id',
      'course.title as courseTitle',
      'version.title as testTitle',
      'version.passMark',
      'attempt.startedAt',
      'attempt.submittedAt',
      attemptScore.as('score'),
      'attempt.totalQuestions',
      'attempt.passed',
    ])
    .where('enrolment.accountId', '=', accountId)
    .orderBy('attempt.id', 'desc')
    .limit(shown)
    .execute();

/** What staff wrote down about a person, the latest first. */
export const listPersonNotes = (db: Queryable, accountId: string) =>
  db
    .selectFrom('personNote as note')
    .innerJoin('account as writer', 'writer.id', 'note.writtenBy')
    .select(['note.id', 'note.writtenAt', 'note.writtenBy', 'note.text', fullNameIn('writer').as('by')])
    .where('note.accountId', '=', accountId)
    .orderBy('note.writtenAt', 'desc')
    .orderBy('note.id', 'desc')
    .limit(shown)
    .execute();

/**
 * The events on a person's account, enrolments, attempts and certificates, newest first. Sorting by id alone would
 * leave the order within a millisecond undefined.
 */
export async function listPersonEvents(db: Queryable, accountId: string) {
  const { rows } = await sql<{
    id: string;
    at: Date;
    action: string;
    actorId: string | null;
    by: string | null;
    courseTitle: string | null;
    certificateNumber: string | null;
    details: Record<string, unknown>;
  }>`
    with subject as (
      select 'account' as kind, ${accountId}::text as id, null as course_title, null as number
      union all
      select 'enrolment', enrolment.id::text, course.title, null
      from enrolment join course on course.id = enrolment.course_id where enrolment.account_id = ${accountId}
      union all
      select 'attempt', attempt.id::text, course.title, null
      from attempt join enrolment on enrolment.id = attempt.enrolment_id
      join course on course.id = enrolment.course_id where enrolment.account_id = ${accountId}
      union all
      select 'certificate', id::text, course_title, number from certificate where account_id = ${accountId}
    )
    select event.id, event.at, event.action, event.actor_id, event.details, subject.course_title,
      subject.number as certificate_number, ${fullNameIn('actor')} as by
    from subject
    join audit_event as event on event.subject_kind = subject.kind and event.subject_id = subject.id
    left join account as actor on actor.id = event.actor_id
    order by event.at desc, event.id desc limit ${shown}`.execute(db);
  return rows;
}
