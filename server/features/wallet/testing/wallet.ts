import type { DocumentInput } from '@fairlead/contract/wallet/calls';
import { transaction } from '../../../platform/db/database.ts';
import { insertStoredFile } from '../../../platform/files/stored-files.ts';
import { noContent, type Person, type Program } from '../../../testing/factories.ts';
import { formOf, picture } from '../../../testing/forms.ts';

/** What somebody enters of a medical certificate. */
const medical = {
  kind: 'MED',
  number: 'M-4711',
  issuer: 'Dr. Rao, Kochi',
  country: '',
  issuedOn: '2026-01-10',
  expiresOn: '2028-01-09',
} satisfies Partial<DocumentInput>;

/** The form of a document with a scan, as a phone sends it. */
export const documentForm = async (fields: Record<string, string> = {}, file?: Uint8Array | null) =>
  formOf(
    { ...medical, ...fields },
    file === null ? {} : { file: { bytes: file ?? (await picture()), name: 'scan.jpg' } },
  );

type Stored = {
  kind: string;
  expiresOn: string | null;
  codes: string[];
  number: string;
  title: string;
  country: string;
  status: 'waiting' | 'checked';
};

/** A document in somebody's wallet, without a picture; by default a checked medical certificate. */
export async function addDocument(
  { db, clock }: Pick<Program, 'db' | 'clock'>,
  { accountId }: Pick<Person, 'accountId'>,
  details: Partial<Stored> = {},
): Promise<string> {
  const kind = details.kind ?? 'MED';
  const { codes = [kind], expiresOn = '2028-01-09', number = `${kind} 1`, status = 'checked' } = details;
  const { title = '', country = '' } = details;
  return transaction(db, async (tx) => {
    const { id: fileId } = await insertStoredFile(tx, noContent('id_documents', 'image/png'), { ownerId: accountId });
    const { id } = await tx
      .insertInto('walletDocument')
      .values({
        accountId,
        kind,
        codes,
        number,
        title,
        country,
        expiresOn,
        fileId,
        status,
        issuer: 'Dr. Rao',
        issuedOn: '2026-01-10',
        createdAt: clock(),
        updatedAt: clock(),
        decidedAt: status === 'checked' ? clock() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
