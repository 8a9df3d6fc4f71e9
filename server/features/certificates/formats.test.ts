import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { checkBadge } from '@fairlead/contract/certificates/open-badges/check-badge';
import { credentialsContext } from '@fairlead/contract/certificates/open-badges/contexts';
import { signDocument } from '@fairlead/contract/certificates/open-badges/data-integrity';
import { encodeList, isSet, StatusList } from '@fairlead/contract/certificates/open-badges/status-list';
import { writeCredential } from '@fairlead/contract/proofs/credential';
import { expect, test } from 'vitest';
import { checkCode } from '../../../web/app/features/certificates/check-code.ts';
import { checkPdf } from '../../../web/app/features/certificates/pdf/check-pdf.ts';
import type { RegisteredCertificate } from '../../../web/app/features/certificates/wire.ts';
import { badgeCredential } from './badges/badge-credential.ts';
import { didDocument } from './badges/did-document.ts';
import { logProofFile } from './drawing/pdf-attachment.ts';
import { signPdf } from './drawing/sign-pdf.ts';
import { certificateFacts } from './testing/certificate-facts.ts';
import { pdfSigning } from './testing/pdf-signing.ts';
import { digestOfCode, toAcademyKeys, toWithdrawals } from './wire.ts';

// The test vectors of docs/formats.md. WRITE_VECTORS=1 writes those that the program makes the same again each time,
// and new badges.

const folder = join(import.meta.dirname, '../../../transparency/test-vectors');
const publicUrl = 'https://academy.example';
const at = new Date('2026-11-20T06:30:00Z');
/** The key whose private half is 32 bytes of 01, as the log's in the vector of a proof. */
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)]);
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const publicKey = createPublicKey(privateKey);
const validFrom = new Date('2026-11-01T00:00:00Z');
const key = { id: '_RENMB0vB30', privateKey, publicKey, validFrom };
const published = { id: key.id, key: String(publicKey.export({ format: 'jwk' }).x), validFrom, validUntil: null };
const facts = {
  number: 'FMA-2026-7K3PW9QX2MTHA',
  name: 'Asha Nair',
  courseTitle: 'Fire Fighting',
  issuedOn: '2026-11-20',
  expiresOn: null,
  cdcNumber: 'MUM 123456',
  indosNumber: '12GL3456',
  gradeNumber: 'G-42',
  signedAt: at.getTime() / 1000,
};
const signedBy = (message: Uint8Array) => sign(null, message, privateKey);
const code = writeCredential(facts, key.id, signedBy);
const url = `${publicUrl}/C#${code}`;
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** An RSA key, whose signatures are the same each time. */
const rsa = await pdfSigning('rsa.p12');
const [own, ...issuers] = rsa.identity.certificates.map((pem) => new X509Certificate(pem)) as [
  X509Certificate,
  ...X509Certificate[],
];
/** An hour after the certificate began. */
const signing = { ...rsa, at: new Date(own.validFromDate.getTime() + 3_600_000) };
const keys = toAcademyKeys([published], [{ certificates: [own, ...issuers], validFrom, validUntil: null }], at);
const withdrawals = toWithdrawals(
  [
    { number: 'FMA-2026-1', codeDigest: digestOfCode(Buffer.alloc(64, 7)), kind: 'revoked', at, entry: 3 },
    { number: 'FMA-2026-2', codeDigest: null, kind: 'superseded', at, entry: null },
  ],
  { today: '2026-11-20', timeZone: 'Asia/Kolkata' },
  { key, now: at },
);

async function pdfWithCode(): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([300, 200]);
  const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [40, 40, 90, 90] });
  link.set(PDFName.of('A'), document.context.obj({ S: 'URI', URI: PDFString.of(url) }));
  page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]));
  const proof = await readFile(join(folder, 'certificate.tlog-proof'), 'utf8');
  const sheet = Buffer.from(await document.save({ useObjectStreams: false }));
  return signPdf(sheet, { ...signing, attachments: [logProofFile(proof)] });
}

