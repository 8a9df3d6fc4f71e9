import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { selfSignedCertificate } from '../../../platform/keys/academy-certificate.ts';
import { type PdfIdentity, readPkcs12 } from '../../../platform/keys/pkcs12.ts';
import type { PdfSigning } from '../drawing/sign-pdf.ts';

/**
 * The key with which a test signs a PDF: a new one, as the program generates it, or one of the files in
 * platform/keys/fixtures.
 */
export async function pdfSigning(file?: string): Promise<PdfSigning> {
  const identity = file === undefined ? await madeUp() : await fromFixture(file);
  return { identity, signer: 'Fairlead Maritime Academy', place: 'Mumbai', at: new Date('2026-11-20T06:30:00Z') };
}

async function madeUp(): Promise<PdfIdentity> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await selfSignedCertificate(privateKey, 'Fairlead Maritime Academy', new Date('2026-11-20'));
  return { privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), certificates: [certificate] };
}

const fromFixture = async (file: string): Promise<PdfIdentity> =>
  readPkcs12(await readFile(new URL(`../../../platform/keys/fixtures/${file}`, import.meta.url)), 'sésame');
