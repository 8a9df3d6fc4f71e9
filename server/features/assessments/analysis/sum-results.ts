import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, transaction } from '../../../platform/db/database.ts';
import { isRight, selects } from '../kinds/kinds.ts';

/** Run by jobs.ts, often. */
export const sumResultsJob = 'sum-results';

/** Number of attempts added up by one statement, well within its time limit. */
const portion = 20_000;

const percentage = sql`(attempt.score * 100.0::float8 / attempt.total_questions)`;
const seconds = sql`extract(epoch from attempt.submitted_at - attempt.started_at)::float8`;

/** The results of some attempts, as rows of `result_sum`; `ids` is a query of their ids. */
export const resultsOf = (ids: RawBuilder<unknown>) => sql`
  select version_id, (least(floor(${percentage} / 10), 9) * 10)::int as percentage_from,
    (least(floor(${seconds} / 300), 12) * 5)::int as minutes_from, passed, count(*) as attempts,
    sum(${percentage}) as percentages, sum(${seconds}) as seconds
  from attempt where id in (${ids}) and submitted_at is not null
  group by 1, 2, 3, 4`;

/** The answers to their questions, as rows of `question_sum`. */
export const answersOf = (ids: RawBuilder<unknown>) => sql`
  select question_id, count(*) as asked, sum(is_right) as answered_right,
    count(*) filter (where is_unanswered) as unanswered,
    count(*) filter (where selects_first) as chosen_first, count(*) filter (where selects_second) as chosen_second,
    count(*) filter (where selects_third) as chosen_third, count(*) filter (where selects_fourth) as chosen_fourth,
    sum(others) as rest, sum(others * others) as rest_squares, sum(others * is_right) as rest_of_right
  from (
    select answer.question_id, mark.is_right, attempt.score - mark.is_right as others,
      answer.selected_option is null and answer.selection is null as is_unanswered,
      ${selects(0)} as selects_first, ${selects(1)} as selects_second,
      ${selects(2)} as selects_third, ${selects(3)} as selects_fourth
    from attempt
    join attempt_answer as answer on answer.attempt_id = attempt.id
    join question on question.id = answer.question_id
    cross join lateral (select ${isRight}::int as is_right) as mark
    where attempt.id in (${ids}) and attempt.submitted_at is not null
  ) as marked
  group by 1`;

const added = (table: string, columns: readonly string[]) =>
  sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ),
  );

const ofResults = ['attempts', 'percentages', 'seconds'];
const ofAnswers = [
  ...['asked', 'answered_right', 'unanswered', 'chosen_first', 'chosen_second', 'chosen_third', 'chosen_fourth'],
  ...['rest', 'rest_squares', 'rest_of_right'],
];

/** Adds newly submitted attempts to the sums; an analysis reads attempts that are not in the sums directly. */
export async function sumResults(db: Db): Promise<void> {
  let summed = portion;
  while (summed === portion) summed = await transaction(db, sumPortion);
}

async function sumPortion(tx: Tx): Promise<number> {
  // A correction of an answer key deletes the sums: one waits for the other, and this one then counts with the new key.
  await sql`lock table result_sum in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    delete from attempt_to_sum where attempt_id in (
      select attempt_id from attempt_to_sum order by attempt_id limit ${portion} for update skip locked)
    returning attempt_id as id`.execute(tx);
  const ids = sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`;
  await sql`
    insert into result_sum ${resultsOf(ids)}
    on conflict (version_id, percentage_from, minutes_from, passed) do update set ${added('result_sum', ofResults)}`.execute(
    tx,
  );
  await sql`
    insert into question_sum ${answersOf(ids)}
    on conflict (question_id) do update set ${added('question_sum', ofAnswers)}`.execute(tx);
  return rows.length;
}

/** Marks an attempt closed by this transaction for the next update of the sums. */
export const sumLater = (tx: Tx, attemptId: string) => tx.insertInto('attemptToSum').values({ attemptId }).execute();

/** Deletes the sums of an assessment, which its caller has locked, so that they are recalculated. */
export async function recalculateSums(tx: Tx, assessmentId: string): Promise<void> {
  const versions = sql`select id from assessment_version where assessment_id = ${assessmentId}`;
  await sql`lock table result_sum in row exclusive mode`.execute(tx);
  await sql`delete from result_sum where version_id in (${versions})`.execute(tx);
  await sql`delete from question_sum where question_id in (
    select id from question where version_id in (${versions}))`.execute(tx);
  await sql`
    insert into attempt_to_sum
    select id from attempt where version_id in (${versions}) and submitted_at is not null
    on conflict do nothing`.execute(tx);
}
