import type { Waiting } from '@fairlead/contract/overview/calls';
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readTogether, rowsAsJson } from '../../platform/db/read-together.ts';
import { type DeletionKind, selectWaitingDeletions } from '../../platform/deletions/mass-deletion.ts';
import { mailJob } from '../../platform/mail/queue-mail.ts';
import { hasFees } from '../academy/index.ts';
import { fullNameIn } from '../accounts/index.ts';
import { passesUnderReview, resultsUnderReview } from '../assessments/index.ts';
import { cosignJob } from '../certificates/index.ts';
import { approvalReminderDays, isAskedForSpeed, ruleInForce } from '../courses/index.ts';
import { waitsForAcademy } from '../enrolments/index.ts';

/** How many items of a kind are shown, and the cap for counting them. */
const shown = 5;
export const countedUpTo = 1001;

type Row = {
  id: string;
  title: string;
  detail: string;
  since: Date;
  person_id?: string;
  search_text?: string | null;
};

/**
 * A query for the pending items of one kind, and a cheaper one for the count where that needs fewer columns or joins.
 */
type Kind = { rows: RawBuilder<Row>; counted?: RawBuilder<unknown> };

const changedProfiles = sql`profile.identity_changed_at is not null`;
/** None while fees are switched off. */
const waitingProofs = sql`fee_proof.state = 'waiting' and ${hasFees}`;

/**
 * The day from which on staff are reminded of an approval: not before it was entered, nor before its edition applies.
 */
const remindedFrom = sql`greatest(approval_until - ${sql.lit(approvalReminderDays[0])}, approval_changed_on + 1,
  applies_from)`;

/** What the witnesses of the public log have refused to cosign. */
const isRefusedLog = sql`(job.kind = ${sql.lit(cosignJob)} and job.gave_up_at is not null)`;

