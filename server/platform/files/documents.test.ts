import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareImageOrPdf, preparePdf } from './documents.ts';
import { createFiles, type Files } from './files.ts';
import { documentScan } from './pictures.ts';

let dataDir: string;
let files: Files;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'documents-'));
  files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const receive = (bytes: Uint8Array | string) =>
  files.receive(Readable.from([Buffer.from(bytes)]), {
    maxBytes: 2 ** 30,
    originalName: 'cdc.pdf',
    part: 'IdDocument',
  });
const refusalOf = async (bytes: Uint8Array | string) =>
  preparePdf(await receive(bytes)).then(
    () => expect.unreachable('the PDF was taken'),
    (error) => error,
  );

/** A PDF of blank pages to which `change` adds what it likes. */
async function pdfWith(change: (pdf: PDFDocument) => unknown, { pages = 1, useObjectStreams = true } = {}) {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage([200, 200]);
  await change(pdf);
  return pdf.save({ useObjectStreams });
}

/** A PDF written by hand, for what no library writes. */
const byHand = (...objects: string[]) =>
  `%PDF-1.7\n${objects.join('\n')}\ntrailer\n<< /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF\n`;
const pageTree =
  '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
  '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj';
const catalog = (more = '') => `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${more} >>\nendobj`;

test('an ordinary PDF is taken, to the byte', async () => {
  const bytes = await pdfWith((pdf) => pdf.getPage(0).drawText('Continuous discharge certificate'));
  const prepared = await preparePdf(await receive(bytes));
  expect(prepared).toMatchObject({ contentType: 'application/pdf', sizeBytes: bytes.length });
  expect(readFileSync(prepared.path).equals(bytes)).toBe(true);
});

test('so is one written by hand, and one that links to a website', async () => {
  await expect(preparePdf(await receive(byHand(catalog(), pageTree)))).resolves.toBeDefined();
  const link = '/Annots [<< /Subtype /Link /A << /S /URI /URI (https://example.org) >> >>]';
  const linked = byHand(catalog(), pageTree.replace('/MediaBox', `${link} /MediaBox`));
  await expect(preparePdf(await receive(linked))).resolves.toBeDefined();
});

test.each([true, false])('a script is refused (in a compressed stream: %s)', async (useObjectStreams) => {
  const bytes = await pdfWith((pdf) => pdf.addJavaScript('greet', 'app.alert("hello")'), { useObjectStreams });
  expect(await refusalOf(bytes)).toMatchObject({
    code: 'bad-file',
    message: expect.stringMatching(/contains a script/),
    fields: { IdDocument: expect.stringMatching(/script/) },
  });
});

test('a carried file is refused', async () => {
  const bytes = await pdfWith((pdf) => pdf.attach(Buffer.from('MZ'), 'invoice.exe'));
  expect((await refusalOf(bytes)).message).toMatch(/other files inside/);
});

test.each([
  ['a script when it opens', catalog('/OpenAction << /S /JavaScript /JS (x) >>'), /script/],
  ['a script with an escaped name', catalog('/OpenAction << /S /#4aava#53cript /J#53 (x) >>'), /script/],
  ['a program to start', catalog('/OpenAction << /S /Launch /F (cmd.exe) >>'), /starts other programs/],
  [
    'a program to start, by reference',
    `${catalog('/OpenAction << /S 8 0 R >>')}\n8 0 obj\n/Launch\nendobj`,
    /programs/,
  ],
  ['data to send', catalog('/OpenAction << /S /SubmitForm /F (http://example.org) >>'), /sends data/],
  ['another kind of form', catalog('/AcroForm << /XFA (x) >>'), /interactive form/],
  ['media', `${catalog()}\n8 0 obj\n<< /Type /Annot /Subtype /RichMedia >>\nendobj`, /other files/],
  ['a script deep inside', `${catalog()}\n8 0 obj\n[[[<< /A [<< /B << /JS (x) >> >>] >>]]]\nendobj`, /script/],
])('a PDF with %s is refused', async (_, objects, reason) => {
  expect((await refusalOf(byHand(objects, pageTree))).message).toMatch(reason);
});

test('a script in an earlier revision, which a table of contents could bring back, is refused', async () => {
  const revised = byHand(catalog('/OpenAction << /S /JavaScript /JS (x) >>'), pageTree, catalog());
  expect((await refusalOf(revised)).message).toMatch(/script/);
});

test('a PDF behind a password is refused with what to do', async () => {
  const bytes = await pdfWith((pdf) => pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' }));
  expect((await refusalOf(bytes)).message).toMatch(/protected by a password/);
});

test('a PDF of too many pages, or of none, is refused', async () => {
  await expect(preparePdf(await receive(await pdfWith(() => undefined, { pages: 60 })))).resolves.toBeDefined();
  expect((await refusalOf(await pdfWith(() => undefined, { pages: 61 }))).message).toMatch(/has 61 pages; at most 60/);
  expect((await refusalOf(byHand(catalog(), '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj'))).code).toBe(
    'bad-file',
  );
});

test.each([
  ['text', 'hello'],
  ['nothing', ''],
  ['a web page', '<html>%PDF-1.7</html>'],
])('%s is no PDF', async (_, bytes) => {
  expect((await refusalOf(bytes)).message).toBe('Must be a PDF');
});

test.each([
  ['its first line alone', '%PDF-1.7\n'],
  ['junk', `%PDF-1.7\n${'\0\x01 obj << [ ('.repeat(500)}`],
  ['an object that cannot be read', byHand(catalog(), pageTree, '7 0 obj\n<< /A ( >>\nendobj')],
  ['lists without end', `%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}`],
])('a PDF of %s is refused as damaged', async (_, bytes) => {
  expect(await refusalOf(bytes)).toMatchObject({ code: 'bad-file', message: expect.stringMatching(/damaged/) });
});

test('a PDF that was cut short is refused', async () => {
  const whole = await pdfWith((pdf) => pdf.setTitle('x'));
  expect((await refusalOf(whole.subarray(0, whole.length / 2))).code).toBe('bad-file');
});

test('a small PDF that unfolds to gigabytes is stopped while it does so', async () => {
  const [layer, times] = [deflateSync(Buffer.alloc(2 ** 28, ' ')), 12];
  const stream = (number: number) =>
    `${number} 0 obj\n<< /Type /ObjStm /N 1 /First 9 /Filter /FlateDecode /Length ${layer.length} >>\nstream\n`;
  const bomb = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...Array.from({ length: times }, (_, i) => [
      Buffer.from(stream(i + 10)),
      layer,
      Buffer.from('\nendstream\nendobj\n'),
    ]).flat(),
    Buffer.from(byHand(catalog(), pageTree)),
  ]);
  expect(bomb.length).toBeLessThan(4 * 2 ** 20);
  expect(await refusalOf(bomb)).toMatchObject({
    message: expect.stringMatching(/too complicated to be checked/),
    cause: { cause: 'more than 256 MB of bytes' },
  });
});

test('where a picture or a PDF may come, the content decides', async () => {
  const [pdf, picture] = [
    await pdfWith(() => undefined),
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  ];
  expect((await prepareImageOrPdf(await receive(pdf), documentScan)).contentType).toBe('application/pdf');
  expect((await prepareImageOrPdf(await receive(picture), documentScan)).contentType).toBe('image/jpeg');
  const scripted = await receive(await pdfWith((one) => one.addJavaScript('x', 'x')));
  await expect(prepareImageOrPdf(scripted, documentScan)).rejects.toThrow(/script/);
  await expect(prepareImageOrPdf(await receive('hello'), documentScan)).rejects.toThrow('Must be image or PDF');
});
