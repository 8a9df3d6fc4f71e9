import type { ListQuery } from '@fairlead/contract/values/shapes';
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Queryable } from '../../../platform/db/database.ts';
import { latestFirst, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';
import { notFound } from '../../../platform/errors.ts';

export const noSuchShip = () => notFound('There is no such ship.');

const ships = (db: Queryable) =>
  db
    .selectFrom('ship')
    .leftJoin('shipBox', (join) => join.onRef('shipBox.shipId', '=', 'ship.id').on('shipBox.replacedAt', 'is', null))
    .select(['ship.id', 'ship.name', 'ship.imo', 'shipBox.pairedAt', 'shipBox.seenAt', 'shipBox.clock'])
    .select('shipBox.publicKey')
    .select([
      sql<number>`(select count(*)::int from ship_member where ship_id = ship.id)`.as('people'),
      sql<number>`(select count(*)::int from ship_course where ship_id = ship.id)`.as('courses'),
      sql<number>`(select count(*)::int from ship_box where ship_id = ship.id and renewed_from is not null)`.as(
        'renewals',
      ),
    ]);

export type ShipRow = Awaited<ReturnType<typeof getShip>>;

/** A page of the ships, the newest first. Returns one row more than the limit if there is a next page. */
export async function listShips(db: Queryable, query: z.infer<typeof ListQuery>) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = ships(db);
  // there are as many ships as a company has: no index is needed
  if (search)
    matching = matching.where(sql<SqlBool>`position(lower(${search}) in lower(ship.name || ' ' || ship.imo)) > 0`);
  const rows = await pageInOrder(matching, latestFirst('ship.id'), { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}

/** @throws AppError `not-found` */
export async function getShip(db: Queryable, id: string) {
  const ship = await ships(db).where('ship.id', '=', id).executeTakeFirst();
  if (!ship) throw noSuchShip();
  return ship;
}

/** Who is signed on to a ship, by name, with what was credited from the ship's computers. */
export const listCrew = (db: Queryable, shipId: string) =>
  db
    .selectFrom('shipMember')
    .innerJoin('account', 'account.id', 'shipMember.accountId')
    .select(['account.id', 'account.firstName', 'account.lastName', 'shipMember.signedOnAt'])
    .select([
      sql<number>`(select count(*)::int from enrolment join ship_course using (course_id)
        where enrolment.account_id = account.id and ship_course.ship_id = ship_member.ship_id
          and enrolment.status = 'approved' and enrolment.superseded_at is null)`.as('courses'),
      sql<number>`(select coalesce(sum(offline_pass.credited_seconds), 0)
        from offline_pass join enrolment on enrolment.id = offline_pass.enrolment_id
          join ship_box on ship_box.public_key = offline_pass.device_key
        where enrolment.account_id = account.id and ship_box.ship_id = ship_member.ship_id)`.as('creditedSeconds'),
    ])
    .where('shipMember.shipId', '=', shipId)
    .orderBy('account.foldedName')
    .orderBy('account.id')
    .execute();

/** The courses aboard, by title. */
export const listTaken = (db: Queryable, shipId: string) =>
  db
    .selectFrom('shipCourse')
    .innerJoin('course', 'course.id', 'shipCourse.courseId')
    .select(['course.id', 'course.title', 'shipCourse.lines'])
    .where('shipCourse.shipId', '=', shipId)
    .orderBy('course.title')
    .orderBy('course.id')
    .execute();
