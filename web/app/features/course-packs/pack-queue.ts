import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { NetworkError } from '../../lib/calls/transport.ts';
import {
  type AboardFile,
  type AboardNow,
  aboardNow,
  changeAboard,
  filesOf,
  isAboard,
  isWhole,
  type Pack,
} from '../../lib/device/aboard/aboard-now.ts';
import {
  countPieces,
  isQuota,
  listPieces,
  readFile,
  writeFile,
  writePiece,
} from '../../lib/device/aboard/aboard-store.ts';
import { fetchPieces, isSound, Unavailable } from '../../lib/device/aboard/fetch-pieces.ts';
import { changePack } from '../../lib/device/aboard/open-aboard.ts';
import { pieceSize, piecesOf } from '../../lib/device/aboard/pieces.ts';
import { NoDeviceKey, obtainPass } from '../offline-records/api.ts';
import { readDigests, readPack } from './api.ts';
import { buildNow, hasPages, keepPages, type PagesKept } from './keep-pages.ts';
import { linksOf, withoutLinks } from './pack-links.ts';
import { changeQueue, isLinkWanted, queueNow } from './queue-now.ts';

/** How long to wait for a lost link, in milliseconds: at first, and at most. */
const waits = { first: 1000, longest: 30_000 };
const playlistType = 'application/vnd.apple.mpegurl';

let runs: Promise<void> | undefined;
let working: Promise<void> | undefined;
let ending = new AbortController();

/** Why a transfer was stopped by this page. */
class Stopped extends Error {}

/**
 * Fetches what is missing of all packs, one after the other, until all is there or nothing more can be done. One tab
 * does so at a time, and the others wait for it. Resolves when it has ended.
 */
export function runQueue(): Promise<void> {
  runs ??= alone(() => {
    working = work().finally(() => {
      working = undefined;
    });
    return working;
  }).finally(() => {
    runs = undefined;
  });
  return runs;
}

/** Stops what this tab is fetching. */
export const stopQueue = (): void => ending.abort(new Stopped());

/** The same, resolves when it has stopped, and begins again: after a pause, a removal or a change of the link. */
export async function restartQueue(): Promise<void> {
  stopQueue();
  if (working) await runs?.catch(() => undefined);
  void runQueue().catch((error: unknown) => console.error(error));
}

