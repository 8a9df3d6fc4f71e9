import { ApiError } from '../../lib/calls/api-client.ts';
import { listPeople, readPerson } from '../../lib/device/aboard/aboard-store.ts';
import { openOrBegin, openWithKey, sessionText } from '../../lib/device/aboard/open-aboard.ts';
import { needsPin, openWithPin, setPin, UnreadableKey } from '../../lib/device/aboard/person-key.ts';
import { getSession, startSession } from '../../lib/session/session.ts';
import { forDuration } from './wait-words.ts';

export type PinState = { hasPin: boolean; isNeeded: boolean };

export const readPinState = async (person: string): Promise<PinState> => ({
  hasPin: Boolean((await readPerson(person))?.pin),
  isNeeded: await needsPin(person),
});

/** A refusal of this device, which a form shows at one of its fields. */
const refused = (field: string, message: string) => new ApiError(400, { fields: { [field]: message } });

/** Sets or changes a person's PIN. @throws ApiError with a sentence for the field `before` when that PIN is wrong. */
export async function savePin(
  { _id: person, name }: { _id: string; name: string },
  pins: { before: string; pin: string },
): Promise<void> {
  // a person who has nothing aboard yet gets a key first
  await openOrBegin(person, name);
  if (!(await setPin(person, { ...pins, session: sessionText() }))) throw refused('before', 'This PIN is wrong.');
}

/** The people who can open their courses aboard with a PIN. */
export const listPinned = async (): Promise<{ person: string; name: string }[]> =>
  (await listPeople())
    .filter(({ record }) => record.pin !== null)
    .map(({ person, record }) => ({ person, name: record.name }))
    .sort((a, b) => a.name.localeCompare(b.name));

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
  if (getSession()?.user?._id !== person && user && accessToken)
    startSession({ user, accessToken, refreshToken: refreshToken ?? '' });
  await openWithKey(person, opened.key);
}
