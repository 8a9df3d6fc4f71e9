import { ApiError } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { listPeople, readPerson } from '../../lib/device/aboard/aboard-store.ts';
import {
  closeAboard,
  keepRenewedSession,
  openOrBegin,
  openWithKey,
  sessionText,
} from '../../lib/device/aboard/open-aboard.ts';
import { needsPin, openWithPin, setPin, showAs, UnreadableKey } from '../../lib/device/aboard/person-key.ts';
import { initialsOf } from '../../lib/format/initials.ts';
import { takeReturn } from '../../lib/session/return-path.ts';
import { clearSession, personNow, startSession } from '../../lib/session/session.ts';
import { forDuration } from './wait-words.ts';

/** `shownAs` is the name that others on this device see; empty for the initials. */
export type PinState = { hasPin: boolean; isNeeded: boolean; shownAs: string };

export async function readPinState(person: string): Promise<PinState> {
  const record = await readPerson(person);
  return { hasPin: Boolean(record?.pin), isNeeded: await needsPin(person), shownAs: record?.shownAs ?? '' };
}

/** A refusal of this device, which a form shows at one of its fields. */
const refused = (field: string, message: string) => new ApiError(400, { fields: { [field]: message } });

/**
 * Sets or changes a person's PIN, and the name that others on this device see.
 *
 * @throws ApiError with a sentence for the field `before` when that PIN is wrong.
 */
export async function savePin(
  { _id: person, name }: { _id: string; name: string },
  { shownAs, ...pins }: { before: string; pin: string; shownAs: string },
): Promise<void> {
  // a person who has nothing aboard yet gets a key first
  await openOrBegin(person, name);
  if (!(await setPin(person, { ...pins, session: sessionText() }))) throw refused('before', 'This PIN is wrong.');
  await showAs(person, shownAs.trim());
}

/** Somebody who has courses on this device, as the others see them. */
export type OnBoard = { person: string; name: string; hasPin: boolean };

/**
 * Everybody who has courses on this device, under the names that they chose, or their initials. Of several with the
 * same name, the later ones have a number.
 */
export async function listOnBoard(): Promise<OnBoard[]> {
  const all = (await listPeople())
    .map(({ person, record }) => ({
      person,
      name: record.shownAs || initialsOf(record.name) || '?',
      hasPin: record.pin !== null,
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.person.localeCompare(b.person));
  return all.map((one, at) => {
    const before = all.slice(0, at).filter(({ name }) => name === one.name).length;
    return before === 0 ? one : { ...one, name: `${one.name} (${before + 1})` };
  });
}

/**
 * Opens a person's courses with the PIN, and signs them in as they last were if nobody is.
 *
 * @throws ApiError with a sentence for the field `pin` when it is wrong, or another try has to wait.
 */
export async function openByPin(person: string, pin: string): Promise<void> {
  const opened = await openWithPin(person, pin).catch((error: unknown) => {
    if (error instanceof UnreadableKey) throw refused('pin', 'These courses can no longer be read on this device.');
    throw error;
  });
  if (!opened) throw refused('pin', 'There are no courses with a PIN on this device.');
  if ('wrong' in opened) {
    const wait = opened.openFrom - Date.now();
    throw refused('pin', wait > 0 ? `This PIN is wrong. Try again in ${forDuration(wait)}.` : 'This PIN is wrong.');
  }
  const { user, accessToken, refreshToken } = JSON.parse(opened.session ?? '{}');
  if (personNow() !== person) {
    if (personNow()) await leaveDevice();
    if (user && accessToken) startSession({ user, accessToken, refreshToken: refreshToken ?? '' });
  }
  await openWithKey(person, opened.key);
  // a login since then is the one that the next PIN opens
  await keepRenewedSession();
}

/** Leaves the device to another person: what the one before had aboard is closed, and nothing of it stays in memory. */
async function leaveDevice(): Promise<void> {
  await closeAboard();
  queryClient.clear();
  clearSession();
  takeReturn();
}
