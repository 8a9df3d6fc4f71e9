import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf, timesOf } from '../../testing/cases.ts';
import { Refusal } from '../inspection/refusal.ts';
import { inspectPdf, prepareImageOrPdf, preparePdf } from './documents.ts';
import { createFiles, type Files } from './files.ts';
import { inspect } from './pdf-inspection.ts';
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

/** A PDF of blank pages, modified by `change`. */
async function pdfWith(change: (pdf: PDFDocument) => unknown, { pages = 1, useObjectStreams = true } = {}) {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage([200, 200]);
  await change(pdf);
  return pdf.save({ useObjectStreams });
}

/** A PDF written by hand, for content that no library writes. */
const byHand = (...objects: string[]) =>
  `%PDF-1.7\n${objects.join('\n')}\ntrailer\n<< /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF\n`;
const pageTree =
  '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
  '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj';
const catalog = (more = '') => `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${more} >>\nendobj`;

test('an ordinary PDF is accepted unchanged, to the byte', async () => {
  const bytes = await pdfWith((pdf) => pdf.getPage(0).drawText('Continuous discharge certificate'));
  const prepared = await preparePdf(await receive(bytes));
  expect(prepared).toMatchObject({ contentType: 'application/pdf', sizeBytes: bytes.length });
  expect(readFileSync(prepared.path).equals(bytes)).toBe(true);
});

