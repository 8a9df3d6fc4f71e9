import { queryClient } from '../../calls/query-client.ts';
import { getSession } from '../../session/session.ts';
import { markAboard, markedAboard } from './aboard-mark.ts';
import { type AboardNow, aboardNow, changeAboard, forgetAboard, type Pack } from './aboard-now.ts';
import { countPieces, deletePerson, listPacks, readPerson, writePack } from './aboard-store.ts';
import { decryptText, encryptText } from './encryption.ts';
import { type KeptAnswers, keepAnswers } from './kept-answers.ts';
import { lendKey, servingWorker } from './lend-key.ts';
import { keepSession, keyWithoutPin, UnreadableKey } from './person-key.ts';

const about = (person: string) => `packs of ${person}`;

let answers: KeptAnswers | undefined;

/** Opens the database before it is needed. */
export const warmUp = async (person: string): Promise<void> => void (await readPerson(person));

/**
 * Opens what a person has aboard in this browser, if no PIN is needed or the service worker still holds the key: the
 * packs, and the answers of the server as they were last seen. Where it is deleted or cannot be read, that is noted,
 * and the pages do without it.
 */
export async function openAboard(person: string): Promise<void> {
  if (aboardNow().person === person && aboardNow().key) return;
  await closeAboard();
  const hasMark = markedAboard(person).length > 0;
  try {
    const record = await readPerson(person);
    if (record) await openRecord(person, record.name);
    else if (hasMark) changeAboard({ person, state: 'gone' });
  } catch (error) {
    console.error('What is aboard could not be opened:', error);
    if (error instanceof UnreadableKey) changeAboard({ person, state: 'unreadable' });
    else if (hasMark) changeAboard({ person, state: 'unavailable' });
  }
}

async function openRecord(person: string, name: string): Promise<void> {
  const withoutPin = await keyWithoutPin(person, name);
  const key = withoutPin === 'locked' ? await heldKey(person) : withoutPin;
  if (key) await openWithKey(person, key);
  else changeAboard({ person, state: 'locked' });
}

/** Opens it for a person who has a key here, or gets one now. `name` is what others who use this browser see. */
export async function openOrBegin(person: string, name: string): Promise<CryptoKey | 'locked'> {
  const { person: known, key: open } = aboardNow();
  if (known === person && open) return open;
  const key = await keyWithoutPin(person, name);
  if (key !== 'locked') await openWithKey(person, key);
  return key;
}

/** Opens it with the person's key, and lends that to the service worker. */
export async function openWithKey(person: string, key: CryptoKey): Promise<void> {
  const read = await readPacks(person, key);
  const isServed = servingWorker() !== null;
  changeAboard({ person, state: 'open', key, ...read, pieces: await countPieces(person), isServed });
  const ids = [...read.packs.map(({ courseId }) => courseId), ...read.unreadable];
  if (ids.length > 0) markAboard(person, ids);
  lendKey(person, key);
  answers = await keepAnswers(queryClient, person, key);
}

/**
 * The packs that this key opens, and the ids of the courses of the others: they may be damaged, or another tab has
 * stored them with a key that was removed before.
 */
async function readPacks(person: string, key: CryptoKey): Promise<Pick<AboardNow, 'packs' | 'unreadable'>> {
  const packs: Pack[] = [];
  const unreadable: string[] = [];
  for (const { courseId, encrypted } of await listPacks(person)) {
    try {
      packs.push(JSON.parse(await decryptText(key, encrypted, about(person))));
    } catch {
      // every learner page says so
      unreadable.push(courseId);
    }
  }
  return { packs: packs.toSorted((a, b) => a.addedAt - b.addedAt), unreadable };
}

/** Stores a pack, new or changed. */
export async function storePack(pack: Pack): Promise<void> {
  const { person, key, packs, unreadable } = aboardNow();
  if (!key) return;
  await writePack(person, pack.courseId, await encryptText(key, JSON.stringify(pack), about(person)));
  const others = packs.filter(({ courseId }) => courseId !== pack.courseId);
  changeAboard({
    packs: [...others, pack].sort((a, b) => a.addedAt - b.addedAt),
    unreadable: unreadable.filter((one) => one !== pack.courseId),
  });
}

/** Changes a pack as it is now; one that was removed meanwhile stays so. */
export async function changePack(courseId: string, change: Partial<Pack>): Promise<void> {
  const pack = aboardNow().packs.find((one) => one.courseId === courseId);
  if (pack) await storePack({ ...pack, ...change });
}

/** Forgets the open key, here and in the service worker; what is aboard stays. */
export async function closeAboard(): Promise<void> {
  const { person } = aboardNow();
  if (person) lendKey(person, undefined);
  const kept = answers;
  answers = undefined;
  forgetAboard();
  await kept?.stop();
}

/** Writes the answers of the server that were read until now, which otherwise takes a second. */
export const writeAnswersNow = async (): Promise<void> => answers?.write();

/** Deletes everything that a person has aboard, and their key. */
export async function removeAll(person: string): Promise<void> {
  await closeAboard();
  await deletePerson(person);
}

/** The session of the login in this browser as text, for a PIN to open it again. */
export const sessionText = (): string => JSON.stringify(getSession());

/** Keeps the renewed tokens of a session for the PIN; without a PIN nothing is kept. */
export async function keepRenewedSession(): Promise<void> {
  const { person, key } = aboardNow();
  if (key && getSession()?.user?._id === person) await keepSession(person, key, sessionText());
}

/** How long the service worker may take to say which key it holds, in milliseconds. */
const patience = 2000;

/** The key that the service worker still holds, as after this page was loaded again. */
function heldKey(person: string): Promise<CryptoKey | undefined> {
  const worker = servingWorker();
  if (!worker) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as CryptoKey | undefined);
    setTimeout(resolve, patience);
    worker.postMessage({ lendBack: person }, [port2]);
  });
}

/** Answers the service worker, which forgets the key when the browser ends it. */
if ('serviceWorker' in navigator)
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const { person, key } = aboardNow();
    if (data?.wanted === person && key) lendKey(person, key);
  });
