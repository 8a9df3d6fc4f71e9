import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { brokenRules } from '../testing/pdf-archive.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import type { CertificateFacts } from './draw-certificate.ts';
import { logProofFile } from './pdf-attachment.ts';
import { signPdf } from './sign-pdf.ts';

const { press } = sharedPresses;
const signing = { ...(await pdfSigning()), attachments: [logProofFile('c2sp.org/tlog-proof@v1\nindex 0\n')] };
const signed = async (changes: Partial<CertificateFacts> = {}) =>
  (await press.draw(certificateFacts(changes), signing)).pdf;
const picture = (channels: 3 | 4): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 400, channels, background: '#8757' } })
    .png()
    .toBuffer();
const plain = await signed();
const key = PDFName.of;

describe('a signed certificate with its attachment', () => {
  test('keeps the rules of PDF/A-3a and PDF/UA-1', async () => {
    expect(await brokenRules(plain)).toEqual([]);
  });

  test('keeps them with every picture, and with many subjects', async () => {
    const [photo, signature, logo] = await Promise.all([picture(3), picture(3), picture(4)]);
    const subjects = Array.from({ length: 40 }, (_, at) => `Subject ${at}`);
    expect(await brokenRules(await signed({ photo, signature, logo, subjects, percentage: 81.5 }))).toEqual([]);
  });

  test('keeps them with characters that were replaced, and with those beyond ASCII in the title', async () => {
    const pdf = await signed({ name: 'Žofie \u0378 \ue000 D’Souza & <Łukasz>' });
    expect(await brokenRules(pdf)).toEqual([]);
    const xmp = pdf.toString().split('<?xpacket begin').at(-1);
    expect(xmp).toContain('Žofie \u0378 \ue000 D’Souza &amp; &lt;Łukasz&gt;');
  });

  test('claims neither standard if the sheet was printed without a claim', async () => {
    const bare = await PDFDocument.create({ updateMetadata: false });
    bare.addPage();
    const pdf = await signPdf(Buffer.from(await bare.save({ useObjectStreams: false })), signing);
    expect(await brokenRules(pdf)).toEqual(expect.arrayContaining(['A 6.6.4-2, -3', 'UA 5']));
  });
});

describe('a certificate that breaks a rule is found out', () => {
  const spoilt: [rules: string[], what: string, spoil: (document: PDFDocument) => void][] = [
    [['A 6.2.3-1'], 'no output intent', ({ catalog }) => catalog.delete(key('OutputIntents'))],
    [['A 6.7.2.2-1'], 'not marked as tagged', ({ catalog }) => catalog.delete(key('MarkInfo'))],
    [['A 6.7.3.3-1'], 'no structure', ({ catalog }) => catalog.delete(key('StructTreeRoot'))],
    [['UA 7.2-2, -21 to -34'], 'no language', ({ catalog }) => catalog.delete(key('Lang'))],
    [['UA 7.1-10'], 'the title not shown', ({ catalog }) => catalog.delete(key('ViewerPreferences'))],
    [['A 6.8-4'], 'a file that is not associated', ({ catalog }) => catalog.delete(key('AF'))],
    [['A 6.3.2'], 'a hidden signature', (document) => widgetOf(document).set(key('F'), PDFNumber.of(2))],
    [['UA 7.18.1-3'], 'a signature without words', (document) => widgetOf(document).delete(key('TU'))],
    [
      ['A 6.3.3-1', 'UA 7.18.4-1'],
      'a signature with an extent',
      (document) => widgetOf(document).set(key('Rect'), document.context.obj([10, 10, 90, 40])),
    ],
    [['UA 7.18.5-2'], 'a link without words', (document) => annotationOf(document, 0).delete(key('Contents'))],
    [['UA 7.18.3-1'], 'no order of tabs', (document) => document.getPage(0).node.delete(key('Tabs'))],
    [
      ['A 6.5.1-1'],
      'an action of another kind',
      (document) => annotationOf(document, 0).lookup(key('A'), PDFDict).set(key('S'), key('JavaScript')),
    ],
    [['A 6.5.2'], 'an action at opening', ({ catalog, context }) => catalog.set(key('OpenAction'), context.obj({}))],
    [
      ['A 6.7.4-1'],
      'a language that is none',
      ({ catalog, context }) => {
        catalog
          .lookup(key('StructTreeRoot'), PDFDict)
          .set(key('X'), context.obj({ Lang: PDFString.of('no language') }));
      },
    ],
    [['UA 7.3-1'], 'a picture without words', (document) => elementOf(document, 'Figure').delete(key('Alt'))],
    [['UA 7.2-17'], 'a list that is none', (document) => elementOf(document, 'L').set(key('S'), key('P'))],
    [
      ['A 6.8-1'],
      'an attachment of no kind',
      (document) => attachmentOf(document, 'EmbeddedFile').delete(key('Subtype')),
    ],
    [
      ['A 6.8-2, -3'],
      'an attachment without a relation',
      (document) => attachmentOf(document, 'Filespec').delete(key('AFRelationship')),
    ],
    [
      ['A 6.4.1-3'],
      'appearances left to the reader',
      ({ catalog }) => catalog.lookup(key('AcroForm'), PDFDict).set(key('NeedAppearances'), PDFBool.True),
    ],
  ];
  const annotationOf = (document: PDFDocument, at: number) =>
    document.getPage(0).node.lookup(key('Annots'), PDFArray).lookup(at, PDFDict);
  const widgetOf = (document: PDFDocument) => annotationOf(document, 1);
  const found = (document: PDFDocument, entry: string, value: string): PDFDict => {
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      const dict = object instanceof PDFRawStream ? object.dict : object;
      if (dict instanceof PDFDict && dict.get(key(entry)) === key(value)) return dict;
    }
    throw new Error(`No ${value}`);
  };
  const elementOf = (document: PDFDocument, role: string) => found(document, 'S', role);
  const attachmentOf = (document: PDFDocument, type: string) => found(document, 'Type', type);

  test.each(spoilt)('%j: %s', async (rules, _, spoil) => {
    const document = await PDFDocument.load(plain, { updateMetadata: false });
    spoil(document);
    const pdf = Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
    expect(await brokenRules(pdf)).toEqual(rules);
  });
});
