/**
 * A request for a course that a person has begun and could not send yet: they have to log in, to register first, or to
 * fill in their profile. It is kept on the device, so that it survives a reload and the wait for a mailed code, and is
 * sent by the page at `paths.keptRequest`.
 */
export type KeptRequest = {
  courseId: string;
  title: string;
  /** The batch that was chosen. */
  batchId?: string | undefined;
  /** The page on which it was begun, to return to. */
  from: string;
  /** The email address of the person who began it; null until somebody logs in or registers. */
  email: string | null;
  /** Whether the person chose to send it without a profile. */
  withoutProfile?: boolean;
};

const key = 'keptRequest';
/** Milliseconds for which a request is kept, and for which it belongs to anyone who logs in on this device. */
const goodFor = 30 * 24 * 3600_000;
const unclaimedFor = 30 * 60_000;

/** Keeps a request, in place of an earlier one. */
export const keepRequest = (request: KeptRequest): void =>
  localStorage.setItem(
    key,
    JSON.stringify({ ...request, email: request.email?.toLowerCase() ?? null, at: Date.now() }),
  );

/**
 * The request that this person has kept; null if there is none. One that nobody has claimed yet counts as theirs for
 * half an hour: a request must not be sent in the name of the next person on a shared device.
 */
export function keptRequestOf(email: string | null | undefined): KeptRequest | null {
  const kept = email ? read() : null;
  return kept && (kept.email === null || kept.email === email?.toLowerCase()) ? kept : null;
}

/** The request that will be sent in the name of the next person who logs in or registers; null if there is none. */
export function unclaimedRequest(): KeptRequest | null {
  const kept = read();
  return kept?.email === null ? kept : null;
}

function read(): KeptRequest | null {
  const stored = localStorage.getItem(key);
  if (!stored) return null;
  const { at, ...request }: KeptRequest & { at: number } = JSON.parse(stored);
  return Date.now() - at < (request.email === null ? unclaimedFor : goodFor) ? request : null;
}

/** Makes an unclaimed request that of the person with this email address, who registers or logs in. */
export function claimKeptRequest(email: string): KeptRequest | null {
  const kept = keptRequestOf(email);
  if (kept && kept.email === null) keepRequest({ ...kept, email });
  return kept;
}

export const dropKeptRequest = (): void => localStorage.removeItem(key);
