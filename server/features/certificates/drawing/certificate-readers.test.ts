import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { certificateFacts } from '../../../testing/certificate-facts.ts';
import { describeWithPdfReaders, readWith } from '../../../testing/pdf-readers.ts';
import { signatureIn } from '../../../testing/pdf-signature.ts';
import { pdfSigning } from '../../../testing/pdf-signing.ts';
import { signedFactsUrl } from '../sign-facts.ts';
import { createCertificatePress } from './draw-certificate.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-readers-'));
const press = createCertificatePress();
afterAll(async () => {
  await press.close();
  await rm(folder, { recursive: true });
});
const inFolder = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

const key = { ...generateKeyPairSync('ed25519'), id: 'AAECAwQFBgc', validFrom: new Date('2026-11-01T00:00:00Z') };
const facts = certificateFacts();
const now = new Date('2026-11-20T06:30:00Z');
const verifyUrl = signedFactsUrl({ publicUrl: 'https://academy.example' }, facts, key, now);
const signing = await pdfSigning();
const sheet = await press.draw({ ...facts, verifyUrl }, signing);
const sheetFile = await inFolder('sheet.pdf', sheet.pdf);

/** The text of the QR code that a phone would read from a picture. */
async function readCode(seen: Sharp): Promise<string | undefined> {
  const { data, info } = await seen.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describeWithPdfReaders('the code on the printed sheet', () => {
  const millimetres = 25.4;
  /** The sheet as printed at a given resolution in dots per inch. */
  function printed(dpi: number): Sharp {
    const target = join(folder, `sheet-${dpi}`);
    const { status, said } = readWith('pdftoppm', '-r', `${dpi}`, '-png', '-singlefile', sheetFile, target);
    expect([status, said]).toEqual([0, '']);
    return sharp(`${target}.png`);
  }
  /** The position of the QR code on the sheet, in inches from the top left, with a margin of a centimetre. */
  async function placeOfCode() {
    const page = (await PDFDocument.load(sheet.pdf, { updateMetadata: false })).getPage(0);
    const link = page.node.lookup(PDFName.of('Annots'), PDFArray).lookup(0, PDFDict);
    const { x, y, width, height } = link.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
    const around = 10 / millimetres;
    const top = (page.getHeight() - y - height) / 72 - around;
    return { left: x / 72 - around, top, width: width / 72 + 2 * around, height: height / 72 + 2 * around };
  }
  /** A print as seen by a phone held close to its QR code: the phone has a higher resolution than the print. */
  async function near(dpi: number): Promise<Buffer> {
    const place = await placeOfCode();
    const dots = (inches: number) => Math.round(inches * dpi);
    const part = { left: dots(place.left), top: dots(place.top), width: dots(place.width), height: dots(place.height) };
    return printed(dpi).extract(part).resize(1000, 1000, { fit: 'fill' }).png().toBuffer();
  }
  const tilted = async (picture: Buffer, degrees: number): Promise<Sharp> =>
    sharp(await sharp(picture).rotate(degrees, { background: '#777' }).png().toBuffer());

  test('is read from a picture of the whole sheet at 300 dpi', async () => {
    expect(await readCode(printed(300))).toBe(verifyUrl);
  });

  test.each([300, 120])('is read from a print at %i dpi: straight, tilted, and smudged', async (dpi) => {
    const picture = await near(dpi);
    for (const degrees of [0, -7, 12])
      expect(await readCode(await tilted(picture, degrees)), `${degrees}°`).toBe(verifyUrl);
    const smudged = await sharp(picture).blur(2).linear(0.7, 40).png().toBuffer();
    expect(await readCode(await tilted(smudged, 5)), 'smudged').toBe(verifyUrl);
  });

  test('is not read, instead of being read wrongly, if half of it is covered with ink', async () => {
    const ink = { create: { width: 500, height: 1000, channels: 3 as const, background: '#111' } };
    const half = await sharp(await near(300))
      .composite([{ input: ink, left: 500, top: 0 }])
      .png()
      .toBuffer();
    expect(await readCode(sharp(half))).toBeUndefined();
  });
});

describeWithPdfReaders('a signed certificate in other programs', () => {
  const changedFile = async (): Promise<string> => {
    const changed = Buffer.from(sheet.pdf);
    // A byte of the comment after the header: the file remains a PDF that every reader opens.
    const at = changed.indexOf('%', 5) + 2;
    changed[at] = (changed[at] ?? 0) ^ 1;
    return inFolder('changed.pdf', changed);
  };

  test('pdfsig finds the signature valid over the whole document, and invalid after a byte was changed', async () => {
    const { said } = readWith('pdfsig', '-nocert', sheetFile);
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('Total document signed');
    expect(said).toContain('Signature Type: ETSI.CAdES.detached');
    const after = readWith('pdfsig', '-nocert', await changedFile()).said;
    expect(after).toContain('Signature Validation: Digest Mismatch.');
    expect(after).not.toContain('Signature is Valid');
  });

  test('qpdf reports no error in the file', () => {
    const { status, said } = readWith('qpdf', '--check', sheetFile);
    expect(status, said).toBe(0);
    expect(said).toContain('No syntax or stream encoding errors found');
  });

  test('openssl verifies the CMS as CAdES, and rejects it after a byte was changed', async () => {
    const { content, der } = signatureIn(sheet.pdf);
    const signature = await inFolder('signature.der', der);
    const root = await inFolder('root.pem', signing.identity.certificates.at(-1) ?? '');
    const trust = ['-CAfile', root, '-purpose', 'any', '-attime', `${now.getTime() / 1000}`];
    const form = ['-cades', '-binary', '-inform', 'DER', '-in', signature];
    const verify = (file: string) =>
      readWith('openssl', 'cms', '-verify', ...form, ...trust, '-content', file, '-out', join(folder, 'verified'));
    const good = verify(await inFolder('content', content));
    expect(good.status, good.said).toBe(0);
    const changed = Buffer.from(content);
    changed[9] = (changed[9] ?? 0) ^ 1;
    const bad = verify(await inFolder('changed', changed));
    expect(bad.status).not.toBe(0);
    expect(bad.said).toContain('Verification failure');
  });
});