const kinds = {
  registrations: () => ({
    rows: sql<Row>`
      select id, ${fullNameIn('account')} as title, email as detail, created_at as since, id as person_id
      from account where role = 'learner' and email_verified_at is not null and approved_at is null
        and refused_at is null`,
  }),
  requests: () => ({
    rows: sql<Row>`
      select enrolment.id, ${fullNameIn('account')} as title, course.title as detail,
        enrolment.requested_at as since, account.email as search_text
      from enrolment
      join account on account.id = enrolment.account_id join course on course.id = enrolment.course_id
      where ${waitsForAcademy}`,
    counted: sql`select from enrolment where ${waitsForAcademy}`,
  }),
  identityChanges: () => ({
    rows: sql<Row>`
      select account.id, profile.name as title, account.email as detail, profile.identity_changed_at as since,
        account.id as person_id
      from seafarer_profile as profile join account on account.id = profile.account_id
      where ${changedProfiles}`,
    counted: sql`select from seafarer_profile as profile where ${changedProfiles}`,
  }),
  documentsToCheck: () => ({
    rows: sql<Row>`
      select document.id, ${fullNameIn('account')} as title, document.codes[1] as detail,
        document.updated_at as since, account.id as person_id
      from wallet_document as document join account on account.id = document.account_id
      where document.status = 'waiting'`,
    counted: sql`select from wallet_document where status = 'waiting'`,
  }),
  heldCertificates: () => ({
    rows: sql<Row>`
      select id, name as title, course_title as detail, created_at as since, account_id as person_id
      from certificate where status = 'held'`,
  }),
  paymentProofs: () => ({
    rows: sql<Row>`
      select fee_proof.id, ${fullNameIn('account')} as title, course.title as detail,
        fee_proof.sent_at as since, account.email as search_text
      from fee_proof join enrolment on enrolment.id = fee_proof.enrolment_id
      join account on account.id = enrolment.account_id join course on course.id = enrolment.course_id
      where ${waitingProofs}`,
    counted: sql`select from fee_proof where ${waitingProofs}`,
  }),
  doubtfulPasses: (db) => ({
    rows: sql<Row>`
      select id, ${fullNameIn('pass')} as title, course_title as detail, since, email as search_text
      from ${resultsUnderReview(db)} as pass`,
    counted: sql`select from ${passesUnderReview(db).select('attempt.id')} as pass`,
  }),
  logFlaws: () => ({
    rows: sql<Row>`
      select coalesce(flaw ->> 'certificateId', chain || ' ' || (flaw ->> 'index')) as id,
        coalesce(flaw ->> 'number', 'Link ' || (flaw ->> 'index') || ' of the ' || chain || ' log') as title,
        flaw ->> 'reason' as detail, (flaw ->> 'since')::timestamptz as since, flaw ->> 'number' as search_text
      from log_check cross join lateral jsonb_array_elements(flaws) as flaw
      union all
      select id::text, 'The public log is refused', regexp_replace(last_error, '^\\w+: ', ''), gave_up_at, null
      from job where ${isRefusedLog}`,
  }),
  endingApprovals: (_, today) => ({
    rows: sql<Row>`
      select course.id, course.title,
        case when approval_until < ${today} then 'ended on ' else 'until ' end
          || to_char(approval_until, 'FMDD FMMonth YYYY') as detail,
        ${remindedFrom}::timestamptz as since, approval_until
      from course cross join lateral (
        select approval_until, approval_changed_on, applies_from from ${ruleInForce(today)}) as rule
      where course.is_active and approval_until is not null and ${remindedFrom} <= ${today}`,
  }),
  playbackSpeeds: () => ({
    rows: sql<Row>`
      select id, title, 'up to ' || highest_speed || ' ×' as detail, created_at as since
      from course where ${isAskedForSpeed}`,
  }),
  messages: () => ({
    rows: sql<Row>`
      select id, name as title, email as detail, received_at as since, email as search_text
      from contact_message where state = 'new'`,
  }),
  jobsGivenUp: () => ({
    rows: sql<Row>`
      select id, kind as title, 'after ' || attempts || ' attempts' as detail, gave_up_at as since
      from job where gave_up_at is not null and not ${isRefusedLog}`,
  }),
} satisfies Record<string, (db: Queryable, today: CalendarDate) => Kind>;
export type WaitingKind = keyof typeof kinds;

/** A deletion that waits for an administrator. */
type WaitingDeletion = { kind: DeletionKind; waiting: number; total: number; since: string };
type WaitingRows = { count: number; longest: (Omit<Row, 'since'> & { since: string })[] };

/** The pending items of one kind, to be read together with others. */
function waitingAsJson(db: Queryable, kind: WaitingKind, today: CalendarDate): RawBuilder<WaitingRows> {
  const { rows, counted = rows }: Kind = kinds[kind](db, today);
  return sql<WaitingRows>`jsonb_build_object(
    'count', (select count(*) from (${counted} limit ${sql.lit(countedUpTo)}) as waiting),
    'longest', (select coalesce(jsonb_agg(one), '[]') from (${rows} order by since, id limit ${sql.lit(shown)}) as one))`;
}

/** The same as sent. */
const toWaiting = ({ count, longest }: WaitingRows): Waiting => ({
  count,
  longest: longest.map(({ id, title, detail, since, person_id = null, search_text = null }) => ({
    _id: id,
    title,
    detail,
    since: new Date(since).toISOString(),
    personId: person_id,
    searchText: search_text,
  })),
});

/** What an overview reads: pending items of some kinds. */
type Wanted = { kinds: readonly WaitingKind[]; today: CalendarDate };
type ByKind<Of> = Record<WaitingKind, Of>;

/** The pending items of some kinds by one statement: the capped count, and the few that have been pending longest. */
export async function findWaiting(db: Queryable, { kinds: wanted, today }: Wanted): Promise<ByKind<Waiting>> {
  return waitingIn(wanted, await readTogether(db, partsOf(db, wanted, today)));
}

/**
 * All that an overview shows and is not a setting, by one statement.
 *
 * @param administrators what only they see: which first steps are done; undefined for other staff.
 */
