import { fairTurns } from '../../platform/inspection/fair-turns.ts';
import { inspector } from '../../platform/inspection/inspection.ts';
import { Refusal } from '../../platform/inspection/refusal.ts';
import type { ProgressInEmail } from './email-inspection.ts';

/**
 * The most bytes of an email that is read. A file of a long voyage has 25 kB, and the largest that there can be 460 kB
 * in base 64; a ship may send those of its whole crew in one email.
 */
export const mostEmailBytes = 4_000_000;

const inspectEmail = inspector<ProgressInEmail, Uint8Array>(new URL('./email-inspection.ts', import.meta.url), {
  turns: fairTurns(1),
  bounds: { seconds: 5, megabytes: 256 },
});

/**
 * What an email brings; nothing of one that cannot be read, or that is built to keep its reader busy.
 *
 * @throws AppError `unavailable` when the machine was too busy.
 */
export const progressInEmail = (source: Uint8Array): Promise<ProgressInEmail> =>
  inspectEmail(source).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return { files: [], isIncomplete: true, isAutomatic: true };
  });
