import type { Settings } from '@fairlead/contract/test-settings';
import { sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { documentRequests } from '../seafarers/queries.ts';

/** A learner's first name, and what was asked for in the profile; `profileId` is null while there is none. */
export const getOwner = (db: Queryable, accountId: string) =>
  db
    .selectFrom('account')
    .leftJoin('seafarerProfile as profile', 'profile.accountId', 'account.id')
    .select(['account.firstName', 'profile.accountId as profileId'])
    .select(documentRequests.as('documentRequests'))
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();

type NextFilm = {
  id: string;
  /** When a film was last opened or watched; null for never. */
  watchedAt: Date | null;
  /** How much of all films is not watched yet, in seconds. */
  secondsLeft: number;
  /** The first film that is not complete, which is the one that is unlocked; nulls once all are complete. */
  kind: 'film' | 'package' | null;
  serial: number | null;
  title: string | null;
  durationSeconds: number | null;
  watchedSeconds: number | null;
};

/** Where the learner is in the films of some enrolments: the next film, what is left, and when they last watched. */
export async function listNextFilms(db: Queryable, enrolmentIds: readonly string[]): Promise<NextFilm[]> {
  if (enrolmentIds.length === 0) return [];
  const { rows } = await sql<NextFilm>`
    select enrolment.id, total.watched_at, total.seconds_left,
      next.kind, next.serial, next.title, next.duration_seconds, next.watched_seconds
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
    where ${among('enrolment.id', enrolmentIds)}`.execute(db);
  return rows;
}

type TestRow = Pick<Settings, 'minutes' | 'attemptsAllowed' | 'hoursBetween' | 'waitGrows'> & {
  id: string;
  isOpen: boolean;
  deadline: Date | null;
  past: { submittedAt: string; reopened: boolean }[];
};

/**
 * The published tests of some enrolments: their limits, the open attempt, and the submitted ones, latest first. An
 * enrolment whose course has no published test is left out.
 */
export async function listTestsOf(db: Queryable, enrolmentIds: readonly string[]): Promise<TestRow[]> {
  if (enrolmentIds.length === 0) return [];
  const { rows } = await sql<TestRow>`
    select enrolment.id, version.minutes, version.attempts_allowed, version.hours_between, version.wait_grows,
      current.id is not null as is_open, current.deadline,
      coalesce((
        select jsonb_agg(jsonb_build_object('submittedAt', past.submitted_at, 'reopened', attempt_grant.id is not null)
          order by past.submitted_at desc)
        from attempt as past
        join assessment_version as sat on sat.id = past.version_id
        left join attempt_grant on attempt_grant.attempt_id = past.id
        where past.enrolment_id = enrolment.id and sat.assessment_id = assessment.id and past.submitted_at is not null
      ), '[]') as past
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
    where ${among('enrolment.id', enrolmentIds)}`.execute(db);
  return rows;
}
