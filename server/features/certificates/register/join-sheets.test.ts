import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { wordsOf } from '../../../platform/typesetting/testing/pdf-text.ts';
import { logProofFile } from '../drawing/pdf-attachment.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { describeWithPdfReaders, readWith } from '../testing/pdf-readers.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import { inspect as joinSheets } from './join-sheets.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-joined-'));
const { press } = sharedPresses;
afterAll(async () => {
  await rm(folder, { recursive: true });
});
const signing = { ...(await pdfSigning()), attachments: [logProofFile('c2sp.org/tlog-proof@v1\n')] };
const names = ['Asha Nair', 'Rajesh Kumar D’Souza', 'Maria Lopez'];
const sheets = await Promise.all(
  names.map(async (name) => (await press.draw(certificateFacts({ name }), signing)).pdf),
);
const joined = Buffer.from(await joinSheets(sheets));
const whole = await PDFDocument.load(joined, { updateMetadata: false });
const file = join(folder, 'joined.pdf');
writeFileSync(file, joined);

describe('joined sheets', () => {
  test('show every certificate in its order', async () => {
    expect(whole.getPageCount()).toBe(3);
    for (const [index, name] of names.entries()) {
      const page = await PDFDocument.create();
      page.addPage((await page.copyPages(whole, [index]))[0]);
      expect((await wordsOf(await page.save())).split('\n')).toContain(name);
    }
  });

  test('contain nothing of the signatures, and no attachment', () => {
    for (const key of ['AcroForm', 'Perms', 'DSS', 'AF', 'Names'])
      expect(whole.catalog.has(PDFName.of(key)), key).toBe(false);
    const types = whole.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const dict = object instanceof PDFDict ? object : 'dict' in object ? (object.dict as PDFDict) : undefined;
      return ['Type', 'Subtype', 'FT'].map((key) => dict?.get(PDFName.of(key))?.toString());
    });
    for (const type of ['/Sig', '/SigRef', '/Widget', '/Filespec', '/EmbeddedFile']) expect(types).not.toContain(type);
    expect(types.filter((type) => type === '/Link')).toHaveLength(3);
  });

  test('keep the tags of each sheet, each found from its own page', () => {
    const root = whole.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    expect(root.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('K'), PDFArray).size()).toBe(3);
    const numbers = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
    const keys = Array.from({ length: numbers.size() / 2 }, (_, at) => numbers.lookup(2 * at, PDFNumber).asNumber());
    expect(keys).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { node, ref } of whole.getPages()) {
      const key = node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber();
      const [element] = numbers.lookup(2 * keys.indexOf(key) + 1, PDFArray).asArray();
      expect(whole.context.lookup(element, PDFDict).get(PDFName.of('Pg'))).toBe(ref);
    }
    expect(whole.catalog.get(PDFName.of('Lang'))?.toString()).toBe('(en)');
  });
});

describeWithPdfReaders('joined sheets in other programs', () => {
  test('contain no signature, and no error', () => {
    expect(readWith('pdfsig', file).said).toContain('does not contain any signatures');
    const { status, said } = readWith('qpdf', '--check', file);
    expect(status, said).toBe(0);
    expect(said).toContain('No syntax or stream encoding errors found');
  });
});
