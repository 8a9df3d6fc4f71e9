import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors.ts';

/** OWASP's floor for argon2id: 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const atOnce = availableParallelism();
let busy = 0;
const waiting: (() => void)[] = [];
/** A crew that logs in together fits; more would wait so long that they ask again, and make it longer. */
const mostWaiting = 400;

/**
 * Lets at most as many hashes run at once as there are cores: more would fill the thread pool that file reads
 * share (a `stat` was seen to wait 112 ms behind 32 hashes).
 *
 * @throws AppError `unavailable` when too many wait already.
 */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting) {
    throw new AppError('unavailable', 'Very many people are logging in. Please try again in a moment.', {
      retryAfter: 10,
    });
  }
  if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }
}

/** One password has one form, though keyboards compose its letters differently. */
const composed = (password: string) => password.normalize('NFKC');

/** Hashes a password with argon2id; the salt and the costs are in the text it gives. */
export const hashPassword = (password: string): Promise<string> => bounded(() => hash(composed(password), cost));

// What an unknown address is checked against, so that it takes as long as a known one.
const decoy = await hash('no account has this password', cost);

/** Whether the password is the hashed one; without a hash it takes as long and says no. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await bounded(() => verify(stored ?? decoy, composed(password)));
  return stored !== undefined && matches;
}
