import { X509Certificate } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { ContentInfo, SignedData } from 'pkijs';
import { describe, expect, test } from 'vitest';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { signatureIn } from '../testing/pdf-signature.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import { signPdf } from './sign-pdf.ts';

const { press } = sharedPresses;
const { pdf: sheet } = await press.draw(certificateFacts());

const signedDataIn = (pdf: Buffer) =>
  new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(signatureIn(pdf).der).buffer).content });
const holds = async (pdf: Buffer): Promise<boolean> => {
  const data = new Uint8Array(signatureIn(pdf).content).buffer;
  return signedDataIn(pdf)
    .verify({ signer: 0, data })
    .catch(() => false);
};

describe.each(['p-256.p12', 'rsa.p12', undefined])('a PDF signed with %s', (file) => {
  test('is the sheet followed by a signature, over every byte except its own', async () => {
    const signing = await pdfSigning(file);
    const signed = await signPdf(sheet, signing);
    expect(signed.subarray(0, sheet.length).equals(sheet)).toBe(true);
    const { from, length, again, rest } = signatureIn(signed);
    expect([from, again + rest]).toEqual([0, signed.length]);
    expect([signed[length], signed[again - 1]].map((byte) => String.fromCharCode(byte ?? 0))).toEqual(['<', '>']);
    expect(await holds(signed)).toBe(true);
  });

  // shows: asvs/11.6.1
  test('is invalid if any byte of it changes', async () => {
    const signed = await signPdf(sheet, await pdfSigning(file));
    const { length, again } = signatureIn(signed);
    for (const at of [9, Math.floor(sheet.length / 2), length - 300, again + 3, signed.length - 7]) {
      const changed = Buffer.from(signed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await holds(changed), `byte ${at}`).toBe(false);
    }
  });

  test('contains the attributes of CAdES-B: kind, digest, and the signing certificate', async () => {
    const signing = await pdfSigning(file);
    const signed = signedDataIn(await signPdf(sheet, signing));
    const types = signed.signerInfos[0]?.signedAttrs?.attributes.map(({ type }) => type);
    expect(types?.sort()).toEqual(['1.2.840.113549.1.9.16.2.47', '1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4']);
    const own = new X509Certificate(signing.identity.certificates[0] ?? '');
    const [first] = signed.certificates ?? [];
    expect(first && Buffer.from(first.toSchema().toBER()).equals(own.raw)).toBe(true);
    expect(signed.certificates).toHaveLength(signing.identity.certificates.length);
  });
});

test('is not confused by text of the sheet that looks like the place of the signature', async () => {
  const name = `/ByteRange [ 0 9999999999 9999999999 9999999999 ] <${'0'.repeat(40)}>`;
  const { pdf } = await press.draw(certificateFacts({ name }), await pdfSigning());
  expect(await holds(pdf)).toBe(true);
});

test('keeps the text and claims of the sheet: tags, language, the link of its code', async () => {
  const { pdf } = await press.draw(certificateFacts(), await pdfSigning());
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  expect(document.getTitle()).toBe('Certificate of Completion FMA-2026-7K3PW9QX2MTHA, Rajesh Kumar D’Souza');
  expect(document.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
  expect(pdf.toString('latin1')).toMatch(/<pdfuaid:part [^>]*>1<.*<pdfaid:part>3<.*<pdfaid:conformance>A</);
  expect(document.getPage(0).node.Annots()?.size()).toBe(2);
});

// shows: threats/register-changed-directly
test('certifies the file and permits no change (DocMDP)', async () => {
  const signed = await signPdf(sheet, await pdfSigning());
  const document = await PDFDocument.load(signed, { updateMetadata: false });
  const perms = document.catalog.lookup(PDFName.of('Perms'), PDFDict);
  const signature = perms.lookup(PDFName.of('DocMDP'), PDFDict);
  const field = document.catalog
    .lookup(PDFName.of('AcroForm'), PDFDict)
    .lookup(PDFName.of('Fields'), PDFArray)
    .lookup(0, PDFDict);
  expect(field.get(PDFName.of('V'))).toBe(perms.get(PDFName.of('DocMDP')));
  const reference = signature.lookup(PDFName.of('Reference'), PDFArray).lookup(0, PDFDict);
  expect(reference.lookup(PDFName.of('TransformMethod'))).toBe(PDFName.of('DocMDP'));
  const parameters = reference.lookup(PDFName.of('TransformParams'), PDFDict);
  expect(parameters.lookup(PDFName.of('P'), PDFNumber).asNumber()).toBe(1);
});

test('attaches files in the order of their names, under the signature', async () => {
  const proof = {
    name: 'proof',
    type: 'text/plain',
    description: 'A proof',
    content: 'c2sp.org/tlog-proof@v1\nindex 0\n',
  };
  const badge = { name: 'badge.json', type: 'application/json', description: 'A badge', content: '{"é":1}' };
  const signed = await signPdf(sheet, { ...(await pdfSigning()), attachments: [proof, badge] });
  expect(await holds(signed)).toBe(true);
  const document = await PDFDocument.load(signed, { updateMetadata: false });
  const attached = document.getAttachments();
  expect(attached.map(({ name, data }) => [name, Buffer.from(data).toString()])).toEqual([
    ['badge.json', badge.content],
    ['proof', proof.content],
  ]);
  expect((await PDFDocument.load(await signPdf(sheet, await pdfSigning()))).getAttachments()).toEqual([]);
});