export async function readOverview<Steps>(
  db: Queryable,
  { kinds: wanted, today, now }: Wanted & { now: Date },
  administrators: { firstSteps: RawBuilder<Steps> } | undefined,
) {
  const { mailsWait, massDeletions, firstSteps, ...waiting } = await readTogether(db, {
    ...partsOf(db, wanted, today),
    mailsWait: waitingMails(now),
    massDeletions: administrators ? waitingDeletionsAsJson(db) : sql<null>`null`,
    firstSteps: administrators?.firstSteps ?? sql<null>`null`,
  });
  return { mailsWait, massDeletions, firstSteps, waiting: waitingIn(wanted, waiting) };
}

/** An expression for each kind that is wanted. */
const partsOf = (db: Queryable, wanted: readonly WaitingKind[], today: CalendarDate) =>
  Object.fromEntries(wanted.map((kind) => [kind, waitingAsJson(db, kind, today)])) as ByKind<RawBuilder<WaitingRows>>;

const waitingIn = (wanted: readonly WaitingKind[], found: ByKind<WaitingRows>) =>
  Object.fromEntries(wanted.map((kind) => [kind, toWaiting(found[kind])])) as ByKind<Waiting>;

/** The deletions that wait for an administrator. */
const waitingDeletionsAsJson = (db: Queryable) => sql<WaitingDeletion[]>`${rowsAsJson(selectWaitingDeletions(db))}`;

/** For how long the mail server may refuse an email before staff are told, in minutes: it may ask to come later. */
const refusedMinutes = 60;

type WaitingMails = { since: string; error: string | null };

/**
 * Since when emails have been waiting for a mail server that is away, or that has refused one for an hour, and the
 * error of the latest attempt; null where none do.
 */
const waitingMails = (now: Date) => sql<WaitingMails | null>`(
  select jsonb_build_object('since', coalesce(failing_since, away_since), 'error', last_error) from job
  where kind = ${mailJob} and done_at is null and gave_up_at is null
    and (away_since is not null or failing_since <= ${now}::timestamptz - make_interval(mins => ${refusedMinutes}))
  order by coalesce(failing_since, away_since) limit 1)`;

/** The same, for the doctor. */
export async function findWaitingMails(db: Queryable, now: Date): Promise<WaitingMails | null> {
  const { rows } = await sql<{ waiting: WaitingMails | null }>`select ${waitingMails(now)} as waiting`.execute(db);
  return rows[0]?.waiting ?? null;
}

/** The latest day on which a reminder was due of each approval of an active course that ends soon or has ended. */
export async function listReminderDays(db: Queryable, today: CalendarDate): Promise<CalendarDate[]> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select max(day) as day
    from (${kinds.endingApprovals(db, today).rows}) as ending
    cross join unnest(${sql.lit(`{${approvalReminderDays}}`)}::integer[]) as days
    cross join lateral (select greatest(since::date, approval_until - days) as day) as reminder
    where day <= ${today}
    group by ending.id`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Staff members who want the daily digest and have not yet received it for a day, each with the day of their last one.
 */
export const listUnnotified = (db: Queryable, day: CalendarDate) =>
  db
    .selectFrom('account')
    .leftJoin('staffDigest', 'staffDigest.accountId', 'account.id')
    .select(['account.id', 'email', 'role', 'staffDigest.day as lastDay', fullNameIn('account').$notNull().as('name')])
    .where('role', '!=', 'learner')
    .where('disabledAt', 'is', null)
    .where('wantsDailyMail', '=', true)
    .where((e) => e.or([e('staffDigest.day', 'is', null), e('staffDigest.day', '<', day)]))
    .execute();
export type Unnotified = Awaited<ReturnType<typeof listUnnotified>>[number];

/** The administrators who may log in. */
export const listAdministrators = (db: Queryable) =>
  db
    .selectFrom('account')
    .select(['email', fullNameIn('account').$notNull().as('name')])
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute();
