import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Evidence, type TimeStampAuthority, timeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { testAuthority } from '../../../platform/time-stamps/testing/time-stamp-authority.ts';
import { readToken } from '../../../platform/time-stamps/token.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { describeWithPdfReaders, readWith } from '../testing/pdf-readers.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import { logProofFile } from './pdf-attachment.ts';
import { type ByteRange, coveredBy } from './pdf-place.ts';
import { signatureTimeStamp, signatureValue } from './sign-pdf-cms.ts';
import { renewTimeStamp, signTimeStamped } from './time-stamp-pdf.ts';

const server = await testAuthority();
const folder = await mkdtemp(join(tmpdir(), 'fairlead-stamped-'));
const { press } = sharedPresses;
afterAll(async () => {
  await rm(folder, { recursive: true });
});
beforeEach(() => void Object.assign(server, { lie: undefined, signer: 'tsa' }));
const client = () =>
  timeStampAuthority({ url: server.url, authorization: undefined, trusted: [server.root] }, () => new Date());
const means = () => ({ authority: client(), press });
const inFolder = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

// the chain of an authority: the signer's certificate, and who issued it
const attachments = [logProofFile('c2sp.org/tlog-proof@v1\n')];
const signing = { ...(await pdfSigning('p-256.p12')), attachments, isTimeStamped: true };
const drawn = (evidence?: Evidence) => press.draw(certificateFacts(), { ...signing, evidence });
const stampedBy = (authority: TimeStampAuthority) => signTimeStamped(drawn, signing.identity, { authority, press });
const renewedOf = (pdf: Buffer) => renewTimeStamp(pdf, means(), new Date());
const stamped = await stampedBy(client());
const renewed = await renewedOf(stamped.pdf);
const placeOf = ({ place } = { place: { open: 0, close: 0 } }): ByteRange => place;
const catalogOf = async (pdf: Buffer) => (await PDFDocument.load(pdf, { updateMetadata: false })).catalog;

