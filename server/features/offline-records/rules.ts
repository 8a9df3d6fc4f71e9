import type { ContradictionKind } from '@fairlead/contract/offline-records/calls';
import type { Link, PlayedLink } from '@fairlead/contract/offline-records/offline-record-format';
import { requireFewPieces, type Stretch, union } from '../training/index.ts';

// What a record says, and where it contradicts itself. Nothing here credits or refuses anything: that is decided by the
// rule of all reports (features/training/rules.ts), with the server's clock.

/** Clocks of devices may differ this much, in seconds, without being worth a word. */
const clockTolerance = 10 * 60;
/** The same for two readings of one clock. */
const jumpTolerance = 2 * 60;
/**
 * Players report their time in steps: this much more film than time may be in one link, in hundredths and as a share.
 */
const playTolerance = { hundredths: 200, share: 0.05 };

/** The session that a link belongs to, and how far the record has come in it. */
export type Session = {
  number: number;
  /** Seconds since 1970, by the device. */
  wallClock: number;
  /** The end of the last link, in hundredths since the session began, and by the wall clock in seconds since 1970. */
  reached: number;
  wallReached: number;
  /** How far the wall clock was moved since the session began, in seconds. */
  clockShift: number;
};

/** Links of one film that follow each other. */
export type Run = {
  filmId: string;
  /** Seconds of the film. */
  stretches: readonly Stretch[];
  /** Where the film stood after it. */
  position: number;
  /** When it was played by the device's clock, in seconds since 1970; null where no session says. */
  playedFrom: number | null;
  playedTo: number | null;
};

/** A run of the record of a pass, and the time up to which it counts: that of the withdrawal, if there was one. */
export type RunOfPass = Run & { passId: string; asOf: Date };

export type Reading = { runs: Run[]; session: Session | null; contradictions: Set<ContradictionKind> };

/**
 * Reads links in their order.
 *
 * @param before the session of the link before them; null if it is not known.
 * @param films the films of the pass.
 */
export function readLinks(
  links: readonly Link[],
  { before, films, issuedAt, now }: { before: Session | null; films: readonly string[]; issuedAt: Date; now: Date },
): Reading {
  const contradictions = new Set<ContradictionKind>();
  const runs: (Run & { stretches: Stretch[] })[] = [];
  let session = before;
  for (const link of links) {
    if (link.kind === 'session') {
      const { number, wallClock } = link;
      if (session && wallClock < session.wallReached - jumpTolerance) contradictions.add('clock-back');
      if (session && number <= session.number) contradictions.add('two-copies');
      session = { number, wallClock, reached: 0, wallReached: wallClock, clockShift: 0 };
      continue;
    }
    const filmId = films[link.film];
    if (filmId === undefined) {
      contradictions.add('unknown-film');
      continue;
    }
    const times = session && timesOf(link, session);
    for (const kind of contradictionsOf(link, session, times)) contradictions.add(kind);
    if (times && times.to > now.getTime() / 1000 + clockTolerance) contradictions.add('clock-ahead');
    if (times && times.from < issuedAt.getTime() / 1000 - clockTolerance) contradictions.add('clock-before-pass');
    if (session && times) {
      session = {
        ...session,
        reached: Math.max(session.reached, link.began + link.took),
        wallReached: times.to,
        clockShift: link.clockShift,
      };
    }
    const stretch: Stretch = [link.from / 100, link.to / 100];
    const last = runs.at(-1);
    if (last?.filmId === filmId) {
      last.stretches.push(stretch);
      Object.assign(last, { position: stretch[1], playedTo: times?.to ?? null });
    } else {
      const played = { playedFrom: times?.from ?? null, playedTo: times?.to ?? null };
      runs.push({ filmId, stretches: [stretch], position: stretch[1], ...played });
    }
  }
  return { runs, session, contradictions };
}

const timesOf = ({ began, took, clockShift }: PlayedLink, { wallClock }: Session) => ({
  from: wallClock + began / 100 + clockShift,
  to: wallClock + (began + took) / 100 + clockShift,
});

function contradictionsOf(
  { from, to, began, took, rate, clockShift }: PlayedLink,
  session: Session | null,
  times: { from: number } | null,
): ContradictionKind[] {
  const possible = ((took * rate) / 20) * (1 + playTolerance.share) + playTolerance.hundredths;
  return [
    ...(to - from > possible ? (['faster-than-time'] as const) : []),
    ...(session && began < session.reached - playTolerance.hundredths ? (['time-overlaps'] as const) : []),
    ...(session && Math.abs(clockShift - session.clockShift) > jumpTolerance ? (['clock-changed'] as const) : []),
    ...(session && times && times.from < session.wallReached - jumpTolerance ? (['clock-back'] as const) : []),
  ];
}

/**
 * More changes of the film than anybody makes between two contacts. Runs are credited one by one, so a script could
 * keep the server busy with them.
 */
const mostRuns = 500;

/**
 * The runs as they are credited: one by one, or, where there are too many of them, as one run of each film and pass.
 */
export const creditable = (runs: readonly RunOfPass[]): readonly RunOfPass[] =>
  runs.length > mostRuns ? joined(runs) : runs;

/**
 * Runs of one film and pass as one.
 *
 * @throws AppError `invalid` for a film in more parts than real watching produces.
 */
export const joined = (runs: readonly RunOfPass[]): RunOfPass[] =>
  [...Map.groupBy(runs, ({ passId, filmId }) => `${passId} ${filmId}`).values()].flatMap((ofFilm) => {
    const last = ofFilm.at(-1);
    const stretches = union(ofFilm.flatMap((run) => run.stretches));
    requireFewPieces(stretches);
    const playedFrom = ofFilm.find((run) => run.playedFrom !== null)?.playedFrom ?? null;
    return last ? [{ ...last, stretches, playedFrom }] : [];
  });

/** A part that the academy has, in its order. */
export type KnownPart = { firstNumber: number; previous: string; links: Uint8Array };

/**
 * How a part relates to what the academy has. `known`: nothing of it is new. `continues`: it is new from the link at
 * `skip` on. `gap`: links between are missing. `fork`: at a number that the academy has, it has something else.
 */
export type ChainPosition =
  | { kind: 'known' }
  | { kind: 'continues'; skip: number }
  | { kind: 'gap' }
  | { kind: 'fork' };

/**
 * @param head the number of the last link that the academy has, and the hash after it.
 * @param known the parts that end at or after the first link of the new one, which continue each other.
 */
export function placeOf(
  { first, previous, links }: { first: number; previous: string; links: readonly Uint8Array[] },
  { head, known }: { head: { number: number; hash: string }; known: readonly KnownPart[] },
): ChainPosition {
  if (first > head.number + 1) return { kind: 'gap' };
  if (first === head.number + 1) return previous === head.hash ? { kind: 'continues', skip: 0 } : { kind: 'fork' };
  const [begin] = known;
  // a device begins where the academy has told it that a part has ended
  if (begin?.firstNumber !== first || begin.previous !== previous) return { kind: 'fork' };
  const sent = Buffer.concat(links);
  const stored = Buffer.concat(known.map((one) => one.links));
  const both = Math.min(sent.length, stored.length);
  if (!sent.subarray(0, both).equals(stored.subarray(0, both))) return { kind: 'fork' };
  const skip = head.number - first + 1;
  return skip >= links.length ? { kind: 'known' } : { kind: 'continues', skip };
}