async function expectVector(name: string, made: string | Uint8Array): Promise<void> {
  const path = join(folder, name);
  if (process.env.WRITE_VECTORS) await writeFile(path, made);
  expect((await readFile(path)).equals(Buffer.from(made as string)), name).toBe(true);
}
const vector = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const entry = { ...facts, status: 'issued' } as unknown as RegisteredCertificate;
const sources = {
  keys: async () => keys,
  withdrawals: async () => withdrawals,
  register: async () => entry,
  logKeys: async () => undefined,
  today: '2026-11-20',
  now: new Date('2026-11-20T12:00:00Z'),
};

test('keys, code and list of withdrawals are those that the program makes', async () => {
  await expectVector('academy-keys.json', json({ data: keys }));
  await expectVector('code.txt', `${url}\n`);
  await expectVector('withdrawals.json', json({ data: withdrawals }));
  const offline = { ...sources, register: async () => undefined };
  expect(await checkCode(code, offline)).toMatchObject({ verdict: 'signed', facts, signedState: { state: 'valid' } });
});

test('the PDF is the one that the program makes, and has the code', async () => {
  const pdf = await pdfWithCode();
  await expectVector('certificate.pdf', pdf);
  const checked = await checkPdf(new Blob([Uint8Array.from(pdf)]), sources);
  expect(checked).toMatchObject({ verdict: 'signed', code: { verdict: 'registered' } });
});

const list = `${publicUrl}/api/badges/status/0`;
async function writeBadges(): Promise<void> {
  const options = {
    created: '2026-11-20T06:30:00Z',
    verificationMethod: `did:web:academy.example#${key.id}`,
    sign: signedBy,
  };
  const row = { ...certificateFacts(), ...facts, courseId: '3', email: 'asha@example.com', status: 'issued' } as never;
  const academy = { name: 'Fairlead Maritime Academy', email: '' };
  const unsigned = badgeCredential(row, 3, { config: { publicUrl, timeZone: 'Asia/Kolkata' }, academy });
  await writeFile(join(folder, 'badge.json'), json(await signDocument(unsigned, options)));
  const status = {
    '@context': [credentialsContext],
    id: list,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: 'did:web:academy.example',
    validFrom: '2026-11-20T06:30:00Z',
    validUntil: '2026-11-27T06:30:00Z',
    credentialSubject: {
      id: `${list}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      ttl: 300_000,
      encodedList: await encodeList([5, 131_071]),
    },
  };
  await writeFile(join(folder, 'status-list.json'), json(await signDocument(status, options)));
}

test('badge, status list and DID document are read as the program reads its own', async () => {
  if (process.env.WRITE_VECTORS) await writeBadges();
  await expectVector('did.json', json(didDocument(publicUrl, [published])));
  const statusList = JSON.parse(await vector('status-list.json')) as StatusList;
  const badge = await vector('badge.json');
  const check = (text: string) =>
    checkBadge(text, {
      academy: 'did:web:academy.example',
      keys: async () => keys,
      statusList: async (asked) => (asked === list ? statusList : undefined),
      now: sources.now,
    });
  expect(await check(badge)).toMatchObject({ verdict: 'signed', state: 'valid' });
  expect(await check(badge.replace('Asha Nair', 'Asha Naik'))).toEqual({ verdict: 'altered' });
  const placed = (statusListIndex: string) => ({
    type: 'BitstringStatusListEntry' as const,
    statusPurpose: 'revocation',
    statusListIndex,
    statusListCredential: list,
  });
  const set = await Promise.all(
    ['3', '5', '6', '131071'].map((place) => isSet(StatusList.parse(statusList), placed(place))),
  );
  expect(set).toEqual([false, true, false, true]);
  const { salt, identityHash } = JSON.parse(badge).credentialSubject.identifier[1] as Record<string, string>;
  expect(identityHash).toBe(`sha256$${createHash('sha256').update(`asha@example.com${salt}`).digest('hex')}`);
});
