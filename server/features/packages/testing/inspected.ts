import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type RawEntry, rawZip } from '../../../platform/archives/testing/raw-zip.ts';
import { inspect } from '../reading/package-inspection.ts';

/** An item of a manifest, and its page. */
export const one = { id: 'a', title: 'Lesson', href: 'a.html' };
export const page = { name: 'a.html', content: '<p>A lesson</p>' };

/** A package with this manifest. */
export const withManifest = (content: string | Buffer, more: readonly RawEntry[] = [page]) =>
  rawZip([{ name: 'imsmanifest.xml', content }, ...more]);

/** A folder for the packages of a test file, and what inspects one of them; it is deleted at the end of the file. */
export async function inspected() {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-packages-'));
  afterAll(() => rm(folder, { recursive: true }));
  let made = 0;
  async function read(zip: Buffer, into = false) {
    const path = join(folder, `${++made}.zip`);
    await writeFile(path, zip);
    return { ...(await inspect({ path, into: into ? `${path}.new` : null })), path: `${path}.new` };
  }
  return { folder, read };
}
