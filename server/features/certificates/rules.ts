import type { CertificateDetail } from '@fairlead/contract/academy/settings';
import type { certificateStates, Hold } from '@fairlead/contract/certificates/calls';
import { isLatinName } from '@fairlead/contract/values/latin-names';
import { certificateRenewalDays } from '@fairlead/contract/wallet/wallet-words';
import { addDays, type CalendarDate, isOver } from '../../platform/calendar.ts';

/** The stored statuses. `expired` is not stored: it depends on the date only. */
export type Status = Exclude<State, 'expired'>;
/** The state of a certificate on a given day. */
export type State = (typeof certificateStates)[number];

/**
 * The status changes of a certificate: the statuses from which each is possible, and the resulting one. A certificate
 * that waits for something is on hold, and does not exist yet for the public.
 */
export const moves = {
  release: { from: ['held'], to: 'issued' },
  supersede: { from: ['held', 'issued'], to: 'superseded' },
  revoke: { from: ['held', 'issued'], to: 'revoked' },
  // Superseded by a corrected certificate, which starts as issued.
  correct: { from: ['issued'], to: 'superseded' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;

/**
 * What a certificate has to wait for: a check of the holder's identity if that has changed since the last one, what the
 * academy has not stated about itself, and a name in Latin letters, as in the passport. Who reads a certificate
 * abroad compares it with that; a name in another script stands beside it.
 */
export const waitsFor = (
  { identityChangedAt, name }: { identityChangedAt: Date | null; name: string },
  missing: readonly CertificateDetail[],
): Hold[] => [
  ...(identityChangedAt ? (['identity'] as const) : []),
  ...(missing.length > 0 ? (['academy'] as const) : []),
  ...(isLatinName(name) ? [] : (['name'] as const)),
];

type CertificateState = { status: Status; expiresOn: CalendarDate | null };

/** The state on a day; a certificate is valid to the end of its last day. */
export const stateOn = ({ status, expiresOn }: CertificateState, today: CalendarDate): State =>
  status === 'issued' && isOver(expiresOn, today) ? 'expired' : status;

export const lastDayOfSoon = (today: CalendarDate): CalendarDate => addDays(today, certificateRenewalDays);

/** Whether a document's last day is within the next 90 days, and not past; what has no last day never expires. */
const endsSoon = (lastDay: CalendarDate | null, today: CalendarDate): boolean =>
  lastDay !== null && lastDay >= today && lastDay <= lastDayOfSoon(today);

type Ending = { status: string; expiresOn: CalendarDate | null; refresherDue?: CalendarDate | null };

/**
 * Whether a valid certificate's last day, or the day by which one without a last day has to be refreshed, is within the
 * next 90 days, and not past.
 */
export const expiresSoon = ({ status, expiresOn, refresherDue = null }: Ending, today: CalendarDate): boolean =>
  status === 'issued' && endsSoon(expiresOn ?? refresherDue, today);

/**
 * The certificate for one course that is shown to the learner: the one that is valid today, otherwise the newest,
 * whatever its state.
 *
 * @param newestFirst all of them.
 */
export const oneToShow = <C extends CertificateState>(newestFirst: readonly C[], today: CalendarDate): C | undefined =>
  newestFirst.find((one) => stateOn(one, today) === 'issued') ?? newestFirst[0];

const hidden = '•';

/** `r••••`: enough to recognise one's own, and not even the domain, which may be that of an employer. */
export const maskEmail = (email: string): string => `${Array.from(email)[0] ?? ''}${hidden.repeat(4)}`;

/** `N•••••67`: the first character and the last two, but always less than half. */
export function maskNumber(number: string): string {
  const characters = Array.from(number);
  const [head, tail] = characters.length > 6 ? [1, 2] : [0, Math.floor((characters.length - 1) / 2)];
  return characters.map((one, i) => (i < head || i >= characters.length - tail ? one : hidden)).join('');
}

/** `1990-••-••`: the year alone. */
export const maskBirthDate = (date: CalendarDate): string =>
  `${date.slice(0, 4)}-${hidden.repeat(2)}-${hidden.repeat(2)}`;