test('a PDF written by hand, or with a link to a website, is accepted too', async () => {
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

test('an attached file is refused', async () => {
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

test('a script in an earlier revision, which a cross-reference table could restore, is refused', async () => {
  const revised = byHand(catalog('/OpenAction << /S /JavaScript /JS (x) >>'), pageTree, catalog());
  expect((await refusalOf(revised)).message).toMatch(/script/);
});

test('an encrypted PDF is refused with what to do', async () => {
  const bytes = await pdfWith((pdf) => pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' }));
  expect((await refusalOf(bytes)).message).toMatch(/protected by a password/);
});

test('a PDF with too many pages, or none, is refused', async () => {
  await expect(preparePdf(await receive(await pdfWith(() => undefined, { pages: 60 })))).resolves.toBeDefined();
  expect((await refusalOf(await pdfWith(() => undefined, { pages: 61 }))).message).toMatch(
    /has 61 pages. The limit is 60/,
  );
  expect((await refusalOf(byHand(catalog(), '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj'))).code).toBe(
    'bad-file',
  );
});

// shows: asvs/5.2.2
test.each([
  ['text', 'hello'],
  ['nothing', ''],
  ['a web page', '<html>%PDF-1.7</html>'],
])('%s is not a PDF', async (_, bytes) => {
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

test('a truncated PDF is refused', async () => {
  const whole = await pdfWith((pdf) => pdf.setTitle('x'));
  expect((await refusalOf(whole.subarray(0, whole.length / 2))).code).toBe('bad-file');
});

// shows: asvs/15.2.2
test('a small PDF that decompresses to gigabytes is stopped while it does so', async () => {
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
  });
});

/** One object in a compressed object stream. The text before the object says which object begins where. */
function folded(content: string, { first, before = '' }: { first: number; before?: string }): string {
  const bytes = deflateSync(Buffer.from(content, 'latin1'));
  const about = `/Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode /Length ${bytes.length}`;
  return `${before}9 0 obj\n<< ${about} >>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj`;
}
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('a PDF with actions or external references', () => {
  const opening = (action: string) => byHand(catalog(`/OpenAction ${action}`), pageTree);
  const later = (object: string) => byHand(catalog(), pageTree, object);
  const hiddenAs = (header: string): [string, string, RegExp] => [
    `hides an object as ${JSON.stringify(header.replace(/(.)\1{9,}/gs, '$1…'))}`,
    later(`${header}\n<< /S /Launch /F (x) >>\nendobj`),
    /programs/,
  ];
  // shows: threats/active-pdf, asvs/5.2.2
  test.each<[string, string, RegExp]>([
    ['opens a website by itself', opening('<< /S /URI /URI (https://example.org) >>'), /by itself/],
    [
      'opens it by reference',
      `${opening('8 0 R')}8 0 obj\n<< /S /URI /URI (https://example.org) >>\nendobj`,
      /by itself/,
    ],
    ['opens it after turning a page', opening('<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI >> >>'), /by itself/],
    ['acts when a page is shown', later('8 0 obj\n<< /Type /Page /AA << /O << /S /URI >> >> >>\nendobj'), /by itself/],
    ['acts by an escaped name', later('8 0 obj\n<< /#41#41 << /O 9 0 R >> >>\nendobj'), /by itself/],
    [
      'leads into another file',
      later('8 0 obj\n<< /S /GoToR /F (//example.org/share/x.pdf) >>\nendobj'),
      /from elsewhere/,
    ],
    [
      'leads there from a compressed object',
      later(folded('8 0 << /S /GoToR /F (x.pdf) >>', { first: 4 })),
      /from elsewhere/,
    ],
    [
      'has a stream elsewhere',
      later('8 0 obj\n<< /Length 0 /F (//example.org/x) >>\nstream\n\nendstream\nendobj'),
      /from elsewhere/,
    ],
    [
      'shows another file’s page',
      later('8 0 obj\n<< /Length 0 /Ref << /F (x.pdf) /Page 0 >> >>\nstream\n\nendstream\nendobj'),
      /from elsewhere/,
    ],
    ['names another file', later('8 0 obj\n<< /Type /Filespec /F (//example.org/x) >>\nendobj'), /from elsewhere/],
    ['plays a film', later('8 0 obj\n<< /Type /Annot /Subtype /Movie /Movie << /F (x) >> >>\nendobj'), /other files/],
    [
      'was clean before its last revision',
      byHand(catalog(), pageTree, catalog('/OpenAction << /S /Launch /F (x) >>')),
      /programs/,
    ],
    ['repeats an entry, the first of which is bad', opening('<< /S /Launch /S /GoTo /D [3 0 R /Fit] >>'), /programs/],
    ['hides an object in a text', later('8 0 obj\n(9 0 obj << /S /Launch >> endobj)\nendobj'), /damaged/],
    ['hides an object in a comment', later('8 0 obj\n<< % 9 0 obj << /S /Launch >> endobj\n>>\nendobj'), /damaged/],
    [
      'hides an object among a stream’s bytes',
      later('8 0 obj\n<< /Length 40 >>\nstream\n9 0 obj << /S /Launch /F (cmd.exe) >> end\nendstream\nendobj'),
      /programs/,
    ],
    ...[`8${' '.repeat(40)}0 obj`, `8 0${'\n'.repeat(40)}obj`, `8 %${'x'.repeat(200)}\n0 obj`].map(hiddenAs),
    ...['000000000008 0 obj', '8 000000 obj', '8 +0 obj', '8\v0 obj'].map(hiddenAs),
    ...['7 0 obj 8 0 obj', '7 0 obj /A8 0 obj', '7 0 obj %8\n 0 obj'].map(hiddenAs),
    ['hides a name in a hexadecimal text', later('7 0 obj\n[<8 0 obj/Launch >]\nendobj'), /damaged/],
    ['ends a name where some readers do', later('8 0 obj\n<< /S /Launch\v >>\nendobj'), /damaged/],
    ['ends a name where others do', later('8 0 obj\n<< /S /Launch#00 >>\nendobj'), /damaged/],
    [
      'hides a compressed object past the table of its stream',
      later(folded('6 0 8 9 <<>><< /S /Launch >>', { first: 4 }).replace('/N 1', '/N 2')),
      /damaged/,
    ],
    [
      'hides one behind a comment in that table',
      later(folded('6 %0\n 9 <<>><< /S /Launch >>', { first: 8 })),
      /damaged/,
    ],
    [
      'tells two beginnings of the objects',
      later(folded('8 0 () ', { first: 4 }).replace('/N', '/First 9 /N')),
      /damaged/,
    ],
    [
      'begins a stream of objects where readers disagree',
      later(folded('8 0 ()', { first: 4 }).replace('stream\n', 'stream\r')),
      /damaged/,
    ],
  ])('is refused if it %s', async (_, pdf, reason) => {
    expect((await refusalOf(latin1(pdf))).message).toMatch(reason);
  });

  // shows: threats/active-pdf
  test.each<[string, string]>([
    ['turns to a page when it is opened', opening('<< /S /GoTo /D [3 0 R /Fit] >>')],
    ['names that page alone', opening('[3 0 R /FitH 9]')],
    ['says so by reference', `${opening('8 0 R')}8 0 obj\n[3 0 R /XYZ null null 0]\nendobj`],
    ['has a form for a signature', byHand(catalog('/AcroForm << /Fields [] /SigFlags 3 >>'), pageTree)],
    ['speaks of a trailer and of objects', later('8 0 obj\n<< /Title (Boat trailer, 1 object) >>\nendobj')],
    [
      'says the length of a stream elsewhere',
      later('8 0 obj\n<< /Length 9 0 R >>\nstream\nabc\nendstream\nendobj\n9 0 obj\n3\nendobj'),
    ],
  ])('is accepted if it only %s', async (_, pdf) => {
    await expect(preparePdf(await receive(latin1(pdf)))).resolves.toBeDefined();
  });
});

describe('a PDF that is made to be slow', () => {
  const run = (text: string, bytes = 3 * 2 ** 20) => text.repeat(bytes / text.length);
  const about = (number: number, length: number) =>
    `${String(number).padStart(6, '1')} 0 obj\n<< /Length ${String(length).padStart(8, '0')} >>\nstream\n`;
  /** Streams whose lengths all point into the run of spaces behind them. */
  function misleading(): string {
    const [head, rest, many] = [about(0, 0).length, 'x\nendstream\nendobj\n', 20_000];
    const size = head + rest.length;
    const streams = Array.from({ length: many }, (_, i) => `${about(i + 10, (many - i) * size - head)}${rest}`);
    return `${streams.join('')}${run(' ', 2 ** 20)}`;
  }
  const branches = Array.from({ length: 40 }, (_, i) => {
    const kid = `${i + 3} 0 R`;
    return `${i + 2} 0 obj\n<< /Type /Pages /Kids [${kid} ${kid}] /Count 2 >>\nendobj`;
  });
  const shared = Array.from({ length: 50_000 }, (_, i) => `${i + 10} 0`).join(' ');

  const slow: [string, string][] = [
    ['a number of three million digits', byHand(catalog(), pageTree, `x${run('1')}`)],
    ['a number of three million digits that is none', byHand(catalog(), pageTree, `7 0 obj ${run('1')}x endobj`)],
    ['white space without end', byHand(catalog(), pageTree, `x${run(' ')}x`)],
    ['lengths that lead into white space', byHand(catalog(), pageTree, misleading())],
    ['beginnings of numbers and comments', byHand(catalog(), pageTree, run('1%aaaaaaaaaaaa\n'))],
    ['streams without an end', byHand(catalog(), pageTree, run('7 0 obj<</Length 9>>stream\n'))],
    ['texts within texts', byHand(catalog(), pageTree, run('7 0 obj\n('))],
    ['lists within lists', byHand(catalog(), pageTree, run('7 0 obj\n<</A['))],
    ['millions of lists', byHand(catalog(), pageTree, `7 0 obj [${run('<<>>', 12 * 2 ** 20)}] endobj`)],
    [
      'objects that share their bytes',
      byHand(catalog(), pageTree, folded(`${shared} [${'/A '.repeat(200_000)}]`, { first: shared.length + 1 })),
    ],
    ['pages that repeat themselves', byHand(catalog(), ...branches, '42 0 obj\n<< /Type /Page >>\nendobj')],
    [
      'a table of contents of four thousand million lines',
      byHand(
        catalog(),
        pageTree,
        '9 0 obj\n<< /Type /XRef /W [1 1 1] /Index [0 4000000000] /Root 1 0 R /Length 3 >>\nstream\nabc\nendstream\nendobj',
      ),
    ],
  ];
  // shows: threats/slow-file
  test.each(someOf(slow, 2))(
    'by %s is accepted or refused for its content, and not for the time that it takes',
    async (_, pdf) => {
      const prepared = receive(latin1(pdf)).then(preparePdf);
      const reason = await prepared.then(
        () => 'taken',
        (error) => error.message,
      );
      expect(reason).toMatch(/^taken$|damaged|print it to a new PDF/);
    },
  );
});

// shows: threats/file-that-ends-the-program
describe('names in a PDF', () => {
  const named = (name: string) => inspected(byHand(catalog(`/${name} 1`), pageTree));
  const inspected = async (pdf: string) => inspect((await receive(latin1(pdf))).path);

  test('have at most 127 bytes, escaped or not', async () => {
    await expect(named('A'.repeat(127))).resolves.toEqual({ pages: 1 });
    await expect(named('#41'.repeat(127))).resolves.toEqual({ pages: 1 });
    for (const name of ['A'.repeat(128), '#41'.repeat(128), '#41'.repeat(5000)])
      await expect(named(name)).rejects.toThrow(/damaged/);
  });

  test('in a compressed object are no longer', async () => {
    const object = (length: number) => folded(`8 0 /${'A'.repeat(length)}`, { first: 4 });
    await expect(inspected(byHand(catalog(), pageTree, object(127)))).resolves.toEqual({ pages: 1 });
    await expect(inspected(byHand(catalog(), pageTree, object(128)))).rejects.toThrow(/damaged/);
  });
});

// shows: threats/file-that-ends-the-program
test('the table of a stream of objects has no more numbers than a PDF may have values', async () => {
  const table = '8 0 '.repeat(1_000_001);
  const { path } = await receive(latin1(byHand(catalog(), pageTree, folded(`${table}null`, { first: table.length }))));
  await expect(inspect(path)).rejects.toThrow(/too complicated/);
});

// shows: threats/slow-file, asvs/5.2.1
test('a file that takes more CPU time than permitted is stopped', async () => {
  const { path } = await receive(byHand(catalog(), pageTree, `7 0 obj [${'<<>> '.repeat(900_000)}] endobj`));
  await expect(inspectPdf(path)).resolves.toEqual({ pages: 1 });
  const stopped = inspectPdf(path, { seconds: 0.05, megabytes: 256 });
  await expect(stopped).rejects.toMatchObject({
    message: expect.stringMatching(/too complicated/),
    cause: 'more than 0.05 s of computing',
  });
});

test('a PDF with an article thread across its pages is accepted', async () => {
  const article = '8 0 obj\n<< /Type /Thread /I << /Title (News) >> /F 9 0 R >>\nendobj';
  const { path } = await receive(latin1(byHand(catalog(), pageTree, article)));
  await expect(inspect(path)).resolves.toEqual({ pages: 1 });
});

// shows: threats/active-pdf
test('small changes anywhere in a PDF lead to acceptance or to a refusal with a sentence', async () => {
  const sound = latin1(byHand(catalog(), pageTree, folded('8 0 << /A [1 2 R (x) <41>] >>', { first: 4 })));
  const path = join(dataDir, 'changed.pdf');
  const seed = 20_261_123;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.constantFrom(...latin1('()<>[]/%R 0\n\\\xff'))), {
        minLength: 1,
        maxLength: 4,
      }),
      async (changes) => {
        const bytes = Buffer.from(sound);
        for (const [at, byte] of changes) bytes[at] = byte;
        writeFileSync(path, bytes);
        await inspect(path).catch((error) => expect(error).toBeInstanceOf(Refusal));
      },
    ),
    { numRuns: timesOf(200, 1000), seed },
  );
});

test('where a picture or a PDF is expected, the content decides', async () => {
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
