import { readFile } from 'node:fs/promises';
import { dayAt } from '../../platform/calendar.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { AppError } from '../../platform/errors.ts';
import type { Incoming } from '../../platform/files/files.ts';
import { documentScan, preparePicture } from '../../platform/files/pictures.ts';
import type { Platform } from '../../platform/platform.ts';
import { readZone } from '../../platform/readable-zone/read-zone.ts';
import type { Zone } from '../../platform/readable-zone/zone.ts';
import { passportReadings } from './rules.ts';

const missing = 'Choose a picture of your passport';

/**
 * Reads the readable zone in a photograph of a passport, and stores neither.
 *
 * @returns undefined for a picture in which nothing was read for sure.
 * @throws AppError `invalid` without a picture, `bad-file` for a file that is none, `too-many` beyond
 *   `passportReadings`, `unavailable` when the machine was too busy.
 */
export async function readPassport(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { accountId, picture }: { accountId: string; picture: Incoming | undefined },
): Promise<Zone | undefined> {
  if (!picture) throw new AppError('invalid', missing, { fields: { passport: missing } });
  await consume(db, { key: `read-passport:${accountId}`, ...passportReadings }, clock());
  const { path } = await preparePicture(picture, documentScan);
  return readZone(await readFile(path), dayAt(clock(), config.timeZone));
}
