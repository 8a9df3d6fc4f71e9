import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import { optionPictureIds, placedPictures, withPictures } from '../picture-queries.ts';
import { isAsked, withKey } from '../queries.ts';
import { answerColumns, answersOf, resultsOf, summedChoices } from './sum-results.ts';

/** The attempts to include: an assessment's, of one version or of all. */
type Which = { assessmentId: string; version: number | undefined };

// The parameter may exceed the range of the column.
const versionsOf = ({ assessmentId, version }: Which) => sql`
  select id from assessment_version
  where assessment_id = ${assessmentId} and number = coalesce(${version ?? null}::bigint, number)`;

/**
 * The attempts not included in any sum yet. One statement reads them and the sums, so that none is missed or read
 * twice.
 */
const notSummed = (which: Which) => sql`
  select attempt_id from attempt_to_sum join attempt on attempt.id = attempt_id
  where attempt.version_id in (${versionsOf(which)})`;

const results = (which: Which) => sql`(
  select version_id, percentage_from, minutes_from, passed, attempts, percentages, seconds
  from result_sum where version_id in (${versionsOf(which)})
  union all ${resultsOf(notSummed(which))}) as result`;

type VersionResults = {
  number: number;
  createdAt: Date;
  attempts: number;
  passed: number;
  percentage: number | null;
  seconds: number | null;
};

/**
 * The results of every version of an assessment: averages of percentages and of seconds, null if there are no attempts.
 */
export async function listVersionResults(db: Queryable, assessmentId: string): Promise<VersionResults[]> {
  const { rows } = await sql<VersionResults>`
    select version.number, version.created_at as "createdAt", coalesce(sum(attempts), 0)::int as attempts,
      coalesce(sum(attempts) filter (where passed), 0)::int as passed,
      sum(percentages) / sum(attempts)::float8 as percentage, sum(seconds) / sum(attempts)::float8 as seconds
    from assessment_version as version
    left join ${results({ assessmentId, version: undefined })} on result.version_id = version.id
    where version.assessment_id = ${assessmentId}
    group by version.id
    order by version.number`.execute(db);
  return rows;
}

/** The number of attempts that look like guessing. */
export async function countGuessed(db: Queryable, which: Which): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from attempt
    where version_id in (${versionsOf(which)}) and guess_signs is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

type Class = { from: number; count: number };

/** The number of attempts in each class of percentages (by ten) and of minutes (by five, up to an hour). */
export async function countScoresAndTimes(db: Queryable, which: Which) {
  const { rows } = await sql<{ percentage: number; minutes: number; count: number }>`
    select percentage_from as percentage, minutes_from as minutes, sum(attempts)::int as count
    from ${results(which)} group by 1, 2`.execute(db);
  const by = (kind: 'percentage' | 'minutes'): Class[] =>
    [...Map.groupBy(rows, (row) => row[kind])].map(([from, same]) => ({
      from,
      count: same.reduce((sum, { count }) => sum + count, 0),
    }));
  return { percentages: by('percentage'), minutes: by('minutes') };
}

type QuestionResult = {
  text: string;
  kind: string;
  options: JsonValue;
  correctOption: number | null;
  answerKey: JsonValue;
  pictureId: string | null;
  pictureText: string;
  placedPictures: { place: number; id: string; text: string }[] | null;
  topic: string;
  questionId: string | null;
  asked: number;
  right: number;
  unanswered: number;
  chosen: number[];
  discrimination: number | null;
};

const total = (column: string) => sql`sum(${sql.ref(column)})`;

/**
 * Pearson's correlation between a correct answer (1 or 0) and the points for the other questions, calculated from its
 * sums; null if either has no variance.
 */
const discrimination = sql`(
  (${total('asked')} * ${total('rest_of_right')} - ${total('answered_right')} * ${total('rest')})::float8
  / nullif(
    sqrt((${total('asked')} * ${total('answered_right')} - ${total('answered_right')} * ${total('answered_right')})::float8)
    * sqrt((${total('asked')} * ${total('rest_squares')} - ${total('rest')} * ${total('rest')})::float8), 0))`;

/** The questions that the newest version of an assessment asks; the first of several with the same content. */
const currentQuestions = (assessmentId: string) => sql`
  select distinct on (text, kind, options, correct_option, answer_key, picture_id, ${optionPictureIds})
    id, text, kind, options, correct_option, answer_key, picture_id, ${optionPictureIds} as option_picture_ids
  from question
  where ${isAsked} and version_id = (
    select id from assessment_version where assessment_id = ${assessmentId} order by number desc limit 1)
  order by text, kind, options, correct_option, answer_key, picture_id, ${optionPictureIds}, position`;

/**
 * Every question that was asked, with its answers and their correlation with the rest of the score; `questionId` is the
 * same question in the newest version of the assessment, null where it is not asked there.
 */
export async function listQuestionResults(db: Queryable, which: Which) {
  const asked = sql`(
    select ${answerColumns} from question_sum join question on question.id = question_id
    where question.version_id in (${versionsOf(which)})
    union all ${answersOf(notSummed(which))}) as answers`;
  const { rows } = await sql<QuestionResult>`
    select question.text, question.kind, question.options, question.correct_option as "correctOption",
      question.answer_key as "answerKey", question.picture_id as "pictureId", max(question.picture_text) as "pictureText",
      (array_agg(${placedPictures}))[1] as "placedPictures", max(question.topic) as topic,
      current.id as "questionId", sum(asked)::int as asked, sum(answered_right)::int as "right", sum(unanswered)::int as unanswered,
      ${summedChoices} as chosen,
      ${discrimination} as discrimination
    from ${asked} join question on question.id = answers.question_id
    left join (${currentQuestions(which.assessmentId)}) as current
      on current.text = question.text and current.kind = question.kind and current.options = question.options
      and current.correct_option is not distinct from question.correct_option
      and current.answer_key is not distinct from question.answer_key
      and current.picture_id is not distinct from question.picture_id
      and current.option_picture_ids is not distinct from ${optionPictureIds}
    -- the same question in several versions is one
    group by question.text, question.kind, question.options, question.correct_option, question.answer_key,
      question.picture_id, ${optionPictureIds}, current.id
    order by min(question.position)`.execute(db);
  return (await withPictures(db, rows)).map(withKey);
}
