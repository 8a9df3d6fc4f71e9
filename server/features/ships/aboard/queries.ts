import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { noPin } from './apply-sections.ts';

/** The people signed on, by name. */
export const listPeople = (db: Queryable) =>
  db
    .selectFrom('shipMember')
    .innerJoin('account', 'account.id', 'shipMember.accountId')
    .select(['account.id', 'account.firstName', 'account.lastName'])
    .select(sql<boolean>`account.password_hash <> ${noPin}`.as('hasPin'))
    .orderBy('account.foldedName')
    .orderBy('account.id')
    .execute();

/** The bytes of records that wait to be sent. */
export async function countUnsent(db: Queryable): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length(link) * 3 / 4), 0)::int as bytes
    from ship_record, jsonb_array_elements_text(links) as link`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** The courses of somebody aboard, by title. */
export const listOwnCourses = (db: Queryable, accountId: string) =>
  db
    .selectFrom('enrolment')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select(['course.id', 'course.title'])
    .select([
      sql<number>`(select count(*)::int from film join training_set on training_set.id = film.set_id
        where training_set.course_id = course.id and film.removed_at is null)`.as('films'),
      sql<number>`(select count(*)::int from watching join film on film.id = watching.film_id
        where watching.enrolment_id = enrolment.id and watching.completed_at is not null
          and film.removed_at is null)`.as('completed'),
      // the digest of a file is stored once its content is here
      sql<boolean>`not exists (select from film join training_set on training_set.id = film.set_id
        join stored_file on stored_file.id = film.file_id
        where training_set.course_id = course.id and film.removed_at is null and stored_file.sha256 = '')`.as('isHere'),
    ])
    .where('enrolment.accountId', '=', accountId)
    .orderBy('course.title')
    .orderBy('course.id')
    .execute();
