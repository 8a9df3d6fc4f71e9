import { transaction } from '../../../platform/db/database.ts';
import { insertStoredFile } from '../../../platform/files/stored-files.ts';
import type { Person, Program } from '../../../testing/factories.ts';

/** A document that somebody holds: its code, and its last day; null where it does not end. */
type Holding = { code: string; lastDay: string | null; firstDay?: string; isChecked?: boolean };

/** Puts documents into somebody's wallet, checked by staff unless it says otherwise. */
export async function addHoldings(
  { db, clock }: Pick<Program, 'db' | 'clock'>,
  { accountId }: Pick<Person, 'accountId'>,
  holdings: readonly Holding[],
): Promise<void> {
  await transaction(db, async (tx) => {
    const name = { filename: `${crypto.randomUUID()}.png`, contentType: 'image/png' as const };
    const scan = { folder: 'id_documents' as const, ...name, sizeBytes: 1, sha256: '', originalName: 'made-by-a-test' };
    const file = await insertStoredFile(tx, scan, { ownerId: accountId });
    for (const { code, lastDay, firstDay = '2020-01-01', isChecked = true } of holdings) {
      const times = { createdAt: clock(), updatedAt: clock() };
      const standing = isChecked ? { status: 'checked' as const, decidedAt: clock() } : {};
      const document = { kind: code, codes: [code], number: 'A 1234', issuer: 'The administration', fileId: file.id };
      await tx
        .insertInto('walletDocument')
        .values({ accountId, ...document, issuedOn: firstDay, expiresOn: lastDay, ...times, ...standing })
        .execute();
    }
  });
}
