import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, transaction } from '../../../platform/db/database.ts';
import { earnedParts, selects } from '../kinds/kinds.ts';
import { wholeMark } from '../kinds/marks.ts';
import { partsInSql, percentageInSql } from '../pass-mark.ts';

/** Run by jobs.ts, often. */
export const sumResultsJob = 'sum-results';

/** Number of attempts added up by one statement, well within its time limit. */
const portion = 20_000;

const score = partsInSql('attempt.score', 'attempt.scoreParts');
const percentage = percentageInSql(score, 'attempt.totalQuestions');
const seconds = sql`extract(epoch from attempt.submitted_at - attempt.started_at)::float8`;

/** The results of some attempts, as rows of `result_sum`; `ids` is a query of their ids. */
export const resultsOf = (ids: RawBuilder<unknown>) => sql`
  select version_id, (least(floor(${percentage} / 10), 9) * 10)::int as percentage_from,
    (least(floor(${seconds} / 300), 12) * 5)::int as minutes_from, passed, count(*) as attempts,
    sum(${percentage}) as percentages, sum(${seconds}) as seconds
  from attempt where id in (${ids}) and submitted_at is not null
  group by 1, 2, 3, 4`;

/** The columns that count the answers for each line of an analysis. */
const chosen = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'] as const;
const chosenColumns = (names: readonly string[]) => names.map((name) => `chosen_${name}`);
const counts = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`count(*) filter (where ${sql.ref(`selects_${name}`)}) as ${sql.ref(`chosen_${name}`)}`),
  );

/** All of them as one array, summed up. */
export const summedChoices = sql<number[]>`json_build_array(${sql.join(
  chosenColumns(chosen).map((column) => sql`sum(${sql.ref(column)})`),
)})`;

/**
 * The answers to their questions, as rows of `question_sum`. Its correlation is of right answers with the marks for the
 * other questions, which are rounded to whole ones. The columns stand in the order of the table.
 */
export const answersOf = (ids: RawBuilder<unknown>) => sql`
  select question_id, count(*) as asked, sum(is_right) as answered_right,
    count(*) filter (where is_unanswered) as unanswered,
    ${counts(chosen.slice(0, 4))},
    sum(others) as rest, sum(others * others) as rest_squares, sum(others * is_right) as rest_of_right,
    ${counts(chosen.slice(4))}
  from (
    select answer.question_id, (mark.parts = ${sql.lit(wholeMark)})::int as is_right,
      (${score} - mark.parts + ${sql.lit(wholeMark / 2)}) / ${sql.lit(wholeMark)} as others,
      answer.selected_option is null and answer.selection is null as is_unanswered,
      ${sql.join(chosen.map((name, place) => sql`${selects(place)} as ${sql.ref(`selects_${name}`)}`))}
    from attempt
    join attempt_answer as answer on answer.attempt_id = attempt.id
    join question on question.id = answer.question_id
    cross join lateral (select ${earnedParts} as parts) as mark
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
  ...['asked', 'answered_right', 'unanswered', ...chosenColumns(chosen)],
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
