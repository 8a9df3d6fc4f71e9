import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { counted } from '@fairlead/contract/values/numbers';
import { DecryptionFailed } from '../../platform/files/encrypted-file.ts';
import { folders, isEncryptedAtRest } from '../../platform/files/folders.ts';
import { readLastSweep } from '../../platform/files/last-sweep.ts';
import { openContent } from '../../platform/files/open-file.ts';
import { quarantineDays } from '../../platform/files/quarantine.ts';
import type { Bucket } from '../../platform/files/stores/bucket.ts';
import type { FileStore } from '../../platform/files/stores/file-store.ts';
import { type OpenedStore, openPlace } from '../../platform/files/stores/open-store.ts';
import { withProbe } from '../../platform/files/stores/probe.ts';
import { storedNames } from '../../platform/files/stores/stored-names.ts';
import { groundLost } from '../../platform/outage.ts';
import type { Config } from '../../settings/config.ts';
import { isReadableOnTheWay } from '../../settings/environment.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** How many encrypted files are read: with another secret none of them can be. */
const someDocuments = 3;
/** How far the clocks may differ: a store refuses requests that are signed a quarter of an hour ago or ahead. */
const mostSecondsOff = 60;

type Settings = Pick<Config, 'dataDir' | 'secrets' | 'files'>;

/**
 * Whether files can be stored, read in part and deleted, and whether those that are encrypted can be read. Each check
 * is made, whatever the others find.
 */
export async function checkFiles({ dataDir, secrets, files }: Settings, clock: () => Date): Promise<Finding[]> {
  const { place, also } = files;
  const root = join(dataDir, 'files');
  const remedy = place
    ? 'Start the object store, or correct FILES: endpoint, bucket, key and secret. The key needs the rights to read, write, delete and list.'
    : `Let the program’s user own ${root}, on a disk that can be written.`;
  const full = place
    ? 'Raise the quota of the bucket, or give the object store more space.'
    : 'Free space on the disk.';
  /** The finding of a check, or that it could not be made. */
  const found = (fault: string, check: () => Promise<Finding>): Promise<Finding> =>
    check().catch((error: unknown) =>
      wrong(`${fault}: ${reasonOf(error)}.`, groundLost(error) === 'disk' ? full : remedy),
    );
  let opened: OpenedStore | undefined;
  /** The same for every check: a store that is away is tried six times by the first, and once by each further one. */
  const open = async () => {
    opened ??= openPlace(place, dataDir);
    return opened;
  };
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
        look(
          `Films and pictures can be read on their way to ${one.endpoint}.`,
          'Let the object store serve https, and name that endpoint in FILES.',
        ),
      );
  return [...findings, ...(await quarantine(dataDir))];
}

/** What the last sweep of this machine has kept. */
async function quarantine(dataDir: string): Promise<Finding[]> {
  const last = await readLastSweep(dataDir);
  if (!last) return [];
  const { withoutRow, markedDeleted, inUse } = last.kept;
  const findings = last.waiting.map(({ kind, waiting, total }) =>
    kind === 'files'
      ? wrong(
          `${waiting} of ${total} files would be deleted within a day. This waits until an administrator allows it.`,
          'Make sure that this is the right database, and that nobody deleted them by mistake. Only then allow it, on the Overview.',
        )
      : wrong(
          `The data of ${waiting} of ${total} people would be erased at once. This waits until an administrator allows it.`,
          'Look at the clock of this machine, and at the retention periods in the settings. Only then allow it, on the Overview.',
        ),
  );
  if (inUse > 0)
    findings.push(
      wrong(
        `${counted(inUse, 'file is', 'files are')} in use, but marked as deleted: pages lack what is in use. Nothing of it is deleted.`,
        'Take the marks off, as the upgrade notes say.',
      ),
    );
  const counts = `Kept for ${quarantineDays} days: ${counted(withoutRow, 'file')} without a row in the database, and ${markedDeleted} marked as deleted`;
  return [...findings, fine(counts)];
}

async function writing(store: FileStore, scratch: string): Promise<Finding> {
  const probe = { scratch, folder: 'academy', sizeBytes: 100_000 } as const;
  const isSame = await withProbe(store, probe, async ({ name, content }) => {
    const range = await readRange(store, name, { at: 50_000, length: 1000 });
    return range.equals(content.subarray(50_000, 51_000));
  });
  return isSame
    ? fine('Files are written, read in part and deleted')
    : wrong(
        'Other bytes are read than were written.',
        'Look into the system log for errors of the disk, or check the network folder or the object store, before more is uploaded.',
      );
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

/**
 * Reads the beginning of some encrypted files. If some can be read and others cannot, those are damaged; if none can,
 * the secret is another one.
 */
async function decrypting(store: FileStore, secret: string): Promise<Finding> {
  let read = 0;
  const failed: { name: string; reason: string }[] = [];
  for await (const { name } of storedNames(store, folders.filter(isEncryptedAtRest))) {
    try {
      const file = await openContent(await store.open(name), { secret, name });
      await buffer(file.stream(0, 0));
      read += 1;
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
      failed.push({ name, reason: reasonOf(error) });
    }
    if (read + failed.length === someDocuments) break;
  }
  const [first] = failed;
  if (!first) return fine(read > 0 ? 'Identity documents can be read' : 'No identity document yet');
  return read > 0
    ? wrong(`${first.name} is damaged.`, 'npm run files -- check names all damaged files: copy them from a backup.')
    : wrong(
        `Identity documents cannot be read: ${first.reason}.`,
        'Set VAULT_SECRET to what it was, or copy secrets/vault of a backup to DATA_DIR/secrets, and restart.',
      );
}

async function clocks(bucket: Bucket, clock: () => Date): Promise<Finding> {
  const seconds = Math.round(Math.abs((await bucket.clock()) - clock().getTime()) / 1000);
  return seconds <= mostSecondsOff
    ? fine('The object store’s clock agrees with this machine’s')
    : wrong(
        `The object store’s clock and this machine’s differ by ${seconds} s.`,
        'timedatectl set-ntp true on both: from a quarter of an hour on, the store refuses every request.',
      );
}

async function versions(bucketOf: () => Promise<Bucket>): Promise<Finding> {
  const keeps = await bucketOf()
    .then((bucket) => bucket.keepsVersions())
    .catch((error: unknown) => reasonOf(error));
  if (typeof keeps === 'string')
    return look(
      `Whether the bucket keeps versions is not known: ${keeps}.`,
      'Give the key in FILES the right to read this (s3:GetBucketVersioning), or look at the bucket: versions also have what was erased.',
    );
  return keeps
    ? look(
        'The bucket keeps versions of what was deleted, also of erased documents.',
        'Give it a lifecycle rule that deletes noncurrent versions after as many days as backups are kept.',
      )
    : fine('The bucket keeps nothing that was deleted');
}

async function moving(store: FileStore): Promise<Finding> {
  for await (const _ of storedNames(store))
    return look('There are still files at FILES_ALSO.', 'npm run files -- move, and again if it was interrupted');
  return look('All files are at FILES.', 'Remove FILES_ALSO a day after the move, and restart.');
}
