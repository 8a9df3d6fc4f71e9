import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/errors.ts';

/** OWASP's minimum for argon2id: 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const atOnce = availableParallelism();
let busy = 0;
const waiting: (() => void)[] = [];
/** Enough for a crew that logs in together; with more waiting, people would retry and lengthen the queue. */
const mostWaiting = 400;

/**
 * Limits concurrent hashes to the number of cores: more would fill the thread pool that file reads share (a `stat` was
 * seen to wait 112 ms behind 32 hashes).
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

/** Normalises a password, since keyboards compose the same characters differently. */
const composed = (password: string) => password.normalize('NFKC');

/** Hashes a password with argon2id; the returned text contains the salt and the costs. */
export const hashPassword = (password: string): Promise<string> => bounded(() => hash(composed(password), cost));

// An unknown email address is checked against this hash, so that it takes as long as a known one.
const decoy = await hash('no account has this password', cost);

/** Whether the password matches the hash; without a hash it takes as long and returns false. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await bounded(() => verify(stored ?? decoy, composed(password)));
  return stored !== undefined && matches;
}
