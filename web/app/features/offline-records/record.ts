import { mostAnswers, type OfflinePass, type SyncState } from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  decodeLinks,
  encodeLink,
  hashAfter,
  type Link,
  type PlayedLink,
} from '@fairlead/contract/offline-records/offline-record-format';

// The record of an offline pass as the device keeps it. Everything here is plain data and can be written as JSON.

/** Answers to presence checks: the position of an option, or null for being there. */
type Answers = Readonly<Record<string, number | null>>;

export type OfflineRecord = {
  passId: string;
  courseId: string;
  /** What the academy has signed. */
  statement: string;
  /** The ids of the films of the pass, in its order. */
  films: readonly string[];
  /** The last link that the academy has, and the hash after it. */
  head: { number: number; hash: string };
  /** The links after it, in base64url. They do not change any more. */
  links: readonly string[];
  /** The link that is being written: it grows while the film plays, until it is sealed. */
  open: PlayedLink | null;
  /** The session of the last link: its number, its page, and how far its wall clock was from the page's, in seconds. */
  session: { number: number; page: string; clockShift: number };
  answers: Answers;
  /** When the academy withdrew the pass; null while it is valid. */
  withdrawnAt: string | null;
};

/** A page that plays: its id, and its clocks when it was opened. */
export type Page = { id: string; wallClock: number };

/**
 * A part of a film that was played without a pause or a jump: seconds of the film, and of the page's monotonic clock.
 */
export type PlayedPart = { from: number; to: number; began: number; ended: number };

/** What is known beside it: wall clock in seconds, playback rate, whether page and sound were there. */
export type Facts = { wallClock: number; rate: number; visible: boolean; muted: boolean };

/**
 * A wall clock that is this far from the session's, in seconds, begins another session: it was set, or the device
 * slept.
 */
const mostShift = 60;
/** A pause shorter than this, in hundredths of a second, is no pause. */
const closing = 100;

const hundredths = (seconds: number) => Math.round(seconds * 100);

export const newRecord = (courseId: string, { _id, statement, films, head }: OfflinePass): OfflineRecord => ({
  passId: _id,
  courseId,
  statement,
  films: films.map((film) => film._id),
  head,
  links: [],
  open: null,
  session: { number: 0, page: '', clockShift: 0 },
  answers: {},
  withdrawnAt: null,
});

const encoded = (link: Link): string => base64url.encode(encodeLink(link));

/** The record with its open link closed: what was sent never grows. */
export const sealed = (record: OfflineRecord): OfflineRecord =>
  record.open ? { ...record, links: [...record.links, encoded(record.open)], open: null } : record;

/** The record after a part of a film was played; unchanged for a film that is not in the pass. */
export function withPlayed(
  record: OfflineRecord,
  { page, filmId, part, facts }: { page: Page; filmId: string; part: PlayedPart; facts: Facts },
): OfflineRecord {
  const film = record.films.indexOf(filmId);
  const [from, to] = [hundredths(part.from), hundredths(part.to)];
  if (film === -1 || to <= from) return record;
  const began = Math.max(0, hundredths(part.began));
  const ended = Math.max(began, hundredths(part.ended));
  const { visible, muted } = facts;
  const rate = Math.round(facts.rate * 20);
  const { open } = record;
  const goesOn =
    open?.film === film && open.to === from && open.rate === rate && open.visible === visible && open.muted === muted;
  if (open && goesOn && record.session.page === page.id && began - open.began - open.took < closing) {
    return { ...record, open: { ...open, to, took: ended - open.began } };
  }
  const shift = Math.round(facts.wallClock - page.wallClock - part.ended);
  const next = withSession(sealed(record), page, shift);
  const clockShift = shift - next.session.clockShift;
  return {
    ...next,
    open: { kind: 'played', film, from, to, began, took: ended - began, clockShift, rate, visible, muted },
  };
}

/** The record in a session of this page whose clock agrees with the device's. */
function withSession(record: OfflineRecord, page: Page, clockShift: number): OfflineRecord {
  const { session, links } = record;
  if (session.page === page.id && Math.abs(clockShift - session.clockShift) <= mostShift) return record;
  const number = session.number + 1;
  const wallClock = Math.max(0, Math.round(page.wallClock + clockShift));
  return {
    ...record,
    links: [...links, encoded({ kind: 'session', number, wallClock })],
    session: { number, page: page.id, clockShift },
  };
}

