import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import { sql } from 'kysely';
import { among } from '../../../platform/db/among.ts';
import { accepted, inBatches, outcomeOf } from '../../../platform/db/batches.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectionColumns } from '../kinds/stored.ts';
import { isAsked } from '../queries.ts';
import { isOver } from '../rules.ts';
import { closedTest } from './close-attempt.ts';
import { selectionsToSave } from './grading.ts';
import { lockAttemptsOf } from './queries.ts';
import { type Changed, listChanged, requireSeen } from './seen-answers.ts';

type Absence = { fromSecond: number; seconds: number };
/** A learner's answers since the last save, and the times when its window was left. */
type Progress = {
  accountId: string;
  attemptId: string;
  answers: readonly GivenAnswer[];
  absences: readonly Absence[];
  /** The revision of the answers that the learner sees; undefined if the client does not say it. */
  revision: number | undefined;
};

/**
 * Returns the handler that saves answers of open attempts as they are given; a new answer to a question replaces the
 * former one. It resolves to the attempt's deadline and revision once they are stored: calls for one attempt are
 * handled one after another, those for different attempts are stored together in batches.
 *
 * A call throws AppError `not-found` for another learner's attempt; `done` when it is submitted, or its time is
 * over; `forbidden` when its learner is no longer approved; `invalid` for anything that is not on its test paper;
 * `stale` when it would replace an answer that its learner does not see.
 */
export const takeAnswers = ({ db, clock }: Pick<Platform, 'db' | 'clock'>) =>
  inBatches<Progress, { deadline: Date | null; revision: number }>(
    { keyOf: ({ attemptId }) => attemptId },
    (reported) =>
      transaction(db, async (tx) => {
        const attemptIds = reported.map(({ attemptId }) => attemptId);
        const accountIds = reported.map(({ accountId }) => accountId);
        const attempts = await lockAttemptsOf(tx, attemptIds, accountIds);
        const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
        const questions = await listAnswered(tx, reported);
        const changed = await listChanged(
          tx,
          reported.map(({ attemptId, revision }) => ({
            attemptId,
            seen: revision,
            current: byId.get(attemptId)?.revision,
          })),
        );
        // Read after the locks are acquired, since waiting for them may have taken time.
        const now = clock();
        const outcomes = reported.map((progress) =>
          outcomeOf(() => keptOf(progress, byId.get(progress.attemptId), { questions, changed, now })),
        );
        const kept = accepted(outcomes);
        await writeSelections(
          tx,
          kept.flatMap(({ selections }) => selections),
          now,
        );
        await writeAbsences(
          tx,
          kept.flatMap(({ absences }) => absences),
        );
        return outcomes;
      }),
  );

type Attempt = Awaited<ReturnType<typeof lockAttemptsOf>>[number];
type Question = Awaited<ReturnType<typeof listAnswered>>[number];

/** The rows to store for one learner's progress. */
function keptOf(
  { accountId, attemptId, answers, absences }: Progress,
  attempt: Attempt | undefined,
  { questions, changed, now }: { questions: readonly Question[]; changed: readonly Changed[]; now: Date },
) {
  if (attempt?.accountId !== accountId) throw notFound('There is no such attempt.');
  if (attempt.submittedAt) throw new AppError('done', 'This attempt was already submitted.');
  if (!attempt.isTrained) throw new AppError('over', closedTest);
  if (isOver(attempt, now)) throw new AppError('over', 'The time for this test is over.');
  if (!attempt.isApproved) throw new AppError('forbidden', 'You are not approved for this course.');
  const drawn = attempt.paper && new Set(attempt.paper.map(({ questionId }) => questionId));
  const asked = questions.filter(({ id, versionId }) => versionId === attempt.versionId && (!drawn || drawn.has(id)));
  const selections = selectionsToSave(asked, answers);
  requireSeen(attemptId, selections, changed);
  const revision = attempt.revision + (selections.size > 0 ? 1 : 0);
  return {
    deadline: attempt.deadline,
    revision,
    selections: [...selections].map(([questionId, selection]) => ({
      attemptId,
      questionId,
      revision,
      ...selectionColumns(selection),
    })),
    absences: attempt.noteLeaving ? absences.map((absence) => ({ attemptId, ...absence })) : [],
  };
}

/** Only the questions that are answered, to avoid reading the whole test paper on each save. */
async function listAnswered(tx: Tx, reported: readonly Progress[]) {
  const ids = [...new Set(reported.flatMap(({ answers }) => answers.map(({ questionId }) => questionId)))];
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('question')
    .select(['id', 'versionId', 'kind', 'options'])
    .where(among('id', ids))
    .where(isAsked)
    .execute();
  return rows.map(({ options, ...row }) => ({ ...row, options: options as string[] }));
}

type Selection = { attemptId: string; questionId: string; revision: number } & ReturnType<typeof selectionColumns>;

async function writeSelections(tx: Tx, selections: readonly Selection[], now: Date) {
  if (selections.length === 0) return;
  // The same SQL text for any number of rows, so that the database can reuse the plan.
  await sql`
    with raised as (
      update attempt set revision = revision + 1 where id = any(${selections.map(({ attemptId }) => attemptId)}::uuid[]))
    insert into attempt_answer (attempt_id, question_id, revision, selected_option, selection, answered_at)
    select attempt_id, question_id, revision, selected_option, selection::jsonb, ${now}::timestamptz from unnest(
      ${selections.map(({ attemptId }) => attemptId)}::uuid[],
      ${selections.map(({ questionId }) => questionId)}::uuid[],
      ${selections.map(({ revision }) => revision)}::int[],
      ${selections.map(({ selectedOption }) => selectedOption)}::int[],
      ${selections.map(({ selection }) => selection)}::text[])
      as given (attempt_id, question_id, revision, selected_option, selection)
    on conflict (attempt_id, question_id) do update set
      selected_option = excluded.selected_option, selection = excluded.selection, answered_at = excluded.answered_at,
      revision = case
        when (attempt_answer.selected_option, attempt_answer.selection)
          is not distinct from (excluded.selected_option, excluded.selection) then attempt_answer.revision
        else excluded.revision end`.execute(tx);
}

/** An absence may be reported again if the response was lost: it is the same one, perhaps longer by now. */
async function writeAbsences(tx: Tx, absences: readonly ({ attemptId: string } & Absence)[]) {
  if (absences.length === 0) return;
  await sql`
    insert into attempt_absence (attempt_id, from_second, seconds)
    select attempt_id, from_second, max(seconds) from unnest(
      ${absences.map(({ attemptId }) => attemptId)}::uuid[],
      ${absences.map(({ fromSecond }) => fromSecond)}::int[],
      ${absences.map(({ seconds }) => seconds)}::int[]) as reported (attempt_id, from_second, seconds)
    group by attempt_id, from_second
    on conflict (attempt_id, from_second)
      do update set seconds = greatest(attempt_absence.seconds, excluded.seconds)`.execute(tx);
}
