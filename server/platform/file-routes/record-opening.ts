import { appendAudit } from '../audit/append.ts';
import { type Db, transaction } from '../db/database.ts';
import { type Folder, isDocument } from '../files/folders.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { currentOrigin } from '../request/request-origin.ts';

/** In seconds. A page that shows a document requests it repeatedly; requests within this time count as one opening. */
const oneOpening = 3600;

/**
 * Records that somebody opens another person's document, before it is sent. If the record cannot be written, the
 * document is not sent.
 *
 * @param readerId the signed-in account, or the one for which the link was made.
 */
export async function recordOpening(
  { db, clock }: { db: Db; clock: () => Date },
  { id, ownerId, folder }: StoredFile,
  readerId: string | undefined,
): Promise<void> {
  if (readerId === undefined || readerId === ownerId || !isDocument(folder as Folder)) return;
  const since = new Date(clock().getTime() - oneOpening * 1000);
  const before = await db
    .selectFrom('auditEvent')
    .select('id')
    .where('subjectKind', '=', 'file')
    .where('subjectId', '=', id)
    .where('actorId', '=', readerId)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  if (before) return;
  const ip = currentOrigin()?.ip;
  const action = { action: 'document.open', subject: { kind: 'file', id }, details: { folder } };
  await transaction(db, (tx) => appendAudit(tx, { actorId: readerId, ...action, ...(ip && { ip }) }));
}
