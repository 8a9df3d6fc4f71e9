import { type DocumentKind, documentNames, documentReasonSentence } from '@fairlead/contract/seafarers/document-words';
import type { NewDocumentRequest } from '@fairlead/contract/seafarers/documents';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { documentRequestEmail } from './email-templates.ts';
import { getProfile, isOpenRequest, lockPerson } from './queries.ts';
import { requireUnchanged } from './rules.ts';

type Asking = {
  accountId: string;
  asked: NewDocumentRequest;
  /** When the profile that staff saw was last changed; undefined if they do not say. */
  seenAt?: Date | undefined;
  actorId: string;
  ip: string;
};

/**
 * Asks a person for a document. They get an email and see it on their pages; their pending requests for courses wait
 * until they have uploaded it.
 *
 * @throws AppError `not-found` for an account without a profile, `exists` while the same document is asked for, `stale`
 *   when the profile has changed since: the document that they miss may be there.
 */
export async function askForDocument(
  { db, config, clock }: Platform,
  { accountId, asked, seenAt, actorId, ip }: Asking,
): Promise<void> {
  const { document, reason, note = null } = asked;
  await transaction(db, async (tx) => {
    await getProfile(tx, accountId);
    await lockPerson(tx, accountId);
    const profile = await getProfile(tx, accountId);
    if (seenAt) requireUnchanged(profile.updatedAt, seenAt);
    const created = await tx
      .insertInto('documentRequest')
      .values({ accountId, document, reason, note, askedBy: actorId, askedAt: clock() })
      .onConflict((conflict) => conflict.columns(['accountId', 'document']).where(isOpenRequest).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) throw new AppError('exists', 'This document has already been asked for.');
    const details = { document: documentNames[document], note: documentReasonSentence({ reason, note }) };
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'profile.ask-document', subject, details, ip });
    await sendEmail(tx, config, documentRequestEmail, {
      to: profile.email,
      values: { name: profile.name, document: documentNames[document], reason: details.note },
      url: `${config.publicUrl}/profile`,
    });
  });
}

type Withdrawal = { requestId: string; actorId: string; ip: string };

/**
 * Withdraws a document request.
 *
 * @throws AppError `not-found`, `done` when it is not open any more.
 */
export async function withdrawDocumentRequest(
  { db, clock }: Platform,
  { requestId, actorId, ip }: Withdrawal,
): Promise<void> {
  await transaction(db, async (tx) => {
    const withdrawn = await tx
      .updateTable('documentRequest')
      .set({ settledAt: clock() })
      .where('id', '=', requestId)
      .where(isOpenRequest)
      .returning(['accountId', 'document'])
      .executeTakeFirst();
    if (!withdrawn) {
      const found = await tx.selectFrom('documentRequest').select('id').where('id', '=', requestId).executeTakeFirst();
      if (!found) throw notFound('There is no such document request.');
      throw new AppError('done', 'This document request is no longer open.');
    }
    const subject = { kind: 'account', id: withdrawn.accountId };
    const details = { document: documentNames[withdrawn.document] };
    await appendAudit(tx, { actorId, action: 'profile.withdraw-document-request', subject, details, ip });
  });
}

/** Records, in the transaction of an upload, that documents which were asked for are there. */
export async function answerDocumentRequests(
  tx: Tx,
  { accountId, uploaded, now }: { accountId: string; uploaded: readonly DocumentKind[]; now: Date },
): Promise<void> {
  if (uploaded.length === 0) return;
  await tx
    .updateTable('documentRequest')
    .set({ answeredAt: now })
    .where('accountId', '=', accountId)
    .where('document', 'in', uploaded)
    .where(isOpenRequest)
    .execute();
}

/**
 * Requires that no document of a person is waited for, and locks the person, so that none is asked for until the
 * transaction ends.
 *
 * @throws AppError `stale`.
 */
export async function requireNoOpenRequest(tx: Tx, accountId: string): Promise<void> {
  await lockPerson(tx, accountId);
  const open = tx.selectFrom('documentRequest').select('id').where('accountId', '=', accountId).where(isOpenRequest);
  if (!(await open.limit(1).executeTakeFirst())) return;
  throw new AppError(
    'stale',
    'This person has been asked for a document. The request comes back to the list when the document is uploaded.',
  );
}

/** Records, in the transaction of a check, that staff have seen the documents as they are. */
export async function settleDocumentRequests(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('documentRequest')
    .set({ settledAt: now })
    .where('accountId', '=', accountId)
    .where('settledAt', 'is', null)
    .execute();
}
