import { transaction } from '../../platform/db/database.ts';
import type { ContentType, Folder } from '../../platform/files/folders.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import type { TestApp } from '../../testing/app.ts';

let stored = 0;

/** Stores a file with a content of its own, and its row. */
async function addStoredFile(
  { db, files }: Pick<TestApp, 'db' | 'files'>,
  folder: Folder,
  { type = 'image/png', ownerId = null }: { type?: ContentType; ownerId?: string | null } = {},
) {
  const received = await files.receiveOwn(Buffer.from(`content ${++stored}`), type, 'as sent');
  const kept = await files.keep(received, folder);
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId }));
}

/** A file in every folder that no operation of the program fills here, one of which was removed by its owner. */
export async function addStoredFiles(
  program: Pick<TestApp, 'db' | 'files'>,
  { ownerId, at }: { ownerId: string; at: Date },
) {
  const removed = await addStoredFile(program, 'id_documents', { ownerId });
  await program.db.updateTable('storedFile').set({ deletedAt: at }).where('id', '=', removed.id).execute();
  return {
    rendition: await addStoredFile(program, 'trainingVideo', { type: 'video/mp4' }),
    playlist: await addStoredFile(program, 'trainingVideo', { type: 'application/vnd.apple.mpegurl' }),
    poster: await addStoredFile(program, 'trainingVideo', { type: 'image/jpeg' }),
    version: await addStoredFile(program, 'packages', { type: 'application/octet-stream' }),
    packed: await addStoredFile(program, 'inspection_packs', { type: 'application/zip' }),
    shown: await addStoredFile(program, 'question_pictures'),
    unused: await addStoredFile(program, 'question_pictures'),
  };
}
export type StoredFiles = Awaited<ReturnType<typeof addStoredFiles>>;
