import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, test } from 'vitest';
import { type Evidence, timeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { testAuthority } from '../../../platform/time-stamps/testing/time-stamp-authority.ts';
import { isLong } from '../../../testing/cases.ts';
import { rootOf, withRevision, withSecurityStore } from '../testing/changed-pdf.ts';
import { describeWithPdfReaders, readWith } from '../testing/pdf-readers.ts';
import { signatureIn } from '../testing/pdf-signature.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { signPdf } from './sign-pdf.ts';
import { signaturesIn, withEmptyTimeStamp } from './sign-pdf-archive.ts';
import { signTimeStamped } from './time-stamp-pdf.ts';

// The table in docs/formats.md, "What readers show": each cell of it is a case here.

const server = await testAuthority();
const folder = await mkdtemp(join(tmpdir(), 'fairlead-every-reader-'));
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const academy = await pdfSigning();
/** Somebody with a key of the same name. */
const stranger = await pdfSigning();
const settings = { url: server.url, authorization: undefined, trusted: [server.root] };
const press = { signatures: signaturesIn, prepareTimeStamp: withEmptyTimeStamp };
const means = { authority: timeStampAuthority(settings, () => new Date()), press };
const page = await PDFDocument.create({ updateMetadata: false });
page.addPage([300, 200]).drawText('Certificate of Asha Nair');
const sheet = Buffer.from(await page.save({ useObjectStreams: false }));
const sign = async (evidence: Evidence) => ({
  pdf: await signPdf(sheet, { ...academy, isTimeStamped: true, evidence }),
});
const { pdf: honest } = await signTimeStamped(sign, academy.identity, means);
const drawnOver = (pdf: Buffer) =>
  withRevision(pdf, (document, save) => {
    const page = document.getPage(0);
    page.drawRectangle({ x: 20, y: 20, width: 200, height: 100 });
    save(page.ref, rootOf(document));
  });
const changedInPlace = (pdf: Buffer): Buffer => {
  const changed = Buffer.from(pdf);
  // of the comment behind the header, so that the file opens everywhere
  const at = changed.indexOf('%', 5) + 2;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

const files = {
  honest,
  'appended to': await withSecurityStore(honest),
  'drawn over': await drawnOver(honest),
  'signed again by another': await signPdf(await drawnOver(honest), stranger),
  'changed in place': changedInPlace(honest),
  'made by another': await signPdf(await drawnOver(sheet), stranger),
};
type Kind = keyof typeof files;
const altered: Kind[] = ['appended to', 'drawn over', 'signed again by another', 'changed in place'];
for (const [kind, pdf] of Object.entries(files)) await writeFile(join(folder, `${kind}.pdf`), pdf);
const fileOf = (kind: Kind) => join(folder, `${kind}.pdf`);

/** What a reader says that is about the file or a signature, in its order. */
const sentences = (said: string, about: RegExp): string[] => said.match(about) ?? [];

type Said = Record<Kind, string[]>;
const valid = 'Signature is Valid';
const ofPdfsig: Said = {
  honest: ['Total document signed', valid],
  'appended to': ['Not total document signed', valid],
  'drawn over': ['Not total document signed', valid],
  'signed again by another': ['Not total document signed', valid, 'Total document signed', valid],
  'changed in place': ['Total document signed', 'Digest Mismatch'],
  'made by another': ['Total document signed', valid],
};
const unchanged = 'The document is unchanged since signing.';
const edited = 'The signature is valid but there have been edits since signing.';
const ofMuPdf: Said = {
  honest: [unchanged],
  'appended to': [edited],
  'drawn over': [edited],
  'signed again by another': [edited, unchanged],
  'changed in place': ['Digest error: Signature invalidated by change to document.'],
  'made by another': [unchanged],
};
const kinds = Object.keys(files) as Kind[];

describeWithPdfReaders('a certificate with a time stamp, and what was made of it,', () => {
  test.each(kinds)('%s: pdfsig of poppler', (kind) => {
    const { said } = readWith('pdfsig', '-nocert', fileOf(kind));
    const about = /(Not total|Total) document signed|Signature is Valid|Digest Mismatch/g;
    expect(sentences(said, about)).toEqual(ofPdfsig[kind]);
  });

  // mutool is installed for the soak
  if (isLong && existsSync('/usr/bin/mutool')) {
    test.each(kinds)('%s: MuPDF', (kind) => {
      const { said } = readWith('mutool', 'sign', '-v', fileOf(kind));
      const about = /The document is unchanged.*|The signature is valid but.*|Digest error.*/g;
      expect(sentences(said, about)).toEqual(ofMuPdf[kind]);
    });
  }

  test.each(kinds)('%s: OpenSSL with the academy’s certificate, over the bytes that the file claims', async (kind) => {
    const { content, der, again, rest } = signatureIn(files[kind]);
    const paths = { content: join(folder, 'content'), der: join(folder, 'der'), root: join(folder, 'root.pem') };
    await writeFile(paths.content, content);
    await writeFile(paths.der, der);
    await writeFile(paths.root, academy.identity.certificates.at(-1) ?? '');
    const form = ['-cades', '-binary', '-inform', 'DER', '-in', paths.der, '-content', paths.content];
    const trust = ['-CAfile', paths.root, '-purpose', 'any', '-no_check_time', '-out', '/dev/null'];
    const isVerified = readWith('openssl', 'cms', '-verify', ...form, ...trust).status === 0;
    const isWhole = again + rest === files[kind].length;
    // OpenSSL knows nothing of PDF: who uses it has to compare the end of the range with that of the file
    expect(isVerified && isWhole).toBe(kind === 'honest');
  });
});

describe('pdf.js', () => {
  test.each(['honest', ...altered] as const)(
    'says of a file that is %s only that there is a signature',
    async (kind) => {
      const loading = getDocument({ data: Uint8Array.from(files[kind]), verbosity: 0 });
      const { info } = await (await loading.promise).getMetadata();
      await loading.destroy();
      expect(info).toMatchObject({ IsSignaturesPresent: true });
    },
  );
});
