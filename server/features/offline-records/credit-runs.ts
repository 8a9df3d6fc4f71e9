import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type Credited,
  type CreditState,
  clip,
  countOlderVersions,
  creditStateAfter,
  creditWatch,
  noteAsked,
  type Stretch,
  secondsIn,
  storeAnswer,
  storeCounted,
  storeCredits,
  subtract,
  union,
} from '../training/index.ts';
import { creditable, joined, type RunOfPass } from './rules.ts';

type Answers = Readonly<Record<string, number | null>>;

type Crediting = {
  accountId: string;
  creditState: CreditState;
  /** The films of which something was credited by a record before. */
  aboard: readonly string[];
  /** In the order in which they were played on each device. */
  runs: readonly RunOfPass[];
  answers: Answers;
  now: Date;
};

/** What a run added to the credit of its film. */
type Added = { intervals: Stretch[]; seconds: number } & Omit<RunOfPass, 'stretches'>;

type Outcome = {
  added: Added[];
  /** What may be credited later. */
  waiting: RunOfPass[];
  /** Answers to checks that are not due yet. */
  answers: Answers;
  refused: { check: string; againFrom: number }[];
  /** The passes whose records claim more than the clock allows. */
  excessive: Set<string>;
};

/** Less than this of a claim, in seconds, is a difference of clocks. */
const worthNoting = 1;

/**
 * Gives offline credit by the server's clock: for one run after another, as if each had been reported by itself; kept
 * answers to presence checks are judged when their check is due. Stores films and answers; everything else is returned.
 *
 * @throws AppError `invalid` for a film in more parts than real watching produces.
 */
export async function creditRuns(tx: Tx, crediting: Crediting): Promise<Outcome> {
  const { accountId, now } = crediting;
  let creditState = crediting.creditState;
  const answers: Record<string, number | null> = { ...crediting.answers };
  const credits = new Map<string, Credited>();
  const outcome: Outcome = { added: [], waiting: [], answers, refused: [], excessive: new Set() };

  /** The credit of a run; its film's answers are judged as far as their checks are due. */
  async function creditAnswered(run: RunOfPass): Promise<Credited | 'locked' | 'removed'> {
    for (;;) {
      const credited = creditRun(run, { accountId, creditState, now });
      if (typeof credited === 'string') return credited;
      creditState = creditStateAfter(creditState, accountId, credited);
      credits.set(run.filmId, credited);
      const { due } = credited;
      const choice = due && answers[due.id];
      if (!due || choice === undefined) return credited;
      delete answers[due.id];
      await noteAsked(tx, due.askedAt ? [] : [due.id], now);
      const { right, againFrom } = await storeAnswer(tx, { accountId, presenceId: due.id, choice }, now);
      if (!right) {
        outcome.refused.push({ check: due.id, againFrom });
        return credited;
      }
      creditState = { ...creditState, checks: creditState.checks.filter(({ id }) => id !== due.id) };
    }
  }

  const counted: ReturnType<typeof countOlderVersions>['counted'] = [];
  /** Completes what older versions complete. */
  function countOlder() {
    const aboard = new Set([...crediting.aboard, ...outcome.added.map(({ filmId }) => filmId)]);
    const after = countOlderVersions(creditState, accountId, { aboard, now });
    creditState = after.creditState;
    counted.push(...after.counted);
  }

  /** Credits a run, or leaves it waiting; returns whether it completed its film. */
  async function take(run: RunOfPass): Promise<boolean> {
    const { stretches, ...of } = run;
    const film = creditState.opened.get(accountId)?.find((one) => one.filmId === run.filmId);
    const [before, wasComplete] = [film?.stretches ?? [], film?.completedAt !== null];
    const credited = await creditAnswered(run);
    if (credited === 'locked') outcome.waiting.push(run);
    if (typeof credited === 'string') return false;
    const intervals = subtract(credited.stretches, before);
    const seconds = secondsIn(intervals);
    if (seconds > 0) outcome.added.push({ ...of, intervals, seconds });
    const until = Math.min(credited.until, credited.duration);
    const tooMuch = subtract(union(clip(stretches, until)), credited.stretches);
    if (secondsIn(tooMuch) > worthNoting) outcome.excessive.add(run.passId);
    const behind = subtract(union(clip(stretches, credited.duration)), [[0, until]]);
    if (behind.length > 0) outcome.waiting.push({ ...run, stretches: behind });
    const completes = credited.completedAt !== null && !wasComplete;
    if (completes) countOlder();
    return completes;
  }

  // staff may have replaced a film, or changed what counts, since it was watched
  countOlder();
  let left = creditable(crediting.runs);
  for (;;) {
    let completed = false;
    outcome.waiting = [];
    for (const run of left) completed = (await take(run)) || completed;
    // a film that is complete opens the one after it, of which something may wait
    if (!completed || outcome.waiting.length === 0) break;
    left = outcome.waiting;
  }
  await storeCredits(tx, [...credits.values()], now);
  await storeCounted(tx, counted, now);
  const open = new Set(creditState.checks.map(({ id }) => id));
  outcome.answers = Object.fromEntries(Object.entries(answers).filter(([id]) => open.has(id)));
  // so that the pending stretches do not grow with each contact
  outcome.waiting = joined(outcome.waiting);
  return outcome;
}

/**
 * The credit of a run; `locked` while a film before it is incomplete, `removed` for a film that is not there any more.
 */
function creditRun(
  { filmId, stretches, position, asOf }: RunOfPass,
  { accountId, creditState, now }: { accountId: string; creditState: CreditState; now: Date },
): Credited | 'locked' | 'removed' {
  try {
    return creditWatch({ accountId, filmId, watched: stretches, position }, creditState, { now, asOf });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-yet') return 'locked';
    if (error instanceof AppError && error.code === 'not-found') return 'removed';
    throw error;
  }
}
