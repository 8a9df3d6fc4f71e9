import {
  mostLinkBytes,
  offlineRecords,
  type ProgressFile,
  progressFileOf,
  type RecordPart,
  type SyncState,
  signPart,
} from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  type DeviceKeyPair,
  makeDeviceKey,
  publicKeyOf,
} from '@fairlead/contract/offline-records/offline-record-format';
import { ApiError, call, isRefusal } from '../../lib/calls/api-client.ts';
import { NetworkError } from '../../lib/calls/transport.ts';
import { KeptUnknown, type Where } from '../../lib/device/kept-store.ts';
import { newId } from '../../lib/new-id.ts';
import { personNow } from '../../lib/session/session.ts';
import {
  acknowledged,
  type Facts,
  isSent,
  newRecord,
  nextAnswers,
  nextLinks,
  type OfflineRecord,
  type PlayedPart,
  sealed,
  unsentOf,
  withPlayed,
} from './record.ts';
import {
  type Aboard,
  changeRecord,
  listRecords,
  readDeviceKey,
  readRecord,
  requireRecord,
  storeDeviceKey,
  storeRecord,
} from './record-store.ts';

export type { Facts } from './record.ts';

/** This page, as records name it: a session of them begins with it. */
const page = { id: newId(), wallClock: (Date.now() - performance.now()) / 1000 };

/** Thrown where a browser cannot keep a key: nothing can be proved from it. */
export class NoDeviceKey extends Error {}

/**
 * Asks the academy for the offline pass of a course, and keeps it with the device's key: from then on, what is played
 * of the course on this device is recorded. Asked again, it keeps the record that there is, unless the films have
 * changed.
 *
 * @returns the course key, which opens course files.
 * @throws NoDeviceKey; ApiError or NetworkError when there is no pass.
 */
export async function obtainPass(courseId: string): Promise<string> {
  const aboard = { person: personNow(), courseId };
  // what was recorded under a pass that ends now is sent before
  if (await readRecord(aboard)) await syncRecord(aboard);
  const courseKey = await beginRecord(aboard);
  if (!courseKey) throw new NoDeviceKey();
  return courseKey;
}

/**
 * Begins the record of a pass, with what is not sent of the one before. The key is stored with the id of its pass, so
 * that a record that was not stored any more, or by another tab, is not signed with the wrong one.
 *
 * @param withNewKey for another pass than that of the key that this device has.
 * @returns the course key; undefined where the browser cannot keep a key of the device.
 */
async function beginRecord(aboard: Aboard, withNewKey = false): Promise<string | undefined> {
  // on a page over plain http
  if (!globalThis.crypto?.subtle) return undefined;
  const before = withNewKey ? undefined : await readDeviceKey(aboard);
  const pair = before?.pair ?? (await makeDeviceKey());
  const key = base64url.encode(await publicKeyOf(pair));
  const { data } = await call(offlineRecords.issuePass, { params: { id: aboard.courseId }, body: { key } });
  if (!(await storeDeviceKey(aboard, { passId: data._id, pair }))) return undefined;
  await storeRecord(aboard, newRecord(aboard.courseId, data));
  noteNoLink(aboard);
  return data.courseKey;
}

/**
 * Adds what was played of a film to the record of its course; returns where it is stored, and undefined without a valid
 * pass on this device.
 */
export async function recordPlayed(
  aboard: Aboard,
  {
    filmId,
    parts,
    answers,
  }: { filmId: string; parts: readonly (PlayedPart & Facts)[]; answers: OfflineRecord['answers'] },
): Promise<Where | undefined> {
  let isRecorded = false;
  const { where } = await changeRecord(aboard, (record) => {
    isRecorded = isRecording(record, filmId);
    if (!isRecorded) return record;
    const after = parts.reduce((so, part) => withPlayed(so, { page, filmId, part, facts: part }), record);
    return { ...after, answers: { ...after.answers, ...answers } };
  });
  return isRecorded ? where : undefined;
}

/** A film of a course, and who watches it. */
type OfflineWatching = Aboard & { filmId: string };

/**
 * Whether what is played of a film goes into an offline record now, and what of it the academy does not have, in
 * seconds of the film.
 */
export async function readOfflineWatching({ filmId, ...aboard }: OfflineWatching): Promise<{
  isRecording: boolean;
  unsent: { stretches: [number, number][]; position: number; answers: OfflineRecord['answers'] } | undefined;
}> {
  const record = await readRecord(aboard);
  const unsent = record && unsentOf(record, filmId);
  return {
    isRecording: record !== undefined && isRecording(record, filmId),
    unsent: unsent && { ...unsent, answers: record.answers },
  };
}

/** Whether what is played of a film goes into a record: its pass has the film, and was not withdrawn. */
const isRecording = ({ films, withdrawnAt }: OfflineRecord, filmId: string) =>
  withdrawnAt === null && films.includes(filmId);

/** Deletes an answer that the academy has judged. */
export async function dropRecordedAnswer(aboard: Aboard, check: string): Promise<void> {
  if (!(await readRecord(aboard))) return;
  await changeRecord(aboard, (record) => {
    const { [check]: _, ...answers } = record.answers;
    return { ...record, answers };
  });
}

/** The bytes of links in one call: less after a call that a link did not carry, so that a short contact is enough. */
const callBytes = { most: 16_000, least: 500 };
let fits = callBytes.most;

/** Records that agree with the academy, as far as this page knows. */
const current = new Set<string>();
const nameOf = ({ person, courseId }: Aboard): string => `${person} ${courseId}`;

