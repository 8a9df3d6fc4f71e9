import { existsSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Which the kernel answers to each thread with its own id, on Linux. */
const self = '/proc/thread-self';
const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lets the program's other threads go before this one and those that it starts from now on: for work that nobody waits
 * for, while others wait for an answer. Nothing happens where threads have no priority of their own, which they have on
 * Linux, and where the program has a lower one already.
 */
export function yieldToOthers(): void {
  if (!existsSync(self)) return;
  const thread = Number(basename(readlinkSync(self)));
  // a higher one is not for everybody to take
  if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
}