const alone = (task: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('aboard', task) : task();

async function work(): Promise<void> {
  ending = new AbortController();
  // why a course was not loaded from its file stays: the queue does not try that again
  const failures = Object.entries(queueNow().failures).filter(([courseId]) => isFromFile(courseId));
  changeQueue({ failures: Object.fromEntries(failures), isFull: false });
  try {
    // another tab may have fetched some of it, or the browser deleted some
    const { person, key } = aboardNow();
    if (key) changeAboard({ pieces: await countPieces(person) });
    for (let pack = nextPack(); pack && !ending.signal.aborted; pack = nextPack()) await fetchPack(pack);
    await renewPages();
  } catch (error) {
    if (isQuota(error)) changeQueue({ isFull: true });
    else if (!(error instanceof Stopped)) throw error;
  } finally {
    changeQueue({ current: undefined, isLost: false });
  }
}

/** Whether the link has to bring something of a pack; the files of one that comes from a file do not come by it. */
const isIncomplete = (known: AboardNow, pack: Pack): boolean =>
  pack.source === 'file' ? pack.build === null || pack.courseKey === null : !isAboard(known, pack);

const isFromFile = (courseId: string): boolean => {
  const known = aboardNow();
  return known.packs.some((pack) => pack.courseId === courseId && pack.source === 'file' && !isIncomplete(known, pack));
};

/** The first pack of which something is missing, unless it is paused or has failed. */
function nextPack(): Pack | undefined {
  const known = aboardNow();
  const { failures, isFull } = queueNow();
  if (isFull || !known.key || !isLinkWanted()) return undefined;
  return known.packs.find((pack) => !pack.isPaused && !failures[pack.courseId] && isIncomplete(known, pack));
}

/**
 * Caches the pages of the site's new build, since the files of older ones are deleted sooner or later, and pages that
 * are gone.
 */
async function renewPages(): Promise<void> {
  for (const pack of aboardNow().packs) {
    ending.signal.throwIfAborted();
    if (pack.build === null || !isLinkWanted()) continue;
    const isCurrent = pack.build === buildNow() && (await hasPages(pack.courseId));
    // what is refused stays as it was, and is tried again when the queue starts next
    const kept = isCurrent ? undefined : await keepPages(pack.courseId);
    if (kept?.state === 'kept') await changePack(pack.courseId, { build: buildNow() });
  }
}

async function fetchPack(pack: Pack): Promise<void> {
  const { courseId } = pack;
  const { signal } = ending;
  changeQueue({ current: courseId });
  try {
    // the pages are small, and of use by themselves; where that fails, it is tried again after the files
    let pages: PagesKept = pack.build === null ? await keepPages(courseId) : { state: 'kept' };
    let links = pack.source === 'link' ? await patiently(() => readLinks(courseId), signal) : noLinks;
    // first of all: the academy's clock for what is watched aboard runs from its pass on
    const courseKey = await patiently(() => passOf(courseId), signal);
    if (courseKey === null && pack.source === 'file')
      throw new Unavailable('This browser cannot keep an offline pass. Use another browser to load a course file.');
    await changePack(courseId, { courseKey });
    for (const file of pack.source === 'link' ? filesOf(pack) : []) {
      if (isWhole(aboardNow(), file)) continue;
      signal.throwIfAborted();
      await fetchFile(courseId, file, async (again) => {
        if (again) links = await readLinks(courseId);
        const link = links.get(file.name);
        if (!link) throw new Unavailable('The academy has changed this course. Remove it and take it aboard again.');
        return link;
      });
    }
    for (let tries = 1; pages.state !== 'kept'; tries += 1) {
      if (pages.state === 'lost') await whenBack(tries, signal);
      else if (tries > 1) throw new Unavailable(pages.reason);
      pages = await keepPages(courseId);
    }
    signal.throwIfAborted();
    await changePack(courseId, { build: pack.build ?? buildNow() });
  } catch (error) {
    if (error instanceof Stopped) throw error;
    if (isQuota(error)) return changeQueue({ isFull: true });
    // a fault of ours is said beside its course, and does not keep the others from it
    if (!(error instanceof Unavailable) && !isRefusal(error)) console.error(error);
    const message = error instanceof Unavailable ? error.message : messageOf(error, 'It could not be loaded.');
    changeQueue({ failures: { ...queueNow().failures, [courseId]: message } });
  }
}

/**
 * Asks for the offline pass, which opens all films of the course, and returns the course key. Where the browser keeps
 * no key for it, there is none, and the films are credited as they are opened, by ordinary reports.
 */
async function passOf(courseId: string): Promise<string | null> {
  try {
    return await obtainPass(courseId);
  } catch (error) {
    if (!(error instanceof NoDeviceKey)) throw error;
    return null;
  }
}

const noLinks: ReadonlyMap<string, string> = new Map();

const readLinks = async (courseId: string) => linksOf(await readPack(courseId));

async function fetchFile(courseId: string, file: AboardFile, url: (again: boolean) => Promise<string>): Promise<void> {
  const { person, key } = aboardNow();
  const { signal } = ending;
  if (!key) return;
  const stored = await readFile(person, file.name);
  const digests = stored?.digests ?? (await patiently(() => readDigests(courseId, file.name), signal));
  if (!stored) await writeFile(person, file.name, { bytes: file.bytes, type: file.type, digests });
  const there = new Set(await listPieces(person, file.name));
  const take = async (piece: Uint8Array<ArrayBuffer>, index: number) => {
    await writePiece({ person, file: file.name, index, key }, piece);
    there.add(index);
    if (aboardNow().person === person) changeAboard({ pieces: new Map(aboardNow().pieces).set(file.name, there.size) });
  };
  const patientUrl = (again: boolean) => patiently(() => url(again), signal);
  if (file.type === playlistType) return fetchPlaylist(file, digests, { url: patientUrl, take, signal });
  await fetchPieces(
    { bytes: file.bytes, digests, url: patientUrl },
    {
      has: (index) => there.has(index),
      take,
      onBytes: () => changeQueue({ isLost: false }),
      whenBack: (lost) => whenBack(lost, signal),
      signal,
    },
  );
}

/** A playlist arrives with links, and is stored as the academy has it. */
async function fetchPlaylist(
  { bytes }: AboardFile,
  digests: Uint8Array<ArrayBuffer>,
  way: {
    url: (again: boolean) => Promise<string>;
    take: (piece: Uint8Array<ArrayBuffer>, index: number) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<void> {
  const answer = await patiently(async () => {
    const response = await fetch(await way.url(false), { signal: way.signal, cache: 'no-store' });
    if (response.ok) return withoutLinks(await response.text());
    throw response.status >= 500 ? new NetworkError() : new Unavailable('The academy no longer offers this file.');
  }, way.signal);
  const content = new TextEncoder().encode(answer);
  for (let index = 0; index < piecesOf(bytes); index += 1) {
    const piece = content.slice(index * pieceSize, (index + 1) * pieceSize);
    if (!(await isSound(piece, digests, index)))
      throw new Unavailable('This file arrives damaged. Please tell the academy.');
    await way.take(piece, index);
  }
}

/** Repeats what needs the link until there is an answer. */
async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let lost = 1; ; lost += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      // fetch throws a TypeError when there is no link
      if (!(error instanceof NetworkError || error instanceof TypeError)) throw error;
      await whenBack(lost, signal);
    }
  }
}

/** Resolves when the link may be back; at once for one that was lost while something arrived. */
function whenBack(lost: number, signal: AbortSignal): Promise<void> {
  if (lost === 0) return Promise.resolve();
  changeQueue({ isLost: true });
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', back);
      signal.removeEventListener('abort', stop);
      then();
    };
    const back = end(resolve);
    const stop = end(() => reject(signal.reason));
    const timer = setTimeout(back, Math.min(waits.longest, waits.first * 2 ** (lost - 1)));
    window.addEventListener('online', back);
    signal.addEventListener('abort', stop);
  });
}
