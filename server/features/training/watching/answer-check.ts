import { type Queryable, type Tx, transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireApprovedEnrolment } from '../../enrolments/index.ts';
import { againFrom, judge } from '../presence-rules.ts';
import { lockWatching } from '../queries.ts';

type Answer = { accountId: string; presenceId: string; choice: number | null };

/** Whether an answer is right, and otherwise where the film is to be watched again from, in seconds. */
export type AnswerOutcome = { right: boolean; againFrom: number };

/**
 * Stores a learner's answer to a presence check. A right one lets what follows be credited; after a wrong one the check
 * stays open. Idempotent: of a check that was answered, or that staff have taken back, nothing changes.
 *
 * @returns the outcome; an answer that comes before the part can have been watched again is not judged.
 * @throws AppError `not-found`, `forbidden` when not approved for the course, `not-yet` when the check is not due.
 */
export const answerCheck = ({ db, clock }: Pick<Platform, 'db' | 'clock'>, answer: Answer): Promise<AnswerOutcome> =>
  transaction(db, async (tx) => {
    // Reports and answers of one learner run one after another.
    await lockWatching(tx, [answer.accountId]);
    return storeAnswer(tx, answer, clock());
  });

/** The same inside of a transaction that has locked what the learner has opened. */
export async function storeAnswer(
  tx: Tx,
  { accountId, presenceId, choice }: Answer,
  now: Date,
): Promise<AnswerOutcome> {
  const check = await findCheck(tx, accountId, presenceId);
  if (!check) throw notFound('There is no such question.');
  await requireApprovedEnrolment(tx, accountId, check.courseId);
  const { atSeconds } = check;
  if (check.answeredAt || check.removedAt) return { right: true, againFrom: atSeconds };
  const again = againFrom(atSeconds, await listMoments(tx, check));
  const verdict = judge(check, choice, { again, highestSpeed: check.highestSpeed, now });
  if (verdict === 'early') return { right: false, againFrom: again };
  const right = verdict === 'right';
  await tx
    .updateTable('presenceCheck')
    .set((e) => (right ? { answeredAt: now } : { wrongAnswers: e('wrongAnswers', '+', 1), wrongAt: now }))
    .where('id', '=', presenceId)
    .execute();
  return { right, againFrom: right ? atSeconds : again };
}

/**
 * Of answers that were given elsewhere, those that are wrong and were judged before, and where their films are to be
 * watched again from, in seconds: so the word that an answer was wrong may be lost, and asked for again.
 */
export async function listWrong(db: Queryable, answers: ReadonlyMap<string, number | null>) {
  if (answers.size === 0) return [];
  const checks = await db
    .selectFrom('presenceCheck')
    .innerJoin('filmCheck', 'filmCheck.id', 'presenceCheck.checkId')
    .select(['presenceCheck.id', 'presenceCheck.enrolmentId', 'presenceCheck.filmId', 'presenceCheck.atSeconds'])
    .select('filmCheck.answer')
    .where('presenceCheck.id', 'in', [...answers.keys()])
    .where('presenceCheck.answeredAt', 'is', null)
    .where('presenceCheck.wrongAt', 'is not', null)
    .execute();
  const wrong = checks.filter(({ id, answer }) => answer !== null && answer !== answers.get(id));
  return Promise.all(
    wrong.map(async (one) => ({ check: one.id, againFrom: againFrom(one.atSeconds, await listMoments(db, one)) })),
  );
}

const findCheck = (tx: Tx, accountId: string, id: string) =>
  tx
    .selectFrom('presenceCheck')
    .innerJoin('filmCheck', 'filmCheck.id', 'presenceCheck.checkId')
    .innerJoin('enrolment', 'enrolment.id', 'presenceCheck.enrolmentId')
    .innerJoin('watching', (join) =>
      join
        .onRef('watching.enrolmentId', '=', 'presenceCheck.enrolmentId')
        .onRef('watching.filmId', '=', 'presenceCheck.filmId'),
    )
    .select(['presenceCheck.enrolmentId', 'presenceCheck.filmId', 'presenceCheck.atSeconds', 'presenceCheck.askedAt'])
    .select(['presenceCheck.answeredAt', 'presenceCheck.wrongAt', 'filmCheck.answer', 'filmCheck.removedAt'])
    .select(['enrolment.courseId', 'watching.highestSpeed'])
    .where('presenceCheck.id', '=', id)
    .where('enrolment.accountId', '=', accountId)
    .executeTakeFirst();

async function listMoments(tx: Queryable, { enrolmentId, filmId }: { enrolmentId: string; filmId: string }) {
  const rows = await tx
    .selectFrom('presenceCheck')
    .select('atSeconds')
    .where('enrolmentId', '=', enrolmentId)
    .where('filmId', '=', filmId)
    .execute();
  return rows.map(({ atSeconds }) => atSeconds);
}
