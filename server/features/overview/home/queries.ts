import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { builtOnce } from '../../../platform/db/built-once.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { newestOf } from '../../certificates/index.ts';
import { ownEnrolments, withEarned } from '../../enrolments/index.ts';
import { documentRequests } from '../../seafarers/index.ts';
import { endsUntil } from '../../wallet/index.ts';

const account = sql<string>`account.id`;

/** The learner's enrolments that are approved. */
const approved = sql`enrolment.account_id = account.id and enrolment.status = 'approved' and enrolment.superseded_at is null`;

export type NextFilm = {
  /** The enrolment's. */
  id: string;
  /** When a film was last opened or watched; null for never. */
  watchedAt: string | null;
  /** How much of all films is not watched yet, in seconds. */
  secondsLeft: number;
  /** The first film that is not complete, which is the one that is unlocked; nulls once all are complete. */
  kind: 'film' | 'package' | null;
  serial: number | null;
  title: string | null;
  durationSeconds: number | null;
  watchedSeconds: number | null;
};

/** Where the learner is in the films of each course: the next film, what is left, and when they last watched. */
const nextFilms: RawBuilder<NextFilm[]> = sql<NextFilm[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', enrolment.id, 'watchedAt', total.watched_at,
    'secondsLeft', total.seconds_left, 'kind', next.kind, 'serial', next.serial, 'title', next.title,
    'durationSeconds', next.duration_seconds, 'watchedSeconds', next.watched_seconds)), '[]')
  from enrolment
  left join training_set on training_set.course_id = enrolment.course_id
  left join lateral (
    select max(watching.updated_at) as watched_at,
      coalesce(sum(case when watching.completed_at is not null then 0
        else greatest(0, film.duration_seconds - coalesce(watching.watched_seconds, 0)) end), 0) as seconds_left
    from film
    left join watching on watching.film_id = film.id and watching.enrolment_id = enrolment.id
    where film.set_id = training_set.id and film.removed_at is null
  ) as total on true
  left join lateral (
    select film.kind, film.serial, film.title, film.duration_seconds, coalesce(watching.watched_seconds, 0) as watched_seconds
    from film
    left join watching on watching.film_id = film.id and watching.enrolment_id = enrolment.id
    where film.set_id = training_set.id and film.removed_at is null and watching.completed_at is null
    order by film.serial limit 1
  ) as next on true
  where ${approved})`;

export type PublishedTest = Pick<Settings, 'minutes' | 'attemptsAllowed' | 'hoursBetween' | 'waitGrows'> & {
  /** The enrolment's. */
  id: string;
  isOpen: boolean;
  deadline: string | null;
  past: { submittedAt: string; reopened: boolean }[];
};

/**
 * The published test of each course: its limits, the open attempt, and the submitted ones, latest first. A course that
 * has no published test is left out.
 */
const tests: RawBuilder<PublishedTest[]> = sql<PublishedTest[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', enrolment.id, 'minutes', version.minutes,
    'attemptsAllowed', version.attempts_allowed, 'hoursBetween', version.hours_between, 'waitGrows', version.wait_grows,
    'isOpen', current.id is not null, 'deadline', current.deadline,
    'past', coalesce((
      select jsonb_agg(jsonb_build_object('submittedAt', past.submitted_at, 'reopened', attempt_grant.id is not null)
        order by past.submitted_at desc)
      from attempt as past
      join assessment_version as sat on sat.id = past.version_id
      left join attempt_grant on attempt_grant.attempt_id = past.id
      where past.enrolment_id = enrolment.id and sat.assessment_id = assessment.id and past.submitted_at is not null
    ), '[]'))), '[]')
  from enrolment
  join assessment on assessment.course_id = enrolment.course_id and assessment.is_published
  join lateral (
    select minutes, attempts_allowed, hours_between, wait_grows from assessment_version
    where assessment_version.assessment_id = assessment.id order by number desc limit 1
  ) as version on true
  left join lateral (
    select attempt.id, attempt.deadline from attempt
    join assessment_version on assessment_version.id = attempt.version_id
    where attempt.enrolment_id = enrolment.id and attempt.submitted_at is null
      and assessment_version.assessment_id = assessment.id
  ) as current on true
  where ${approved})`;

/**
 * What a learner's first page shows of them: their enrolments, latest request first, their first name, what was asked
 * for in the profile (`profileId` is null while there is none), their newest certificates, the documents that end by a
 * day, and where they are in the films and tests of their courses. It is one query, since each costs more on its way
 * than it does here, and another for somebody with a certificate that has to be refreshed.
 */
export async function getOwnPart(db: Queryable, accountId: string, endingBy: CalendarDate) {
  const rows = await selectOwnPart(db, accountId, endingBy);
  const [own] = rows;
  if (!own) throw new Error('There is no such account.');
  // somebody without enrolments has one row, with nulls in the place of an enrolment
  const enrolments = rows.filter(({ id }) => id !== null) as EnrolmentRow[];
  return { ...own, enrolments: await withEarned(db, enrolments) };
}

type EnrolmentRow = Awaited<ReturnType<ReturnType<typeof ownEnrolments>['execute']>>[number];

/** The number of certificates that the page shows. */
const shownCertificates = 4;

// What belongs to the person alone is looked up once, and repeated beside each enrolment.
const selectOwnPart = builtOnce((db, accountId: string, endingBy: CalendarDate) =>
  db
    .with(
      (own) => own('own').materialized(),
      (tables) =>
        tables
          .selectFrom('account')
          .leftJoin('seafarerProfile as profile', 'profile.accountId', 'account.id')
          .select(['account.firstName', 'profile.accountId as profileId'])
          .select([
            documentRequests.as('documentRequests'),
            newestOf(account, shownCertificates).as('certificates'),
            endsUntil(account, endingBy).as('ending'),
            nextFilms.as('nextFilms'),
            tests.as('tests'),
          ])
          .where('account.id', '=', accountId),
    )
    .selectFrom('own')
    .leftJoin(ownEnrolments(db, accountId).as('enrolment'), (join) => join.onTrue())
    .selectAll(['own', 'enrolment'])
    .orderBy('enrolment.requestedAt', 'desc')
    .orderBy('enrolment.id', 'desc'),
);
