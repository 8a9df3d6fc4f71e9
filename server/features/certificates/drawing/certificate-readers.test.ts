import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { type Grey, looksAt, readCode as readLook } from '../../../../web/app/lib/codes/read-pixels.ts';
import { timesOf } from '../../../testing/cases.ts';
import { signedFactsUrl } from '../sign-facts.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { describeWithPdfReaders, readWith } from '../testing/pdf-readers.ts';
import { signatureIn } from '../testing/pdf-signature.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { greyOf, printed as printedSheet, scanned } from '../testing/scanned-sheet.ts';
import { sharedPresses } from '../testing/shared-presses.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-readers-'));
const { press } = sharedPresses;
afterAll(async () => {
  await rm(folder, { recursive: true });
});
const inFolder = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

// always the same, as are the codes and what is read of their scans
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]);
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const key = {
  privateKey,
  publicKey: createPublicKey(privateKey),
  id: 'AAECAwQFBgc',
  validFrom: new Date('2026-11-01T00:00:00Z'),
};
const facts = certificateFacts();
const now = new Date('2026-11-20T06:30:00Z');
const verifyUrl = signedFactsUrl({ publicUrl: 'https://academy.example' }, facts, key, now);
const signing = await pdfSigning();
const sheet = await press.draw({ ...facts, verifyUrl }, signing);
const sheetFile = await inFolder('sheet.pdf', sheet.pdf);

/** The text of the QR code that the site reads from a picture, however busy this machine is. */
function readFrom(picture: Grey): string | undefined {
  for (const look of looksAt(picture)) {
    const text = readLook(look, Number.POSITIVE_INFINITY);
    if (text) return text;
  }
  return undefined;
}
const readCode = async (seen: Sharp): Promise<string | undefined> => readFrom(await greyOf(seen));

/** Renders a PDF in shades of grey as `target`.tif. */
function render(pdf: string, dpi: number, target: string): void {
  const kind = ['-gray', '-tiff', '-tiffcompression', 'none', '-singlefile'];
  expect(readWith('pdftoppm', '-r', `${dpi}`, ...kind, pdf, target)).toEqual({ status: 0, said: '' });
}

describeWithPdfReaders('the code on the printed sheet', () => {
  const millimetres = 25.4;
  /** The sheet as printed at a given resolution in dots per inch; it is rendered once. */
  function printed(dpi: number): Sharp {
    const target = join(folder, `sheet-${dpi}`);
    if (!existsSync(`${target}.tif`)) render(sheetFile, dpi, target);
    return sharp(`${target}.tif`);
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

describeWithPdfReaders('the code on a sheet that was printed and scanned at 100 dpi', () => {
  const longest = {
    name: 'Wolfeschlegelsteinhausenbergerdorff de la Vega y Montemayor '.repeat(3),
    courseTitle: 'Proficiency in Survival Craft and Rescue Boats other than Fast '.repeat(3),
    cdcNumber: 'MUM 284391 / '.repeat(5),
    indosNumber: '21GL4839 / '.repeat(6),
    gradeNumber: 'G-1182 / '.repeat(7),
  };
  const scans = timesOf(1, 15);
  /** One of the fifteen, which is not among the first. */
  const unread = scans === 15 ? 1 : 0;
  test.each([
    ['short', scans, {}],
    ['longest', scans - unread, longest],
  ])(`is read, the %s one from %i of ${scans} scans`, async (kind, read, changes) => {
    const stated = certificateFacts(changes);
    const url = signedFactsUrl({ publicUrl: 'https://academy.example' }, stated, key, now);
    const { pdf } = await press.draw({ ...stated, verifyUrl: url });
    const target = join(folder, `scanned-${kind}`);
    render(await inFolder(`${kind}.pdf`, pdf), 300, target);
    const print = await printedSheet(sharp(`${target}.tif`));
    const texts: (string | undefined)[] = [];
    for (let seed = 0; seed < scans; seed++) texts.push(readFrom(await scanned(print, { dpi: 100, seed })));
    expect(texts.filter((text) => text === url)).toHaveLength(read);
    // what is not read is never read as something else
    expect(texts.filter((text) => text !== undefined && text !== url)).toEqual([]);
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
