import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import type { AcademyKeys } from '@fairlead/contract/certificates/calls';
import { type SignedFacts, writeCredential } from '@fairlead/contract/proofs/credential';
import { type PdfSigning, signPdf } from '../drawing/sign-pdf.ts';
import { certificateFacts } from './certificate-facts.ts';
import { pdfSigning } from './pdf-signing.ts';
import { sharedPresses } from './shared-presses.ts';

export const asOf = '2026-11-20T06:30:00.000Z';
const pair = generateKeyPairSync('ed25519');
/** What the code on the sheet states. */
export const facts: SignedFacts = {
  number: 'FMA-2026-7K3PW9QX2MTHA',
  name: 'Rajesh Kumar D’Souza',
  courseTitle: 'Survival Craft and Rescue Boats',
  issuedOn: '2026-11-20',
  expiresOn: '2031-11-19',
  cdcNumber: 'MUM 284391',
  indosNumber: '21GL4839',
  gradeNumber: 'G-1182',
  signedAt: Date.parse(asOf) / 1000,
};

/** A certificate's sheet with its code, the same signed, and with what it was signed. */
export async function certifiedPdf() {
  const { press } = sharedPresses;
  const code = writeCredential(facts, 'AAECAwQFBgc', (message) => sign(null, message, pair.privateKey));
  const signing = await pdfSigning();
  const { pdf: sheet } = await press.draw(certificateFacts({ verifyUrl: `https://academy.example/C#${code}` }));
  const { pdf: withoutCode } = await press.draw(certificateFacts(), signing);
  return { sheet, signing, signed: await signPdf(sheet, signing), withoutCode };
}

/** The certificate of a signing key as the academy publishes it. */
export const published = (
  { identity }: PdfSigning,
  changes: Partial<Record<'validFrom' | 'validUntil', string>> = {},
) => {
  const own = new X509Certificate(identity.certificates[0] ?? '');
  return {
    subject: own.subject,
    fingerprint: own.fingerprint256,
    certificate: own.raw.toString('base64'),
    issuers: [],
    validFrom: '2026-11-01T00:00:00.000Z',
    validUntil: null,
    ...changes,
  };
};

/** The academy's keys, with these certificates for PDFs. */
export const keysWith = (...pdfSigners: ReturnType<typeof published>[]): AcademyKeys => {
  const key = String(pair.publicKey.export({ format: 'jwk' }).x);
  const validFrom = '2026-11-01T00:00:00.000Z';
  return { asOf, keys: [{ id: 'AAECAwQFBgc', key, validFrom, validUntil: null }], pdfSigners };
};

/** Where a check finds what it needs: the register has the certificate. */
export const sourcesOf = (signing: PdfSigning) => ({
  keys: async () => keysWith(published(signing)),
  withdrawals: async () => undefined,
  logKeys: async () => undefined,
  today: '2026-11-20',
  now: new Date('2026-11-20T12:00:00Z'),
});
