import { type DocumentKind, documentKinds } from '@fairlead/contract/document-words';
import { z } from 'zod/mini';
import { transaction } from '../../platform/db/database.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { measurePicture } from '../../platform/files/picture-quality.ts';
import type { Platform } from '../../platform/platform.ts';

/** Run by jobs.ts for each document that is uploaded. Payload: `{ accountId, document }`. */
export const readDocumentJob = 'read-document';

export const DocumentToRead = z.object({ accountId: z.uuid(), document: z.enum(documentKinds) });

/**
 * Reads the present picture of a document: its size and sharpness. A PDF has neither. It is done again with the same
 * outcome, and does nothing for a document that is not there any more.
 */
export async function readDocument(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  { accountId, document }: z.infer<typeof DocumentToRead>,
): Promise<void> {
  const file = await findFile(db, accountId, document);
  if (!file?.contentType.startsWith('image/') || file.malware !== null) return;
  const measured = await measurePicture(await files.read(file.folder as Folder, file.filename));
  if (!measured) return;
  const reading = { fileId: file.id, readAt: clock(), ...measured };
  await transaction(db, async (tx) => {
    // another file may have taken its place, or the person may have been erased
    const current = tx.selectFrom('seafarerProfile').select('accountId').where('accountId', '=', accountId);
    const isCurrent = await current.where(`${document}Id`, '=', file.id).forShare().executeTakeFirst();
    if (!isCurrent) return;
    await tx
      .insertInto('documentReading')
      .values({ accountId, document, ...reading })
      .onConflict((conflict) => conflict.columns(['accountId', 'document']).doUpdateSet(reading))
      .execute();
  });
}

const findFile = (db: Platform['db'], accountId: string, document: DocumentKind) =>
  db
    .selectFrom('seafarerProfile as profile')
    .innerJoin('storedFile as file', 'file.id', `profile.${document}Id`)
    .select(['file.id', 'file.folder', 'file.filename', 'file.contentType', 'file.malware'])
    .where('profile.accountId', '=', accountId)
    .where('file.deletedAt', 'is', null)
    .executeTakeFirst();
