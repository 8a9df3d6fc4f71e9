import { sql } from 'kysely';
import { AppError, notFound } from '../../errors.ts';
import { among } from '../../platform/db/among.ts';
import { accepted, inBatches, outcomeOf } from '../../platform/db/batches.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAttemptsOf } from './attempt-queries.ts';
import { type GivenAnswer, isOver, selectionsOf } from './rules.ts';

type Absence = { fromSecond: number; seconds: number };
/** What a learner has answered since it was last told, and when the test's window was left. */
type Progress = {
  accountId: string;
  attemptId: string;
  answers: readonly GivenAnswer[];
  absences: readonly Absence[];
};

/**
 * What saves answers of open attempts as they are given; one to a question that was answered before takes its place.
 * It is answered, with the attempt's deadline, when they are stored: those of one attempt take turns, those of others
 * are stored together.
 *
 * Its call throws AppError `not-found` for another's attempt; `conflict` when it is submitted, or its time is over;
 * `forbidden` when its learner is not approved any more; `invalid` for what is not on its paper.
 */
export const takeAnswers = ({ db, clock }: Pick<Platform, 'db' | 'clock'>) =>
  inBatches<Progress, { deadline: Date | null }>({ keyOf: ({ attemptId }) => attemptId }, (told) =>
    transaction(db, async (tx) => {
      const attemptIds = told.map(({ attemptId }) => attemptId);
      const accountIds = told.map(({ accountId }) => accountId);
      const attempts = await lockAttemptsOf(tx, attemptIds, accountIds);
      const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
      const questions = await listAnswered(tx, told);
      // Read once the attempts are held, since whatever held them before may have taken its time.
      const now = clock();
      const outcomes = told.map((progress) =>
        outcomeOf(() => keptOf(progress, byId.get(progress.attemptId), questions, now)),
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

/** What is to be written down of what one learner told. */
function keptOf(
  { accountId, attemptId, answers, absences }: Progress,
  attempt: Attempt | undefined,
  questions: readonly Question[],
  now: Date,
) {
  if (attempt?.accountId !== accountId) throw notFound('There is no such attempt.');
  if (attempt.submittedAt) throw new AppError('conflict', 'This attempt was already submitted.');
  if (isOver(attempt, now)) throw new AppError('conflict', 'The time for this test is over.');
  if (!attempt.isApproved) throw new AppError('forbidden', 'You are not approved for this course.');
  const drawn = attempt.paper && new Set(attempt.paper.map(({ questionId }) => questionId));
  const asked = questions.filter(({ id, versionId }) => versionId === attempt.versionId && (!drawn || drawn.has(id)));
  return {
    deadline: attempt.deadline,
    selections: [...selectionsOf(asked, answers)].map(([questionId, selectedOption]) => {
      if (selectedOption === null) throw new AppError('invalid', 'An answer is none of the options of its question.');
      return { attemptId, questionId, selectedOption };
    }),
    absences: attempt.noteLeaving ? absences.map((absence) => ({ attemptId, ...absence })) : [],
  };
}

/** The questions that are answered: a whole paper is read once too often. */
async function listAnswered(tx: Tx, told: readonly Progress[]) {
  const ids = [...new Set(told.flatMap(({ answers }) => answers.map(({ questionId }) => questionId)))];
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('question').select(['id', 'versionId', 'options']).where(among('id', ids)).execute();
  return rows.map(({ options, ...row }) => ({ ...row, options: options as string[] }));
}

type Selection = { attemptId: string; questionId: string; selectedOption: number };

async function writeSelections(tx: Tx, selections: readonly Selection[], now: Date) {
  if (selections.length === 0) return;
  // one text for any number of rows, which the database keeps planned
  await sql`
    insert into attempt_answer (attempt_id, question_id, selected_option, answered_at)
    select *, ${now}::timestamptz from unnest(
      ${selections.map(({ attemptId }) => attemptId)}::uuid[],
      ${selections.map(({ questionId }) => questionId)}::uuid[],
      ${selections.map(({ selectedOption }) => selectedOption)}::int[])
    on conflict (attempt_id, question_id)
      do update set selected_option = excluded.selected_option, answered_at = excluded.answered_at`.execute(tx);
}

/** An absence that is told again, since the word about it was lost, is the same one, perhaps grown longer. */
async function writeAbsences(tx: Tx, absences: readonly ({ attemptId: string } & Absence)[]) {
  if (absences.length === 0) return;
  await sql`
    insert into attempt_absence (attempt_id, from_second, seconds)
    select attempt_id, from_second, max(seconds) from unnest(
      ${absences.map(({ attemptId }) => attemptId)}::uuid[],
      ${absences.map(({ fromSecond }) => fromSecond)}::int[],
      ${absences.map(({ seconds }) => seconds)}::int[]) as told (attempt_id, from_second, seconds)
    group by attempt_id, from_second
    on conflict (attempt_id, from_second)
      do update set seconds = greatest(attempt_absence.seconds, excluded.seconds)`.execute(tx);
}
