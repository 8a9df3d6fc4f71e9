import { changeKept, type KeptKey, readKept } from '../../../lib/device/kept-store.ts';

/** What an item has stored, the revision that the page has seen, and the id of the page. */
export type Commit = { itemId: string; seen: number; page: string; values: Record<string, string> };

/**
 * What a package has stored and the academy does not have yet: the last values of each item, on this device, under the
 * ids of the person and the package. They survive a reload and a power cut.
 */
export type Queue = Readonly<Record<string, Commit>>;

export type Whose = { person: string; id: string };
const keyOf = ({ person, id }: Whose): KeptKey => ['package', person, id];

export const readQueue = async (whose: Whose): Promise<Queue> => queueIn(await readKept(keyOf(whose)));

/** Keeps the last values of an item in place of earlier ones. */
export const keepCommit = (whose: Whose, commit: Commit) =>
  changeKept(keyOf(whose), (stored) => ({ ...queueIn(stored), [commit.itemId]: commit }));

/** Deletes what the academy has, unless something newer has taken its place meanwhile. */
export const dropCommit = (whose: Whose, sent: Commit) =>
  changeKept(keyOf(whose), (stored) => {
    const { [sent.itemId]: kept, ...others } = queueIn(stored);
    const isNewer = kept && JSON.stringify(kept.values) !== JSON.stringify(sent.values);
    const rest = isNewer ? { ...others, [sent.itemId]: kept } : others;
    return Object.keys(rest).length > 0 ? rest : undefined;
  });

/** The kind of a film's seconds: a package has one number, since its time has no places. */
const timeOf = ({ person, id }: Whose): KeptKey => ['watched', person, id];

const secondsIn = (stored: readonly unknown[]): number =>
  Math.max(0, ...stored.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)));

/** The seconds spent in a package up to which this device has counted and the academy has not; 0 for none. */
export const readSeconds = async (whose: Whose): Promise<number> => secondsIn(await readKept(timeOf(whose)));

export const keepSeconds = (whose: Whose, seconds: number) =>
  changeKept(timeOf(whose), (stored) => Math.max(seconds, secondsIn(stored)));

/** Deletes the seconds that the academy has credited, in whole milliseconds, or refuses for good. */
export const dropSeconds = (whose: Whose, credited: number) =>
  changeKept(timeOf(whose), (stored) => (secondsIn(stored) >= credited + 0.001 ? secondsIn(stored) : undefined));

const isCommit = (value: unknown): value is Commit =>
  typeof value === 'object' &&
  value !== null &&
  'itemId' in value &&
  'values' in value &&
  'seen' in value &&
  'page' in value;

function queueIn(stored: readonly unknown[]): Queue {
  const [first] = stored;
  if (typeof first !== 'object' || first === null) return {};
  return Object.fromEntries(Object.entries(first).filter(([, value]) => isCommit(value)));
}
