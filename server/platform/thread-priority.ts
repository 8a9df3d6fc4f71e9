import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the program's other threads go before this one and those that it starts from now on: for work that nobody waits
 * for, while others wait for an answer. Where threads have no priority of their own, which they have on Linux, nothing
 * happens.
 */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
}
