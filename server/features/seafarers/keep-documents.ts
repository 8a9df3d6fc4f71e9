import { type DocumentKind, documentKinds } from '@fairlead/contract/seafarers/document-words';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { prepareImageOrPdf } from '../../platform/files/documents.ts';
import { type Files, type Incoming, type KeptFile, keepFor, type Prepared } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { documentScan, portrait, preparePicture } from '../../platform/files/pictures.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import { enqueueReading } from './read-document.ts';
import { partOf } from './wire.ts';

type Of<T> = { [K in DocumentKind]?: T | undefined };

const documents: Record<DocumentKind, { folder: Folder; label: string }> = {
  profilePicture: { folder: 'profile_pictures', label: 'Profile picture' },
  idDocument: { folder: 'id_documents', label: 'ID document' },
  signature: { folder: 'signatures', label: 'Signature' },
  passportDocument: { folder: 'id_documents', label: 'Passport' },
  cdcDocument: { folder: 'id_documents', label: 'CDC' },
  indosDocument: { folder: 'id_documents', label: 'INDoS certificate' },
};

/** The documents that every profile has. */
const required: readonly DocumentKind[] = ['profilePicture', 'idDocument', 'signature'];

/** @throws AppError `invalid`, naming each document that was not sent. */
export function requireEveryDocument(received: Of<Incoming>): void {
  const missing = required.filter((kind) => !received[kind]);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map((kind) => [partOf(kind), `${documents[kind].label} is required`]));
  throw new AppError('invalid', Object.values(fields)[0] ?? '', { fields });
}

/** The create form accepts a signature as a picture, the update form also as PDF. */
export type SignatureRule = 'image' | 'image-or-pdf';

function prepare(kind: DocumentKind, incoming: Incoming, signature: SignatureRule): Promise<Prepared> {
  if (kind === 'profilePicture') return preparePicture(incoming, portrait);
  if (kind === 'signature' && signature === 'image') return preparePicture(incoming, documentScan);
  return prepareImageOrPdf(incoming, documentScan);
}

/**
 * Validates and stores the received documents and runs `work`, which writes their rows; if it or a check of any
 * document fails, none is kept.
 *
 * @throws AppError `bad-file` for a file that is not a picture or PDF, or a PDF with active content.
 */
export async function keepDocuments<T>(
  files: Files,
  received: Of<Incoming>,
  signature: SignatureRule,
  work: (kept: Of<KeptFile>) => Promise<T>,
): Promise<T> {
  const wanted: { kind: DocumentKind; file: Prepared; folder: Folder }[] = [];
  for (const kind of documentKinds) {
    const incoming = received[kind];
    if (!incoming) continue;
    wanted.push({ kind, file: await prepare(kind, incoming, signature), folder: documents[kind].folder });
  }
  return keepFor(files, wanted, (kept) =>
    work(Object.fromEntries(wanted.map(({ kind }, index) => [kind, kept[index]]))),
  );
}

type Ids = { [K in DocumentKind as `${K}Id`]: string };

/**
 * Inserts the rows of stored documents, which their owner may always read, has them read in the background, and returns
 * the profile's columns for them.
 */
export async function insertDocuments(tx: Tx, kept: Of<KeptFile>, ownerId: string): Promise<Partial<Ids>> {
  const ids: Partial<Ids> = {};
  for (const kind of documentKinds) {
    const file = kept[kind];
    if (!file) continue;
    ids[`${kind}Id`] = (await insertStoredFile(tx, file, { ownerId })).id;
    await enqueueReading(tx, ownerId, kind);
  }
  return ids;
}
