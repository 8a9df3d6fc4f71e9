import { ApiError } from './api-client.ts';

/** The waits before each repetition in milliseconds, about 30 s in all. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000];

type Dependencies = { wait?: (milliseconds: number) => Promise<void>; random?: () => number };
const waitFor = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Makes a call, and repeats it while the server answers that it is busy (503), with growing waits that differ between
 * devices, so that those of a rush do not come back together. Only for a call that may be made twice: a request that
 * was stored in spite of the 503 is found then.
 *
 * @param onBusy called once, before the first wait.
 * @throws whatever the call throws otherwise, and the last 503 after five repetitions.
 */
export async function repeatWhileBusy<T>(
  work: () => Promise<T>,
  onBusy: () => void,
  { wait = waitFor, random = Math.random }: Dependencies = {},
): Promise<T> {
  for (const [n, longest] of waits.entries()) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503)) throw error;
    }
    if (n === 0) onBusy();
    await wait(longest * (0.5 + random() / 2));
  }
  return work();
}
