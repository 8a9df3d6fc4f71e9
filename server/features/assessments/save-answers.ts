import { AppError, notFound } from '../../errors.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOwnAttempt } from './attempt-queries.ts';
import type { Drawn } from './draw-paper.ts';
import { type GivenAnswer, isOver, selectionsOf } from './rules.ts';

type Absence = { fromSecond: number; seconds: number };
type Progress = {
  accountId: string;
  attemptId: string;
  answers: readonly GivenAnswer[];
  absences: readonly Absence[];
};

/**
 * Saves answers of an open attempt as they are given; one to a question that was answered before takes its place.
 * Gives the attempt as it stands, with its deadline.
 *
 * @throws AppError `not-found` for another's attempt; `conflict` when it is submitted, or its time is over;
 *   `forbidden` when its learner is not approved any more; `invalid` for what is not on its paper.
 */
export async function saveAnswers({ db, clock }: Pick<Platform, 'db' | 'clock'>, progress: Progress) {
  const { accountId, attemptId, answers, absences } = progress;
  return transaction(db, async (tx) => {
    const attempt = await findOwnAttempt(tx, { accountId, attemptId });
    if (!attempt) throw notFound('There is no such attempt.');
    const now = clock();
    if (attempt.submittedAt) throw new AppError('conflict', 'This attempt was already submitted.');
    if (isOver(attempt, now)) throw new AppError('conflict', 'The time for this test is over.');
    if (!attempt.isApproved) throw new AppError('forbidden', 'You are not approved for this course.');
    if (answers.length > 0) {
      const selections = selectionsOf(await listAnswered(tx, attempt, answers), answers);
      await writeSelections(tx, attemptId, selections, now);
    }
    if (attempt.noteLeaving && absences.length > 0) await writeAbsences(tx, attemptId, absences);
    return { deadline: attempt.deadline };
  });
}

/** The questions that are answered, as far as they are on the attempt's paper: a whole one is read once too often. */
async function listAnswered(
  tx: Tx,
  { versionId, paper }: { versionId: string; paper: Drawn[] | null },
  answers: readonly GivenAnswer[],
) {
  const drawn = paper && new Set(paper.map(({ questionId }) => questionId));
  const ids = answers.map(({ questionId }) => questionId).filter((id) => !drawn || drawn.has(id));
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('question')
    .select(['id', 'options'])
    .where('versionId', '=', versionId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, options }) => ({ id, options: options as string[] }));
}

async function writeSelections(tx: Tx, attemptId: string, selections: ReadonlyMap<string, number | null>, now: Date) {
  const rows = [...selections].map(([questionId, selectedOption]) => {
    if (selectedOption === null) throw new AppError('invalid', 'An answer is none of the options of its question.');
    return { attemptId, questionId, selectedOption, answeredAt: now };
  });
  await tx
    .insertInto('attemptAnswer')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['attemptId', 'questionId']).doUpdateSet((e) => ({
        selectedOption: e.ref('excluded.selectedOption'),
        answeredAt: e.ref('excluded.answeredAt'),
      })),
    )
    .execute();
}

/** An absence that is told again, since the word about it was lost, is the same one, perhaps grown longer. */
async function writeAbsences(tx: Tx, attemptId: string, absences: readonly Absence[]) {
  const longest = new Map<number, number>();
  for (const { fromSecond, seconds } of absences) {
    longest.set(fromSecond, Math.max(seconds, longest.get(fromSecond) ?? 0));
  }
  await tx
    .insertInto('attemptAbsence')
    .values([...longest].map(([fromSecond, seconds]) => ({ attemptId, fromSecond, seconds })))
    .onConflict((conflict) =>
      conflict.columns(['attemptId', 'fromSecond']).doUpdateSet((e) => ({
        seconds: e.fn<number>('greatest', ['attemptAbsence.seconds', 'excluded.seconds']),
      })),
    )
    .execute();
}