// shows: threats/signature-outlived
describe('a PDF with time stamps', () => {
  test('has one signature over the whole file, with the evidence in it and a token at its place', async () => {
    const [signature, ...more] = await press.signatures(stamped.pdf);
    expect([signature?.isTimeStamp, more]).toEqual([false, []]);
    expect((await rangeOf(stamped.pdf, 0)).end).toBe(stamped.pdf.length);
    const token = signatureTimeStamp(signature?.cms as Buffer);
    expect(readToken(token as Buffer).info.genTime.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(Math.round((stamped.until.getTime() - Date.now()) / 86_400_000)).toBe(3000);
  });

  test('has each signature over a whole revision except its own place, the last over the whole file', async () => {
    const found = await press.signatures(renewed.pdf);
    const ends = await Promise.all(found.map(async (_, index) => (await rangeOf(renewed.pdf, index)).end));
    const revisions = [...renewed.pdf.toString('latin1').matchAll(/%%EOF\r?\n?/g)].map(
      (eof) => eof.index + eof[0].length,
    );
    expect(ends).toEqual([stamped.pdf.length, renewed.pdf.length]);
    for (const end of ends) expect(revisions.some((revision) => Math.abs(revision - end) <= 1)).toBe(true);
    for (const [index, { place }] of found.entries()) {
      const { open, close } = await rangeOf(renewed.pdf, index);
      expect(place).toEqual({ open, close });
      expect([renewed.pdf[open], renewed.pdf[close - 1]]).toEqual([...Buffer.from('<>')]);
    }
  });

  test('has the chains of signer and authority and the list of revoked certificates in its security store, once', async () => {
    for (const pdf of [stamped.pdf, renewed.pdf]) {
      const store = (await catalogOf(pdf)).lookup(PDFName.of('DSS'), PDFDict);
      const sizes = ['Certs', 'CRLs'].map((name) => store.lookup(PDFName.of(name), PDFArray).size());
      expect(sizes).toEqual([signing.identity.certificates.length + 2, 1]);
    }
    const extension = (await catalogOf(stamped.pdf)).lookup(PDFName.of('Extensions'), PDFDict);
    expect(extension.lookup(PDFName.of('ESIC'), PDFDict).toString()).toContain('/BaseVersion /1.7');
  });

  test('has invisible fields as PDF/A-3 and PDF/UA require', async () => {
    const page = (await PDFDocument.load(renewed.pdf, { updateMetadata: false })).getPage(0);
    const annotations = page.node.lookup(PDFName.of('Annots'), PDFArray);
    const fields = annotations
      .asArray()
      .map((_, index) => annotations.lookup(index, PDFDict))
      .filter((one) => one.get(PDFName.of('Subtype')) === PDFName.of('Widget'));
    expect(fields).toHaveLength(2);
    for (const field of fields) {
      const flags = field.lookup(PDFName.of('F'), PDFNumber).asNumber();
      // printed; neither invisible, hidden, NoView nor ToggleNoView (ISO 19005-3, 6.3.2)
      expect(flags & (1 | 2 | 4 | 32 | 256)).toBe(4);
      expect(field.get(PDFName.of('Rect'))?.toString()).toBe('[ 0 0 0 0 ]');
      expect(field.has(PDFName.of('TU'))).toBe(true);
    }
  });
});

/** The byte range that the dictionary of a signature states. */
async function rangeOf(pdf: Buffer, index: number) {
  const form = (await catalogOf(pdf)).lookup(PDFName.of('AcroForm'), PDFDict);
  const field = form.lookup(PDFName.of('Fields'), PDFArray).lookup(index, PDFDict);
  const range = field.lookup(PDFName.of('V'), PDFDict).lookup(PDFName.of('ByteRange'), PDFArray);
  const [from = 0, open = 0, close = 0, rest = 0] = range.asArray().map((one) => (one as PDFNumber).asNumber());
  expect(from).toBe(0);
  return { open, close, end: close + rest };
}

test('a token that is longer than its place is refused, and leaves the file as it was', async () => {
  const long = { ...client(), stamp: async () => ({ der: Buffer.alloc(20_000), at: new Date(), chain: [] }) };
  const refusal = 'The token of 20000 bytes is longer than its place';
  await expect(stampedBy(long)).rejects.toThrow(refusal);
  const { pdf } = await drawn();
  const before = Buffer.from(pdf);
  await expect(renewTimeStamp(pdf, { authority: long, press }, new Date())).rejects.toThrow(refusal);
  expect(pdf.equals(before)).toBe(true);
});

test('an authority that changes its signer is asked again, until the evidence is that of its token', async () => {
  const authority = client();
  await authority.signers();
  server.signer = 'other';
  const requests = server.requests.length;
  const { pdf } = await stampedBy(authority);
  const stamps = server.requests.slice(requests).filter(({ path }) => path === '/');
  expect(stamps).toHaveLength(2);
  const store = (await catalogOf(pdf)).lookup(PDFName.of('DSS'), PDFDict);
  // both signers, their root, and the academy's
  expect(store.lookup(PDFName.of('Certs'), PDFArray).size()).toBe(signing.identity.certificates.length + 3);
  expect((await press.signatures(pdf)).map(({ isTimeStamp }) => isTimeStamp)).toEqual([false]);
});

test('an authority whose every token is of a signer without evidence gives no time stamp', async () => {
  const authority = client();
  const changing = { ...authority, signers: async () => [] };
  await expect(stampedBy(changing)).rejects.toThrow('signs with another certificate each time');
});

test('a signature that was made without its time stamp gets it at its place, and the file is not extended', async () => {
  const { pdf } = await drawn();
  const later = await renewedOf(pdf);
  const [signature, ...more] = await press.signatures(later.pdf);
  const { open, close } = placeOf(signature);
  expect([more, later.pdf.length]).toEqual([[], pdf.length]);
  expect(coveredBy(later.pdf, { open, close }).equals(coveredBy(pdf, { open, close }))).toBe(true);
  expect(signatureTimeStamp(signature?.cms as Buffer)).toBeDefined();
  // the next one is a document time stamp, with the evidence for both: certificates up to version 0.2 are such files
  const archived = await renewedOf(later.pdf);
  expect(archived.pdf.subarray(0, pdf.length).equals(later.pdf)).toBe(true);
  const store = (await catalogOf(archived.pdf)).lookup(PDFName.of('DSS'), PDFDict);
  expect(store.lookup(PDFName.of('Certs'), PDFArray).size()).toBe(signing.identity.certificates.length + 2);
});

test('a PDF without room for a time stamp gets a document time stamp, however it was signed', async () => {
  const { pdf } = await press.draw(certificateFacts(), { ...signing, isTimeStamped: false });
  const later = await renewedOf(pdf);
  expect(later.pdf.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect((await press.signatures(later.pdf)).map(({ isTimeStamp }) => isTimeStamp)).toEqual([false, true]);
});

describeWithPdfReaders('time stamps in other programs', () => {
  test('pdfsig finds the signature over the whole document, and a renewed time stamp too; qpdf finds no error', async () => {
    const file = await inFolder('stamped.pdf', stamped.pdf);
    const { said } = readWith('pdfsig', '-nocert', file);
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('Total document signed');
    const [, second] = readWith('pdfsig', '-nocert', await inFolder('renewed.pdf', renewed.pdf)).said.split(
      'Signature #2',
    );
    expect(second).toContain('Signature Field Name: Time stamp 1');
    expect(second).toContain('Total document signed');
    for (const path of [file, await inFolder('renewed.pdf', renewed.pdf)]) {
      const { status, said: words } = readWith('qpdf', '--check', path);
      expect(status, words).toBe(0);
      expect(words).toContain('No syntax or stream encoding errors found');
    }
  });

  test('openssl verifies each token over what it covers, and not over anything else', async () => {
    const [signature, ...archives] = await press.signatures(renewed.pdf);
    const cms = signature?.cms as Buffer;
    const tokens: [Buffer, Buffer][] = [[signatureTimeStamp(cms) as Buffer, signatureValue(cms)]];
    for (const [index, { cms: token, place }] of archives.entries()) {
      const { end } = await rangeOf(renewed.pdf, index + 1);
      tokens.push([token, coveredBy(renewed.pdf.subarray(0, end), place)]);
    }
    expect(tokens).toHaveLength(2);
    for (const [token, content] of tokens) {
      const tokenFile = await inFolder('token', token);
      const verify = async (data: Buffer) => {
        const given = ['-in', tokenFile, '-token_in', '-data', await inFolder('data', data)];
        return readWith('openssl', 'ts', '-verify', ...given, '-CAfile', server.rootFile);
      };
      expect((await verify(content)).said).toContain('Verification: OK');
      expect((await verify(Buffer.concat([content, Buffer.from('!')]))).said).toContain('message imprint mismatch');
    }
  });

  test('openssl still verifies the signature, whose token it does not cover', async () => {
    const [signature] = await press.signatures(stamped.pdf);
    const { open, close } = placeOf(signature);
    const content = await inFolder('content', coveredBy(stamped.pdf, { open, close }));
    const root = await inFolder('root.pem', signing.identity.certificates.at(-1) ?? '');
    const form = ['-cades', '-binary', '-inform', 'DER', '-in', await inFolder('cms', signature?.cms as Buffer)];
    const trust = ['-CAfile', root, '-purpose', 'any', '-no_check_time'];
    const { status, said } = readWith(
      'openssl',
      'cms',
      '-verify',
      ...form,
      ...trust,
      '-content',
      content,
      '-out',
      '/dev/null',
    );
    expect(status, said).toBe(0);
  });
});
