import type { CalendarDate } from '../calendar.ts';
import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import type { Zone } from './zone.ts';
import type { PictureOfDay } from './zone-inspection.ts';

const inspectZone = inspector<Zone | undefined, PictureOfDay>(new URL('./zone-inspection.ts', import.meta.url), {
  turns: fairTurns(1, 'readable zones'),
  bounds: { seconds: 30, megabytes: 600 },
});

/**
 * Reads the readable zone of the passport in a stored picture, in a process with bounded time and memory: two to
 * three seconds of a processor.
 *
 * @param today decides the century of the date of birth.
 * @returns undefined for a picture without one, or with one that could not be read for sure.
 * @throws AppError `unavailable` when the machine was too busy.
 */
export const readZone = (picture: Buffer, today: CalendarDate): Promise<Zone | undefined> =>
  inspectZone({ picture, today }).catch(nothingRead);

/** A picture that takes too long says nothing; that is no fault of the machine. */
function nothingRead(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
