import { type DocumentInput, mostDocuments } from '@fairlead/contract/wallet/calls';
import { documentFaults, scanMissing } from '@fairlead/contract/wallet/wallet-rules';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/database-error.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { prepareImageOrPdf } from '../../platform/files/documents.ts';
import { type Incoming, type KeptFile, keepFor } from '../../platform/files/files.ts';
import { documentScan } from '../../platform/files/pictures.ts';
import { insertStoredFile, markDeleted } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPerson } from '../seafarers/index.ts';
import { getKind } from './kinds/queries.ts';
import { codesOf, isOffered } from './kinds/rules.ts';

type By = { accountId: string; ip: string };

/**
 * The columns of a document as it was entered, by the rule of its kind. `isNew`: a retired kind takes no new document.
 */
async function columnsOf(
  db: Queryable,
  input: DocumentInput,
  { today, isNew }: { today: CalendarDate; isNew: boolean },
) {
  const kind = await getKind(db, input.kind);
  const faults = documentFaults(kind, input, today);
  if (isNew && !isOffered(kind)) faults.kind = 'Choose a kind of document';
  const [message] = Object.values(faults);
  if (message !== undefined) throw new AppError('invalid', message, { fields: faults });
  const country = kind.country === 'none' ? '' : input.country;
  return {
    kind: kind.code,
    number: input.number,
    issuer: input.issuer,
    country,
    issuedOn: input.issuedOn,
    title: kind.group === 'other' ? input.title : '',
    expiresOn: kind.validity === 'unlimited' || input.expiresOn === '' ? null : input.expiresOn,
    codes: codesOf(kind, country),
  };
}

/** Runs `work` with the stored scan; without a scan, at once. */
async function withScan(
  { files }: Pick<Platform, 'files'>,
  file: Incoming | undefined,
  work: (kept: KeptFile | undefined) => Promise<void>,
): Promise<void> {
  if (!file) return work(undefined);
  const prepared = await prepareImageOrPdf(file, documentScan);
  return keepFor(files, [{ file: prepared, folder: 'id_documents' }], ([kept]) => work(kept));
}

const isThere = () =>
  new AppError('exists', 'You already have this document.', {
    fields: { number: 'You already have this document.' },
  });

/** Whether a database refuses a document because its owner has the same already. */
async function unlessThere<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'wallet_document_once')) throw isThere();
    throw error;
  }
}

type Adding = By & { input: DocumentInput; file: Incoming | undefined };

/**
 * Adds a document with its scan to a person's wallet; staff check it.
 *
 * @throws AppError `invalid` for what its kind does not allow and without a scan, `bad-file`, `exists` for the same
 * document again, `limit` after `mostDocuments`.
 */
export async function addDocument(platform: Platform, { accountId, input, file, ip }: Adding): Promise<void> {
  const { db, clock, config } = platform;
  const now = clock();
  const columns = await columnsOf(db, input, { today: dayAt(now, config.timeZone), isNew: true });
  if (!file) throw new AppError('invalid', scanMissing, { fields: { file: scanMissing } });
  await withScan(platform, file, (kept) =>
    transaction(db, async (tx) => {
      await lockPerson(tx, accountId);
      const own = tx.selectFrom('walletDocument').select((e) => e.fn.countAll<number>().as('count'));
      const { count } = await own.where('accountId', '=', accountId).executeTakeFirstOrThrow();
      if (count >= mostDocuments) {
        throw new AppError('limit', `You have ${mostDocuments} documents. Remove one that you do not need any more.`);
      }
      if (!kept) throw new Error('The scan was not kept');
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: accountId });
      const added = await tx
        .insertInto('walletDocument')
        .values({ accountId, ...columns, fileId, createdAt: now, updatedAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw isThere();
      await audit(tx, { accountId, action: 'wallet.add', note: columns.codes[0] ?? '', ip });
    }),
  );
}

type Editing = Adding & { id: string; version: number };

/**
 * Changes a document, which waits for a check again. Without a file its scan stays; a replaced one is deleted.
 *
 * @throws AppError `not-found` for a document that is not the person's, `stale` if it was changed since, and as
 * `addDocument` does.
 */
export async function editDocument(
  platform: Platform,
  { id, version, accountId, input, file, ip }: Editing,
): Promise<void> {
  const { db, clock, config } = platform;
  const now = clock();
  const own = (from: Queryable) =>
    from
      .selectFrom('walletDocument')
      .select(['fileId', 'version', 'kind'])
      .where('id', '=', id)
      .where('accountId', '=', accountId);
  const found = await own(db).executeTakeFirst();
  if (!found) throw noSuchDocument();
  const isNew = found.kind !== input.kind;
  const columns = await columnsOf(db, input, { today: dayAt(now, config.timeZone), isNew });
  await withScan(platform, file, (kept) =>
    transaction(db, async (tx) => {
      await lockPerson(tx, accountId);
      const before = await own(tx).executeTakeFirst();
      if (!before) throw noSuchDocument();
      if (before.version !== version)
        throw new AppError('stale', 'You have changed this document after you opened it.');
      const stored = kept ? await insertStoredFile(tx, kept, { ownerId: accountId }) : undefined;
      const { numUpdatedRows } = await unlessThere(
        tx
          .updateTable('walletDocument')
          .set({ ...columns, ...(stored && { fileId: stored.id }), version: version + 1, updatedAt: now })
          .set({ status: 'waiting', decidedAt: null, decidedBy: null, refusalReason: null, refusalNote: null })
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (numUpdatedRows === 0n) throw noSuchDocument();
      if (stored) await markDeleted(tx, before.fileId, now);
      await audit(tx, { accountId, action: 'wallet.edit', note: columns.codes[0] ?? '', ip });
    }),
  );
}

/**
 * Removes a document and its scan.
 *
 * @throws AppError `not-found` for a document that is not the person's.
 */
export async function removeDocument(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, accountId, ip }: By & { id: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPerson(tx, accountId);
    const removed = await tx
      .deleteFrom('walletDocument')
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .returning(['fileId', 'kind'])
      .executeTakeFirst();
    if (!removed) throw noSuchDocument();
    await markDeleted(tx, removed.fileId, clock());
    await audit(tx, { accountId, action: 'wallet.remove', note: removed.kind, ip });
  });
}

export const noSuchDocument = () => notFound('There is no such document.');

/** Only the code is recorded, and no number: more people can read the audit log than the documents. */
const audit = (tx: Tx, { accountId, action, note, ip }: By & { action: string; note: string }) =>
  appendAudit(tx, { actorId: accountId, action, subject: { kind: 'account', id: accountId }, details: { note }, ip });
