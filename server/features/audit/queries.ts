import type { AuditQuery } from '@fairlead/contract/audit/calls';
import { type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { byMoment, latestFirst, onDays, pageInOrder, paginationOf, totalOf } from '../../platform/db/pagination.ts';
import { findAnybody, fullNameIn } from '../accounts/index.ts';

/**
 * The account that an event is about: the subject itself, or the owner of the enrolment, attempt, certificate or file.
 */
const subjectAccount = sql<string | null>`case event.subject_kind
  when 'account' then event.subject_id::uuid
  when 'enrolment' then (select account_id from enrolment where id = event.subject_id::uuid)
  when 'certificate' then (select account_id from certificate where id = event.subject_id::uuid)
  when 'session' then (select account_id from session where id = event.subject_id::uuid)
  when 'file' then (select owner_id from stored_file where id = event.subject_id::uuid)
  when 'attempt' then (select enrolment.account_id from enrolment join attempt on attempt.enrolment_id = enrolment.id
    where attempt.id = event.subject_id::uuid)
  end`;

/** The name of a subject that belongs to no account. */
const subjectTitle = sql<string | null>`case event.subject_kind
  when 'course' then (select title from course where id = event.subject_id::uuid)
  when 'list' then event.subject_id
  when 'message' then (select name from contact_message where id = event.subject_id::uuid)
  end`;

/** The ids of events that some people caused, or that concern their account; each half uses its own index. */
const eventsOf = (db: Queryable, people: readonly string[]) =>
  db
    .selectFrom('auditEvent')
    .select('auditEvent.id')
    .where(among('auditEvent.actorId', people))
    .union(
      db
        .selectFrom('auditEvent')
        .select('auditEvent.id')
        .where('subjectKind', '=', 'account')
        .where(sql<SqlBool>`subject_id = any(${people}::text[])`),
    );

const moment = { expression: sql<Date>`event.at`, table: sql`audit_event as event` };

/**
 * A page of the audit log, newest first. Returns the rows (one more than the limit if there is a next page) and the
 * capped count.
 */
export async function listAudit(db: Queryable, query: AuditQuery, timeZone: string) {
  const { take, limit, after, search } = paginationOf(query);
  const { action } = query;
  let matching = db.selectFrom('auditEvent as event');
  const found = search ? await findAnybody(db, search) : undefined;
  if (found) matching = matching.where('event.id', 'in', eventsOf(db, found.ids));
  if (action !== undefined) matching = matching.where('event.action', '=', action);
  if (query.from || query.to) matching = matching.where(onDays(moment.expression, query, timeZone));
  const wanted = matching
    .leftJoin('account as actor', 'actor.id', 'event.actorId')
    .leftJoin('account as person', (join) => join.on('person.id', '=', subjectAccount))
    .select([
      ...(['event.id', 'event.at', 'event.action', 'event.subjectKind', 'event.subjectId', 'event.details'] as const),
      ...(['event.address', 'event.device', 'event.sealIndex', 'event.actorId'] as const),
      ...(['actor.firstName', 'actor.lastName', 'actor.email', 'person.id as personId'] as const),
      sql<string | null>`coalesce(${fullNameIn('person')}, ${subjectTitle})`.as('subjectName'),
    ]);
  const rows = await pageInOrder(wanted, byMoment(latestFirst('event.id'), query, moment), { after, take }).execute();
  return {
    rows,
    limit,
    total: await totalOf(db, matching.select('event.id'), { rows, limit, after }),
    isBounded: found?.isBounded,
  };
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>['rows'][number];

/** Every action that occurs in the log; found along the index with one lookup each, however many rows there are. */
export async function listActions(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      select min(action) as action from audit_event
      union all
      select (select min(action) from audit_event where action > known.action) from known where known.action is not null
    )
    select action from known where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}
