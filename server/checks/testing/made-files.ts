import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import sharp from 'sharp';
import { moodleXml, qti1, qti2 } from '../../features/assessments/testing/question-banks.ts';
import { manifestOf, scormPackage } from '../../features/packages/testing/scorm-package.ts';
import { damaged, numbers, scratched } from '../../platform/archives/testing/damaged.ts';
import { rawZip } from '../../platform/archives/testing/raw-zip.ts';
import { zipOf } from '../../platform/archives/testing/zip.ts';

// Files for every inspector: such as a grammar makes, and sound ones that were changed. The same for the same seed.

/** Makes one file. `below` gives random whole numbers, `from` a random value. */
type Maker = (
  below: (end: number) => number,
  from: <T>(values: fc.Arbitrary<T>) => T,
) => Promise<Uint8Array> | Uint8Array;

export type MadeKind = keyof ReturnType<typeof makersFrom>;

const word = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
const pdfName = fc.oneof(
  fc.constantFrom(
    'Type',
    'Kids',
    'Pages',
    'Catalog',
    'Page',
    'S',
    'JS',
    'Length',
    'First',
    'N',
    'Filter',
    'ObjStm',
    'Root',
  ),
  fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\w#]/g, 'x')),
);
const { value: pdfValue } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'large' },
    fc.oneof(
      pdfName.map((name) => `/${name}`),
      fc.double().map(String),
      fc.constantFrom('true', 'null', '9 0 R', '1 0 R', '<4142>'),
    ),
    word.map((text) => `(${text})`),
    fc.array(tie('value'), { maxLength: 20 }).map((values) => `[${values.join(' ')}]`),
    fc
      .array(fc.tuple(pdfName, tie('value')), { maxLength: 12 })
      .map((entries) => `<<${entries.map(([name, value]) => `/${name} ${value}`).join(' ')}>>`),
  ),
}));
const xmlName = fc.constantFrom(
  'quiz',
  'question',
  'answer',
  'text',
  'item',
  'organization',
  'resource',
  'c',
  'row',
  'v',
  'is',
  't',
);
const attribute = fc
  .tuple(fc.constantFrom('type', 'id', 'r', 'identifier', 'href', 'fraction'), word)
  .map(([name, value]) => `${name}="${value.replace(/[<&"]/g, '')}"`);
const { element: xmlElement } = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 8, depthSize: 'large' },
    fc.oneof(
      word.map((text) => text.replace(/[<&>]/g, '')),
      fc.constantFrom('<!-- a -->', '<![CDATA[<b>]]>', '<?a b?>', '&amp;', '&b;'),
    ),
    fc
      .tuple(
        xmlName,
        fc.uniqueArray(attribute, { maxLength: 4, selector: (one) => one.split('=')[0] }),
        fc.array(tie('element'), { maxLength: 12 }),
      )
      .map(([name, attributes, children]) => `<${[name, ...attributes].join(' ')}>${children.join('')}</${name}>`),
  ),
}));
const boxType = fc.constantFrom(
  'ftyp',
  'moov',
  'mdat',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'stts',
  'stsz',
  'stco',
  'mvhd',
  'tkhd',
  'free',
);
const { box } = fc.letrec<{ box: Buffer }>((tie) => ({
  box: fc
    .tuple(
      boxType,
      fc.oneof(
        { maxDepth: 6 },
        fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
        fc.array(tie('box'), { maxLength: 6 }).map((all) => Buffer.concat(all)),
      ),
      fc.option(fc.nat(2 ** 31), { freq: 12 }),
    )
    .map(([type, content, size]) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(size ?? content.length + 8);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, content]);
    }),
}));

