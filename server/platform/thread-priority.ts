import { existsSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** On Linux, the kernel resolves this link to the id of the thread that reads it. */
const self = '/proc/thread-self';
const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lowers the priority of this thread, and of threads that it starts from now on, below that of the program's other
 * threads. For background work which must not delay answers to requests. Does nothing where threads have no priority of
 * their own (only Linux has it), or where the priority is already lower.
 */
export function yieldToOthers(): void {
  if (!existsSync(self)) return;
  const thread = Number(basename(readlinkSync(self)));
  // raising the priority would need a privilege
  if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
}
