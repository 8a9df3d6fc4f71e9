import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../settings/config.ts';
import type { BucketLocation } from '../../../settings/services.ts';

/**
 * The value of FILES for one test: a part of its own of the bucket at TEST_FILES, by which `npm run soak -- store`
 * names an object store; the folder without it.
 */
export function testPlace(): string {
  const { TEST_FILES } = process.env;
  if (TEST_FILES === undefined) return 'folder';
  const [before = '', query = ''] = TEST_FILES.split('?');
  return `${before}/${randomUUID()}?${query}`;
}

/** The bucket that a value of FILES names. */
export function bucketOf(place: string, dataDir: string): BucketLocation {
  const { files } = readConfig({ DATA_DIR: dataDir, FILES: place });
  if (!files.place) throw new Error(`${place} is no bucket`);
  return files.place;
}
