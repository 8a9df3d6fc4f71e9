import type { certificateStates } from '@fairlead/contract/certificates';
import type { CalendarDate } from '../../platform/calendar.ts';

/** What is stored. `expired` is none of these: it comes about by the calendar alone. */
export type Status = Exclude<State, 'expired'>;
/** What a certificate is on a given day. */
export type State = (typeof certificateStates)[number];

/**
 * The life of a certificate: from which statuses each move is possible, and where it leads. One that was earned
 * while the holder's identity waits for a check is held, and to the public it does not exist yet.
 */
export const moves = {
  release: { from: ['held'], to: 'issued' },
  supersede: { from: ['held', 'issued'], to: 'superseded' },
  revoke: { from: ['held', 'issued'], to: 'revoked' },
  // By one with corrected facts, which begins as issued.
  correct: { from: ['issued'], to: 'superseded' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;

/** How a certificate begins: held when what staff checked of its holder has changed since. */
export const statusAtIssue = ({ identityChangedAt }: { identityChangedAt: Date | null }): Status =>
  identityChangedAt ? 'held' : 'issued';

type Standing = { status: Status; expiresOn: CalendarDate | null };

/** The state on a day; a certificate is good to the end of its last day. */
export const stateOn = ({ status, expiresOn }: Standing, today: CalendarDate): State =>
  status === 'issued' && expiresOn !== null && expiresOn < today ? 'expired' : status;

/**
 * Which of a learner's certificates for one course is theirs to show: the one that is valid today, otherwise the
 * newest, whatever became of it.
 *
 * @param newestFirst all of them.
 */
export const oneToShow = <C extends Standing>(newestFirst: readonly C[], today: CalendarDate): C | undefined =>
  newestFirst.find((one) => stateOn(one, today) === 'issued') ?? newestFirst[0];

const hidden = '•';

/** `r••••@example.com`: enough to recognise one's own, too little to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}${hidden.repeat(4)}${email.slice(at)}`;
}

/** `N•••••67`: the first character and the last two, but never as much as half. */
export function maskNumber(number: string): string {
  const characters = Array.from(number);
  const [head, tail] = characters.length > 6 ? [1, 2] : [0, Math.floor((characters.length - 1) / 2)];
  return characters.map((one, i) => (i < head || i >= characters.length - tail ? one : hidden)).join('');
}

/** `1990-••-••`: the year alone. */
export const maskBirthDate = (date: CalendarDate): string =>
  `${date.slice(0, 4)}-${hidden.repeat(2)}-${hidden.repeat(2)}`;