const writtenIn = ({ links }: Pick<OfflineRecord, 'links'>): Link[] =>
  links.flatMap((link) => decodeLinks(base64url.decode(link)).map((one) => one.link));

/**
 * The record of a new pass, with what the academy does not have of the record before. Films that the new pass lacks are
 * left out: the academy has removed them.
 */
export function continued(before: OfflineRecord, next: OfflineRecord): OfflineRecord {
  const { answers, session, ...rest } = sealed(before);
  const links = writtenIn(rest).flatMap((link): Link[] => {
    if (link.kind === 'session') return [link];
    const film = next.films.indexOf(before.films[link.film] ?? '');
    return film === -1 ? [] : [{ ...link, film }];
  });
  return { ...next, answers, ...(links.length > 0 && { links: links.map(encoded), session }) };
}

/** What was played and is not acknowledged, in its order. */
function unsentIn({ links, open }: OfflineRecord): PlayedLink[] {
  return [...writtenIn({ links }), ...(open ? [open] : [])].filter((link) => link.kind === 'played');
}

/** What of a film is in the record and not acknowledged, in seconds, and where it ended. */
export function unsentOf(
  record: OfflineRecord,
  filmId: string,
): { stretches: [number, number][]; position: number } | undefined {
  const played = unsentIn(record).filter(({ film }) => record.films[film] === filmId);
  const last = played.at(-1);
  if (!last) return undefined;
  return { stretches: played.map(({ from, to }) => [from / 100, to / 100]), position: last.to / 100 };
}

/** Whether everything that was played is with the academy. */
export const isSent = ({ links, open }: OfflineRecord): boolean => links.length === 0 && open === null;

/** The next links to send: as many as fit into some bytes, and at least one. */
export function nextLinks({ links }: OfflineRecord, bytes: number): Uint8Array[] {
  const next: Uint8Array[] = [];
  let size = 0;
  for (const link of links) {
    const one = base64url.decode(link);
    size += one.length;
    if (next.length > 0 && size > bytes) break;
    next.push(one);
  }
  return next;
}

/** The next answers to send: as many as one call or file may have. */
export const nextAnswers = ({ answers }: OfflineRecord): Answers =>
  Object.fromEntries(Object.entries(answers).slice(0, mostAnswers));

/**
 * The record after the academy's answer: links that it has are deleted, if they are these; otherwise nothing is.
 *
 * @param sent the links and the answers that were sent, and the pass that they were sent under.
 */
export function acknowledged(
  record: OfflineRecord,
  { head, mustRenew, withdrawnAt }: SyncState,
  sent: { passId: string; first: number; links: readonly Uint8Array[]; answers: Answers },
): OfflineRecord {
  // another tab has begun a new one meanwhile
  if (record.passId !== sent.passId) return record;
  const answers = Object.fromEntries(
    Object.entries(record.answers).filter(([check, choice]) => sent.answers[check] !== choice),
  );
  const next = { ...record, answers, withdrawnAt };
  // of a record that does not continue the academy's, what was sent is kept there all the same
  const number = mustRenew ? sent.first + sent.links.length - 1 : head.number;
  const count = number - record.head.number;
  if (count <= 0 || count > record.links.length) return next;
  const links = record.links.slice(0, count).map((link) => base64url.decode(link));
  const hash = base64url.encode(hashAfter(base64url.decode(record.head.hash), links));
  if (!mustRenew && hash !== head.hash) return next;
  return { ...next, head: { number, hash }, links: record.links.slice(count) };
}

/** A stored value as a record; undefined for anything else under its name. */
export function recordIn(value: unknown): OfflineRecord | undefined {
  const record = value as Partial<OfflineRecord> | null | undefined;
  const isRecord =
    typeof record?.passId === 'string' &&
    Array.isArray(record.links) &&
    record.head &&
    record.session &&
    record.answers;
  return isRecord ? (record as OfflineRecord) : undefined;
}

/** Of several stored copies of a record, the one that has come furthest. */
export function furthest(records: readonly OfflineRecord[]): OfflineRecord | undefined {
  const reached = ({ head, links, open }: OfflineRecord) => [
    head.number + links.length + (open ? 1 : 0),
    open?.to ?? 0,
  ];
  return records.reduce<OfflineRecord | undefined>((best, one) => {
    if (!best) return one;
    const [[links = 0, to = 0], [bestLinks = 0, bestTo = 0]] = [reached(one), reached(best)];
    return links > bestLinks || (links === bestLinks && to > bestTo) ? one : best;
  }, undefined);
}