const pdfOf = (objects: readonly string[]) =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((value, n) => `${n + 1} 0 obj\n${value}\nendobj`).join('\n')}\ntrailer\n<</Root 1 0 R>>\n%%EOF`,
    'latin1',
  );
const folded = (value: string) => {
  const bytes = deflateSync(Buffer.from(`9 0 ${value}`, 'latin1'));
  return `<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`;
};
const workbookOf = (sheet: string | Uint8Array) =>
  zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  });
type PartsOfPackage = { edition: Parameters<typeof manifestOf>[0]; titles: string[]; rules: boolean };
const partsOfPackage: fc.Arbitrary<PartsOfPackage> = fc.record({
  edition: fc.constantFrom('1.2', '2004 2nd Edition', '2004 3rd Edition', '2004 4th Edition'),
  titles: fc.array(
    word.map((text) => text.replace(/[<&>]/g, '')),
    { minLength: 1, maxLength: 60 },
  ),
  rules: fc.boolean(),
});
const soundPackage = ({ edition, titles, rules }: PartsOfPackage) => {
  const more =
    rules && edition !== '1.2'
      ? '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>'
      : '';
  const items = titles.map((title, n) => ({ id: `i${n}`, title, href: `lesson/${n}.html`, more }));
  return rawZip([
    { name: 'imsmanifest.xml', content: manifestOf(edition, items) },
    ...items.map(({ href }) => ({ name: href, content: '<!doctype html><p>Keep clear.' })),
  ]);
};
const packageOf = (manifest: string | Uint8Array) =>
  rawZip([
    { name: 'imsmanifest.xml', content: Buffer.from(manifest) },
    { name: 'a.html', content: '<p>' },
  ]);

async function soundPdf(pages: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const text of pages) pdf.addPage([200, 200]).drawText(text);
  return Buffer.from(await pdf.save());
}

type Sound = { pdf: Buffer; pictures: Buffer[]; films: Buffer[]; qti: Buffer; workbook: Buffer };

const makersFrom = ({ pdf, pictures, films, qti, workbook }: Sound) => {
  const oneOf =
    (all: readonly (Buffer | string)[]): Maker =>
    (below) =>
      damaged(Buffer.from(all[below(all.length)] ?? ''), below);
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" t="inlineStr"><is><t>Asha</t></is></c></row></sheetData></worksheet>';
  const scratchedOneOf =
    (all: readonly Buffer[]): Maker =>
    (below) =>
      scratched(all[below(all.length)] as Buffer, below);
  const someObjects = fc.array(fc.oneof(pdfValue, pdfValue.map(folded)), { minLength: 1, maxLength: 30 });
  return {
    PDF: [
      oneOf([pdf]),
      scratchedOneOf([pdf]),
      (_, from) => soundPdf(from(fc.array(word, { maxLength: 40 }))),
      (_, from) => pdfOf(from(someObjects)),
    ],
    table: [
      oneOf([workbook, 'Name,Email\nAsha Nair,asha@example.org\n"a ""b""",c\n', '\ufeffName;Mobile\nAsha;98\n']),
      (_, from) =>
        Buffer.from(
          from(fc.array(fc.array(word, { maxLength: 30 }), { maxLength: 200 }))
            .map((row) => row.join(','))
            .join('\n'),
        ),
      (below) => workbookOf(damaged(Buffer.from(sheet), below)),
      (_, from) => workbookOf(`<worksheet><sheetData>${from(xmlElement)}</sheetData></worksheet>`),
    ],
    questions: [
      oneOf([
        moodleXml,
        qti1,
        qti,
        '::Oil:: Which? {=Foam ~Water}\n\n::Air:: O2? {#20.9:0.1}\n',
        'Which?\nA. Foam\nB. Water\nANSWER: A\n',
      ]),
      (_, from) => Buffer.from(`<quiz>${from(xmlElement)}</quiz>`),
      (_, from) => zipOf({ ...qti2, 'items/order.xml': from(xmlElement) }),
    ],
    package: [
      oneOf([scormPackage('1.2'), scormPackage('2004 3rd Edition')]),
      (below) =>
        packageOf(damaged(Buffer.from(manifestOf('1.2', [{ id: 'a', title: 'Lesson', href: 'a.html' }])), below)),
      (_, from) => packageOf(`<manifest>${from(xmlElement)}</manifest>`),
      (_, from) => soundPackage(from(partsOfPackage)),
      (below, from) => scratched(soundPackage(from(partsOfPackage)), below),
    ],
    film: [
      oneOf(films),
      scratchedOneOf(films),
      (_, from) => Buffer.concat(from(fc.array(box, { minLength: 1, maxLength: 8 }))),
    ],
    picture: [oneOf(pictures), scratchedOneOf(pictures)],
    'readable zone': [oneOf(pictures)],
    'joined sheets': [oneOf([pdf]), scratchedOneOf([pdf]), (_, from) => pdfOf(from(someObjects))],
  } satisfies Record<string, Maker[]>;
};

/** Returns a function that makes file `number` of a kind for a seed. */
export async function madeFiles(seed: number) {
  const picture = sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const film = (name: string) => readFile(new URL(`../../platform/films/fixtures/${name}`, import.meta.url));
  const sound = {
    pdf: await soundPdf(['Page 1', 'Page 2', 'Page 3']),
    pictures: [
      await picture.clone().jpeg().toBuffer(),
      await picture.clone().png().toBuffer(),
      await picture.clone().webp().toBuffer(),
    ],
    films: await Promise.all(
      ['h264-aac-moov-first.mp4', 'h264-aac.mkv', 'vp9-opus.webm', 'h264-fragmented.mp4'].map(film),
    ),
    qti: await zipOf(qti2),
    workbook: await workbookOf('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
  };
  const makers: Record<string, Maker[]> = makersFrom(sound);
  return {
    kinds: Object.keys(makers) as MadeKind[],
    async make(kind: MadeKind, number: number): Promise<Uint8Array> {
      // neighbours would begin with nearly the same random number
      const below = numbers(Math.imul(number + 1, 2_654_435_761) ^ Math.imul(seed, 40_503));
      const all = makers[kind] ?? [];
      const maker = all[number % all.length] as Maker;
      const from = <T>(values: fc.Arbitrary<T>): T => fc.sample(values, { numRuns: 1, seed: below(2 ** 31) })[0] as T;
      return maker(below, from);
    },
  };
}
