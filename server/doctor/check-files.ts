import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { folders, isEncryptedAtRest, isStoredName } from '../platform/files/folders.ts';
import { openContent } from '../platform/files/open-file.ts';
import type { Bucket } from '../platform/files/stores/bucket.ts';
import type { FileStore } from '../platform/files/stores/file-store.ts';
import { type OpenedStore, openPlace } from '../platform/files/stores/open-store.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** How far the clocks may differ: a store refuses requests that are signed a quarter of an hour ago or ahead. */
const mostSecondsOff = 60;

type Settings = Pick<Config, 'dataDir' | 'secrets' | 'files'>;

/** Whether files can be stored, read in part and deleted, and whether those that are encrypted can be read. */
export async function checkFiles({ dataDir, secrets, files }: Settings, clock: () => Date): Promise<Finding[]> {
  const root = join(dataDir, 'files');
  const mend = files.place
    ? 'Correct FILES: endpoint, bucket, key and secret; the key needs the rights to read, write, delete and list.'
    : `Let the program’s user own ${root}, on a disk that can be written.`;
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const { store, bucket } = openPlace(files.place, dataDir);
    return [
      await writing(store, root),
      await decrypting(store, secrets.vault),
      ...(bucket ? [await clocks(bucket, clock), await versions(bucket)] : []),
      ...(files.also ? [await moving(openPlace(files.also.place, dataDir))] : []),
    ];
  } catch (error) {
    return [wrong(`No file can be stored: ${reasonOf(error)}.`, mend)];
  }
}

async function writing(store: FileStore, root: string): Promise<Finding> {
  const name = `.doctor-${randomBytes(6).toString('hex')}`;
  const path = join(root, `${name}.new`);
  const content = randomBytes(100_000);
  await writeFile(path, content, { flush: true, mode: 0o600 });
  await store.put(name, path);
  const range = await readRange(store, name, { at: 50_000, length: 1000 });
  await store.remove(name);
  return range.equals(content.subarray(50_000, 51_000))
    ? fine('Files are written, read in part and deleted')
    : wrong('Other bytes are read than were written.', 'Check the disk, the network folder or the object store.');
}

async function readRange(store: FileStore, name: string, { at, length }: { at: number; length: number }) {
  const stored = await store.open(name);
  try {
    const range = Buffer.alloc(length);
    return range.subarray(0, await stored.read(range, at));
  } finally {
    await stored.close();
  }
}

async function decrypting(store: FileStore, secret: string): Promise<Finding> {
  const name = await someDocument(store);
  if (name === undefined) return fine('No identity document yet');
  const file = await openContent(await store.open(name), { secret, name });
  try {
    await buffer(file.stream(0, 0));
    return fine('Identity documents can be read');
  } catch (error) {
    return wrong(
      `Identity documents cannot be read: ${reasonOf(error)}.`,
      'Set VAULT_SECRET, or DATA_DIR/secrets/vault, to the secret from before: it is in every backup.',
    );
  }
}

/** The folder and name of any file that is encrypted at rest; undefined if there is none. */
async function someDocument(store: FileStore): Promise<string | undefined> {
  for (const folder of folders.filter(isEncryptedAtRest))
    for await (const { filename } of store.list(folder)) if (isStoredName(filename)) return `${folder}/${filename}`;
  return undefined;
}

async function clocks(bucket: Bucket, clock: () => Date): Promise<Finding> {
  const seconds = Math.round(Math.abs((await bucket.clock()) - clock().getTime()) / 1000);
  return seconds <= mostSecondsOff
    ? fine('The object store’s clock agrees with this machine’s')
    : wrong(
        `The object store’s clock and this machine’s differ by ${seconds} s.`,
        'Let both follow a time server: with a quarter of an hour the store refuses every request.',
      );
}

async function versions(bucket: Bucket): Promise<Finding> {
  const keeps = await bucket.keepsVersions().catch((error: unknown) => reasonOf(error));
  if (typeof keeps === 'string')
    return look(
      `Whether the bucket keeps versions is not known: ${keeps}.`,
      'Let the key read whether it does, or look at the bucket: versions also have what was erased.',
    );
  return keeps
    ? look(
        'The bucket keeps versions of what was deleted, also of erased documents.',
        'Give it a lifecycle rule that removes versions after as many days as backups are kept.',
      )
    : fine('The bucket keeps nothing that was deleted');
}

async function moving({ store }: OpenedStore): Promise<Finding> {
  for (const folder of folders)
    for await (const { filename } of store.list(folder))
      if (isStoredName(filename)) return look('There are still files at FILES_ALSO.', 'npm run files -- move');
  return look('All files are at FILES.', 'Remove FILES_ALSO from the settings, and restart.');
}
