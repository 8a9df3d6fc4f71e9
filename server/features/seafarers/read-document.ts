import { type DocumentKind, documentKinds } from '@fairlead/contract/seafarers/document-words';
import { z } from 'zod/mini';
import { dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { measurePicture } from '../../platform/files/pictures.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readZone } from '../../platform/readable-zone/read-zone.ts';
import type { Zone } from '../../platform/readable-zone/zone.ts';

/** Run by jobs.ts. Payload: `DocumentToRead`. */
export const readDocumentJob = 'read-document';

export const DocumentToRead = z.object({ accountId: z.uuid(), document: z.enum(documentKinds) });
type DocumentToRead = z.infer<typeof DocumentToRead>;

/** Has a document read in the background: one that was uploaded, or whose type has changed. */
export const enqueueReading = (tx: Tx, accountId: string, document: DocumentKind): Promise<void> =>
  enqueue(tx, readDocumentJob, { accountId, document } satisfies DocumentToRead);

/**
 * Reads the present picture of a document: its size and sharpness, and the readable zone of a passport. A PDF is not
 * read. What was read in the file before is removed. It is done again with the same outcome, and does nothing for a
 * document that is not there any more.
 *
 * @throws AppError `unavailable` when the machine was too busy.
 */
export async function readDocument(
  platform: Pick<Platform, 'db' | 'files' | 'clock' | 'config'>,
  { accountId, document }: DocumentToRead,
): Promise<void> {
  const file = await findFile(platform.db, accountId, document);
  if (!file) return;
  const isReadable = file.contentType.startsWith('image/') && file.malware === null;
  const reading = isReadable ? await readPicture(platform, file, document) : undefined;
  await transaction(platform.db, async (tx) => {
    // another file may have taken its place, or the person may have been erased
    const current = tx.selectFrom('seafarerProfile').select('accountId').where('accountId', '=', accountId);
    const isCurrent = await current.where(`${document}Id`, '=', file.id).forShare().executeTakeFirst();
    if (!isCurrent) return;
    if (!reading) {
      const before = tx.deleteFrom('documentReading').where('accountId', '=', accountId);
      await before.where('document', '=', document).execute();
      return;
    }
    await tx
      .insertInto('documentReading')
      .values({ accountId, document, ...reading })
      .onConflict((conflict) => conflict.columns(['accountId', 'document']).doUpdateSet(reading))
      .execute();
  });
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** What is stored of a picture; undefined for one that cannot be decoded. */
async function readPicture(
  { files, clock, config }: Pick<Platform, 'files' | 'clock' | 'config'>,
  { id, folder, filename, idType }: FoundFile,
  document: DocumentKind,
) {
  const bytes = await files.read(folder as Folder, filename);
  const measured = await measurePicture(bytes);
  if (!measured) return undefined;
  const isPassport = document === 'passportDocument' || (document === 'idDocument' && idType === 'Passport');
  const zone = isPassport ? await readZone(bytes, dayAt(clock(), config.timeZone)) : undefined;
  return { fileId: id, readAt: clock(), ...measured, ...zoneColumns(zone) };
}

const zoneColumns = (zone: Zone | undefined) => ({
  zoneSurname: zone?.name?.surname ?? null,
  zoneGivenNames: zone?.name?.givenNames ?? null,
  zoneNameIsCut: zone?.name?.isCut ?? null,
  zoneNumber: zone?.number ?? null,
  zoneBirthDate: zone?.birthDate ?? null,
  zoneExpiresOn: zone?.expiresOn ?? null,
});

const findFile = (db: Platform['db'], accountId: string, document: DocumentKind) =>
  db
    .selectFrom('seafarerProfile as profile')
    .innerJoin('storedFile as file', 'file.id', `profile.${document}Id`)
    .select(['file.id', 'file.folder', 'file.filename', 'file.contentType', 'file.malware', 'profile.idType'])
    .where('profile.accountId', '=', accountId)
    .where('file.deletedAt', 'is', null)
    .executeTakeFirst();
