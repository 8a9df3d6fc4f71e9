import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { isReadableOnTheWay } from '../environment.ts';
import { folders, isEncryptedAtRest } from '../platform/files/folders.ts';
import { openContent } from '../platform/files/open-file.ts';
import type { Bucket } from '../platform/files/stores/bucket.ts';
import type { FileStore } from '../platform/files/stores/file-store.ts';
import { openPlace } from '../platform/files/stores/open-store.ts';
import { withProbe } from '../platform/files/stores/probe.ts';
import { storedNames } from '../platform/files/stores/stored-names.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** How far the clocks may differ: a store refuses requests that are signed a quarter of an hour ago or ahead. */
const mostSecondsOff = 60;

type Settings = Pick<Config, 'dataDir' | 'secrets' | 'files'>;

/**
 * Whether files can be stored, read in part and deleted, and whether those that are encrypted can be read. Each check is
 * made, whatever the others find.
 */
export async function checkFiles({ dataDir, secrets, files }: Settings, clock: () => Date): Promise<Finding[]> {
  const { place, also } = files;
  const root = join(dataDir, 'files');
  const mend = place
    ? 'Correct FILES: endpoint, bucket, key and secret; the key needs the rights to read, write, delete and list.'
    : `Let the program’s user own ${root}, on a disk that can be written.`;
  /** The finding of a check, or that it could not be made. */
  const found = (fault: string, check: () => Promise<Finding>): Promise<Finding> =>
    check().catch((error: unknown) => wrong(`${fault}: ${reasonOf(error)}.`, mend));
  const open = async () => openPlace(place, dataDir);
  const bucketOf = async (): Promise<Bucket> => {
    const { bucket } = await open();
    if (!bucket) throw new Error('FILES is no bucket');
    return bucket;
  };
  const findings: Finding[] = [];
  if (place) {
    // first, because the store refuses everything else while it is wrong
    const unknown = 'The object store’s clock cannot be read';
    findings.push(await found(unknown, async () => clocks(await bucketOf(), clock)));
  }
  findings.push(await found('No file can be stored', async () => writing((await open()).store, root)));
  const unread = 'Whether identity documents can be read is not known';
  findings.push(await found(unread, async () => decrypting((await open()).store, secrets.vault)));
  if (place) findings.push(await versions(bucketOf));
  if (also) {
    const unlisted = 'Whether files are left at FILES_ALSO is not known';
    findings.push(await found(unlisted, async () => moving(openPlace(also.place, dataDir).store)));
  }
  for (const one of [place, also?.place])
    if (one && isReadableOnTheWay(one.endpoint))
      findings.push(
        look(`Films and pictures can be read on their way to ${one.endpoint}.`, 'Name an endpoint of https.'),
      );
  return findings;
}

async function writing(store: FileStore, scratch: string): Promise<Finding> {
  const probe = { scratch, sizeBytes: 100_000 };
  const isSame = await withProbe(store, probe, async ({ name, content }) => {
    const range = await readRange(store, name, { at: 50_000, length: 1000 });
    return range.equals(content.subarray(50_000, 51_000));
  });
  return isSame
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
  // any file that is encrypted at rest
  for await (const { name } of storedNames(store, folders.filter(isEncryptedAtRest))) {
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
  return fine('No identity document yet');
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

async function versions(bucketOf: () => Promise<Bucket>): Promise<Finding> {
  const keeps = await bucketOf()
    .then((bucket) => bucket.keepsVersions())
    .catch((error: unknown) => reasonOf(error));
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

async function moving(store: FileStore): Promise<Finding> {
  for await (const _ of storedNames(store))
    return look('There are still files at FILES_ALSO.', 'npm run files -- move');
  return look('All files are at FILES.', 'Remove FILES_ALSO a day after the move, and restart.');
}
