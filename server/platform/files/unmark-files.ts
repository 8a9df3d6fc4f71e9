import { counted } from '@fairlead/contract/values/numbers';
import type { Queryable } from '../db/database.ts';
import { isInUse } from './files-in-use.ts';
import type { Folder } from './folders.ts';

/** The number of files in each folder, without empty ones. */
export type Counts = Partial<Record<Folder, number>>;

/** A file of each folder in the words of staff, and several. */
const words: Readonly<Record<Folder, readonly [one: string, several: string]>> = {
  id_documents: ['identity document or certificate', 'identity documents and certificates'],
  profile_pictures: ['photograph', 'photographs'],
  signatures: ['signature', 'signatures'],
  courseImg: ['picture of a course', 'pictures of courses'],
  trainingVideo: ['file of a film', 'files of films'],
  certificates: ['picture of a certificate', 'pictures of certificates'],
  academy: ['logo or signature of the academy', 'logos and signatures of the academy'],
  question_pictures: ['picture of a question', 'pictures of questions'],
  fee_proofs: ['proof of payment', 'proofs of payment'],
  packages: ['package', 'packages'],
  inspection_packs: ['inspection pack', 'inspection packs'],
};

/** Counts in words: '3 photographs, 1 package'. */
export const countsInWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([folder, count]) => counted(count, ...words[folder as Folder]))
    .join(', ');

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The files in use that are marked as deleted: nobody can open them, and the sweep would remove them. */
async function countMarkedInUse(db: Queryable): Promise<Counts> {
  const rows = await db
    .selectFrom('storedFile')
    .select(['folder', (e) => e.fn.countAll<number>().as('count')])
    .where('deletedAt', 'is not', null)
    .where(isInUse())
    .groupBy('folder')
    .orderBy('folder')
    .execute();
  return Object.fromEntries(rows.map(({ folder, count }) => [folder, Number(count)]));
}

/** Takes the mark off every file in use; returns how many had it. Their original names are not restored. */
export async function unmarkFilesInUse(db: Queryable): Promise<Counts> {
  const unmarked = await db
    .updateTable('storedFile')
    .set({ deletedAt: null })
    .where('deletedAt', 'is not', null)
    .where(isInUse())
    .returning('folder')
    .execute();
  const counts: Counts = {};
  for (const { folder } of unmarked) counts[folder as Folder] = (counts[folder as Folder] ?? 0) + 1;
  return counts;
}

/** The files in use that are, or were, marked as deleted, and the packages that cannot be played. */
export type Marks = { files: Counts; packages: string[] };

export const examineMarks = async (db: Queryable): Promise<Marks> => ({
  files: await countMarkedInUse(db),
  packages: await listPackagesWithoutEntries(db),
});

export const removeMarks = async (db: Queryable): Promise<Marks> => ({
  files: await unmarkFilesInUse(db),
  packages: await listPackagesWithoutEntries(db),
});

/**
 * The titles of packages whose list of entries is gone, since the cleaning of old versions deleted it with the mark.
 * They cannot be played, and only another upload brings the list back.
 */
export async function listPackagesWithoutEntries(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('film')
    .innerJoin('packageVersion as version', 'version.fileId', 'film.fileId')
    .select('film.title')
    .where('film.kind', '=', 'package')
    .where('film.removedAt', 'is', null)
    .where((e) => e.not(e.exists(e.selectFrom('packageEntry').whereRef('packageEntry.versionId', '=', 'version.id'))))
    .orderBy('film.title')
    .execute();
  return rows.map(({ title }) => title);
}
