import sharp from 'sharp';
import type { CalendarDate } from '../calendar.ts';
import { documentScan, maxPixels } from '../files/pictures.ts';
import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector, withPicture } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { Zone } from './zone.ts';
import type { PictureOfDay } from './zone-inspection.ts';

const inspectZone = inspector<Zone | undefined, PictureOfDay>(new URL('./zone-inspection.ts', import.meta.url), {
  turns: fairTurns(1, 'readable zones'),
  bounds: { seconds: 30, megabytes: 400 },
});

/**
 * Reads the readable zone of the passport in a stored picture, in a thread with bounded time and memory: two to three
 * seconds of a processor.
 *
 * @param today decides the century of the date of birth.
 * @returns undefined for a picture without one, or with one that could not be read for sure.
 * @throws AppError `unavailable` when the machine was too busy.
 */
export async function readZone(bytes: Buffer, today: CalendarDate): Promise<Zone | undefined> {
  const picture = await decode(bytes);
  return picture && inspectZone({ picture, today }).catch(nothingRead);
}

/** A picture that takes too long says nothing; that is no fault of the machine. */
function nothingRead(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

async function decode(bytes: Buffer): Promise<GreyPicture | undefined> {
  const { maxEdge } = documentScan;
  try {
    return await withPicture(async () => {
      const grey = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
        .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .greyscale()
        .timeout({ seconds: 30 });
      const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
      return { pixels: new Uint8Array(data), width: info.width, height: info.height };
    });
  } catch {
    return undefined;
  }
}
