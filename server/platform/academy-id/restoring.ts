import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod/mini';
import type { FilesConfig } from '../../settings/services.ts';
import { lockFolder } from '../db/embedded/folder-lock.ts';
import { replaceFile } from '../files/write-file.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import { OtherAcademy } from './compare.ts';

/** The folder in DATA_DIR that is there while a backup is restored, and stays if that is killed. */
export const RESTORING = 'restoring';
const folderOf = (dataDir: string) => join(dataDir, RESTORING);
const noteOf = (dataDir: string) => join(folderOf(dataDir), 'note.json');

const Note = z.object({
  backup: z.string(),
  /** The SHA-256 of the backup's digests: which backup it is. */
  sums: z.string(),
  /** Where its rows and files go, in words without passwords. */
  database: z.string(),
  files: z.string(),
  /** The same exactly: another server can have a database or a bucket of the same name. */
  places: z.array(z.string()),
});
/** A backup that is being restored, and into what. */
export type RestoreNote = z.infer<typeof Note>;

/** A restore that has begun and that no other can disturb. */
export type Restoring = {
  /** Whether an earlier one has begun with the same, found all places empty, and was killed. */
  wasKilled: boolean;
  /**
   * Notes that all places are empty, before anything is written: from then on, what is in them is of this attempt.
   */
  note: () => Promise<void>;
  /** All is restored: a start is possible. */
  end: () => Promise<void>;
  /** Nothing of this attempt is left: a start is possible again, unless a killed one has left what is still there. */
  giveUp: () => Promise<void>;
  /** Lets another one begin. */
  release: () => void;
};

/** Where rows and files go, without passwords. */
export function placesOf({ databaseUrl, files }: { databaseUrl: string | undefined; files: FilesConfig }): string[] {
  const buckets = [files.place, ...(files.also ? [files.also.place] : [])].map((place) =>
    place ? `${place.endpoint} ${place.bucket}/${place.prefix}` : 'DATA_DIR/files',
  );
  if (databaseUrl === undefined) return ['DATA_DIR/database', ...buckets];
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const [host, at] = [searchParams.get('host') ?? hostname, searchParams.get('port') ?? (port || '5432')];
  return [`${host}:${at}${pathname}`, ...buckets];
}

const isSame = (one: RestoreNote, other: RestoreNote) =>
  one.sums === other.sums && one.places.join('\n') === other.places.join('\n');

async function readNote(dataDir: string): Promise<RestoreNote | undefined> {
  try {
    return z.parse(Note, JSON.parse(await readFile(noteOf(dataDir), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new OtherAcademy(`${noteOf(dataDir)} is damaged: empty ${dataDir}, and restore the backup again.`);
  }
}

/**
 * Begins a restore, or again one that was killed.
 *
 * @throws OtherAcademy where another backup, or another place, was being restored
 */
export async function beginRestore(dataDir: string, wanted: RestoreNote): Promise<Restoring> {
  const release = lockFolder(folderOf(dataDir), `A backup is being restored into ${dataDir} by another process.`);
  try {
    const noted = await readNote(dataDir);
    if (noted && !isSame(noted, wanted))
      throw new OtherAcademy(
        `${dataDir} has a part of the backup ${noted.backup}, whose restore into ${noted.database} and ${noted.files} ` +
          'was interrupted: restore that one again with the same settings, or empty all three.',
      );
    let isLeft = noted !== undefined;
    const end = async () => {
      await rm(noteOf(dataDir), { force: true });
      release();
      await rm(folderOf(dataDir), { recursive: true });
      await syncToDisk(dataDir, 'folder');
    };
    return {
      wasKilled: isLeft,
      note: async () => {
        await replaceFile(noteOf(dataDir), Readable.from([Buffer.from(JSON.stringify(wanted))]));
        await syncToDisk(noteOf(dataDir), 'file');
        await syncToDisk(folderOf(dataDir), 'folder');
        isLeft = false;
      },
      end,
      giveUp: async () => {
        if (!isLeft) await end();
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Says that a restore into DATA_DIR was not completed, with the command that completes it; undefined where there is
 * none. A start would open what is there as an empty academy.
 */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  if (!existsSync(folderOf(dataDir))) return undefined;
  const noted = await readNote(dataDir);
  const backup = noted?.backup ?? 'FOLDER';
  return (
    `DATA_DIR (${dataDir}) has a part of a backup, whose restore is running or was interrupted: nothing was opened. ` +
    `Enter again: npm run restore -- ${backup} (fairlead restore ${backup})`
  );
}