/** Notes that the academy was out of reach: the record is sent before the next report. */
export const noteNoLink = (aboard: Aboard): void => {
  current.delete(nameOf(aboard));
};

/**
 * Sends a record, if the academy may lack something of it; as `syncRecord`. One that the academy refuses stays on the
 * device, and keeps no report from being sent.
 */
export async function syncIfBehind(aboard: Aboard): Promise<RefusedAnswer[]> {
  if (current.has(nameOf(aboard))) return [];
  try {
    return await syncRecord(aboard);
  } catch (error) {
    // it is tried again by itself, and no report waits for it
    if (error instanceof KeptUnknown) return [];
    if (!(error instanceof ApiError) || error.status >= 500 || [401, 429].includes(error.status)) throw error;
    current.add(nameOf(aboard));
    return [];
  }
}

/** Whether something was recorded that the academy does not have. */
export async function hasUnsentRecord(aboard: Aboard): Promise<boolean> {
  const record = await readRecord(aboard);
  return record !== undefined && !isSent(record);
}

/** An answer to a presence check that does not count: the film is to be watched again from there, in seconds. */
type RefusedAnswer = { check: string; againFrom: number };

/**
 * Sends what the academy does not have of a record, in as many calls as the link needs, and deletes what it has
 * acknowledged. A record without news is a contact: the academy reports a withdrawal, and credits what waited. When
 * the pass is over, since the person was enrolled again, the record goes on under another one.
 *
 * @returns the answers to presence checks that do not count.
 * @throws ApiError or NetworkError, or KeptUnknown where the record cannot be read; it stays as it is.
 */
export async function syncRecord(aboard: Aboard): Promise<RefusedAnswer[]> {
  const refused: RefusedAnswer[] = [];
  // somebody else has signed in while a page of this person was open
  if (personNow() !== aboard.person) return refused;
  let isRenewed = false;
  for (;;) {
    await requireRecord(aboard);
    // on the disk before it is sent: a link that was sent does not grow
    const { record } = await changeRecord(aboard, sealed);
    if (!record) break;
    const pair = await keyOf(aboard, record);
    if (!pair) {
      // the page was closed, or another tab came between, when the record was to begin
      if (isRenewed || !(await beginRecord(aboard))) break;
      isRenewed = true;
      continue;
    }
    const { passId } = record;
    const answers = nextAnswers(record);
    const first = record.head.number + 1;
    const links = nextLinks(record, fits);
    const previous = base64url.decode(record.head.hash);
    const part = links.length > 0 ? await signPart(pair.privateKey, { passId, first, previous, links }) : null;
    const body = { part, answers: listed(answers) };
    const state = await send(passId, body);
    if (state === 'over') {
      if (isRenewed || !(await beginRecord(aboard, true))) break;
      isRenewed = true;
      continue;
    }
    refused.push(...state.refused);
    const after = await changeRecord(aboard, (kept) => acknowledged(kept, state, { passId, first, links, answers }));
    if (after.record && after.record.links.length > 0 && after.record.links.length < record.links.length) continue;
    // two copies of a device share this record
    if (state.mustRenew && state.withdrawnAt === null) await beginRecord(aboard, true);
    break;
  }
  current.add(nameOf(aboard));
  return refused;
}

/**
 * The academy's answer to a part; `over` for a pass of an enrolment that is over, or that the academy does not know.
 */
async function send(
  passId: string,
  body: Pick<ProgressFile, 'answers'> & { part: RecordPart | null },
): Promise<SyncState | 'over'> {
  try {
    const { data } = await call(offlineRecords.sync, { params: { id: passId }, body });
    fits = Math.min(callBytes.most, fits * 2);
    return data;
  } catch (error) {
    if (error instanceof NetworkError) fits = Math.max(callBytes.least, Math.floor(fits / 2));
    if (error instanceof ApiError && (error.status === 404 || error.code === 'over')) return 'over';
    throw error;
  }
}

/** The key that signs a record; undefined when this device has the key of another pass, or none. */
async function keyOf(aboard: Aboard, { passId }: OfflineRecord): Promise<DeviceKeyPair | undefined> {
  const key = await readDeviceKey(aboard);
  return key?.passId === passId ? key.pair : undefined;
}

/** Sends all records of the person; what cannot be sent now stays on the device. */
export async function syncRecords(): Promise<void> {
  const person = personNow();
  for (const courseId of await listRecords(person)) {
    try {
      await syncRecord({ person, courseId });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
}

const listed = (answers: OfflineRecord['answers']) =>
  Object.entries(answers).map(([check, choice]) => ({ check, choice }));

/**
 * What is not sent of a course, as the text of a signed file; undefined when there is nothing. Of more than a year of
 * watching, the file has the first part.
 */
export async function progressFile(courseId: string): Promise<string | undefined> {
  const aboard = { person: personNow(), courseId };
  const { record } = await changeRecord(aboard, sealed);
  const pair = record && (await keyOf(aboard, record));
  if (!record || !pair || isSent(record)) return undefined;
  const { passId, statement } = record;
  const previous = base64url.decode(record.head.hash);
  const links = nextLinks(record, mostLinkBytes);
  const part = await signPart(pair.privateKey, { passId, first: record.head.number + 1, previous, links });
  const signed = { pass: statement, passId, part, answers: listed(nextAnswers(record)) };
  return JSON.stringify(await progressFileOf(pair.privateKey, signed));
}

/** Uploads progress that came as a file, given as its text; returns what was credited to whom. */
export async function uploadProgress(
  file: string,
): Promise<{ userName: string; courseTitle: string; creditedSeconds: number }> {
  const { data } = await call(offlineRecords.uploadProgress, { body: { file } });
  return data;
}
