import { readFileSync } from 'node:fs';

/** Whether a process has ended; one that nobody has collected yet has. */
export const hasEnded = (pid: number): boolean => {
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};
