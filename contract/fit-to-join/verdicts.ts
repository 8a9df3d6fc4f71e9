/** Verdicts on documents, in words, and what closes a gap. It imports nothing, so that pages need no schemas for it. */

/** How a document stands for a voyage: held to its end, running out before that, or not there on the day of joining. */
export const cellStates = ['held', 'runs-out', 'missing'] as const;
export type CellState = (typeof cellStates)[number];

export const cellStateNames: Record<CellState, string> = { held: 'Held', 'runs-out': 'Runs out', missing: 'Missing' };

/** How a person stands: fit to join, or by their worst document. */
export const verdicts = ['fit', 'runs-out', 'missing'] as const;
export type Verdict = (typeof verdicts)[number];

export const verdictNames: Record<Verdict, string> = {
  fit: 'Fit to join',
  'runs-out': 'Something runs out',
  missing: 'Something is missing',
};

/** The standing of a person by the states of their documents. */
export const verdictOf = (states: readonly CellState[]): Verdict =>
  states.includes('missing') ? 'missing' : states.includes('runs-out') ? 'runs-out' : 'fit';

type Rested = { state: CellState; isChecked: boolean };

/** On how many documents that nobody has checked a verdict rests: held ones, and ones that run out. */
export const uncheckedIn = (cells: readonly Rested[]): number =>
  cells.filter(({ state, isChecked }) => state !== 'missing' && !isChecked).length;

/** The end of a standing in words: ', 3 not checked'; empty if everything is checked. */
export function notCheckedInWords(cells: readonly Rested[]): string {
  const unchecked = uncheckedIn(cells);
  return unchecked > 0 ? `, ${unchecked} not checked` : '';
}

/**
 * How many of some people are fit to join, and what follows their total in words: ', 2 of them with documents that
 * nobody has checked'; empty if everything of theirs is checked.
 */
export function fitAmong(people: readonly { standing: Verdict; cells: readonly Rested[] }[]): {
  fit: number;
  notChecked: string;
} {
  const ready = people.filter(({ standing }) => standing === 'fit');
  const unchecked = ready.filter(({ cells }) => uncheckedIn(cells) > 0).length;
  return {
    fit: ready.length,
    notChecked: unchecked > 0 ? `, ${unchecked} of them with documents that nobody has checked` : '',
  };
}

type Closing = { isRefresher: boolean };

/**
 * Whether a course closes a gap. A refresher helps only those who have held what it refreshes: their gap has a last
 * day.
 */
export const closes = ({ isRefresher }: Closing, gap: { lastDay: string | null }): boolean =>
  !isRefresher || gap.lastDay !== null;

/** A number of days in words: 'on the day of joining', 'after 1 day', 'after 180 days'. */
export const daysAfterJoining = (days: number): string =>
  days === 0 ? 'on the day of joining' : `after ${days} day${days === 1 ? '' : 's'}`;
