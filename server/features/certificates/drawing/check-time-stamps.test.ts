import { X509Certificate } from 'node:crypto';
import { type BaseBlock, fromBER, OctetString, type Sequence } from 'asn1js';
import fc from 'fast-check';
import { TimeStampResp } from 'pkijs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkPdf } from '../../../../web/app/features/certificates/pdf/check-pdf.ts';
import { checkTimeStamp, tolerance } from '../../../../web/app/features/certificates/pdf/time-stamp.ts';
import type { RegisteredCertificate } from '../../../../web/app/features/certificates/wire.ts';
import { type Evidence, timeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { testAuthority } from '../../../platform/time-stamps/testing/time-stamp-authority.ts';
import { timeStampRequest } from '../../../platform/time-stamps/token.ts';
import { longTest, timesOf } from '../../../testing/cases.ts';
import { certifiedPdf, facts, sourcesOf } from '../testing/certified-pdf.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import { logProofFile } from './pdf-attachment.ts';
import { signPdf } from './sign-pdf.ts';
import { signatureTimeStamp, signatureValue } from './sign-pdf-cms.ts';
import { renewTimeStamp, signTimeStamped } from './time-stamp-pdf.ts';

const server = await testAuthority();
const { sheet, signing, signed } = await certifiedPdf();
const authority = timeStampAuthority(
  { url: server.url, authorization: undefined, trusted: [server.root] },
  () => new Date(),
);
const { press } = sharedPresses;
beforeEach(() => void Object.assign(server, { signer: 'tsa' }));

const content = Buffer.from('the value of a signature');
const fingerprintOf = (name: string) => new X509Certificate(server.certificateOf(name)).fingerprint256;

/** A token of `openssl ts`, which nobody has checked. */
async function tokenBy(signer: typeof server.signer, of: Uint8Array = content): Promise<Buffer> {
  server.signer = signer;
  const body = new Uint8Array(timeStampRequest(of, Buffer.from('0102030405060708', 'hex')));
  const answer = await (await fetch(server.url, { method: 'POST', body })).arrayBuffer();
  return Buffer.from(TimeStampResp.fromBER(answer).timeStampToken?.toSchema().toBER() ?? new ArrayBuffer(0));
}
const token = await tokenBy('tsa');

/** The bytes with one place of them replaced. */
function replaced(bytes: Buffer, old: Uint8Array, by: Uint8Array): Buffer {
  const at = bytes.indexOf(old);
  expect(at).toBeGreaterThan(0);
  return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + old.length)]);
}
const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

type Branch = BaseBlock & Pick<Sequence, 'valueBlock'>;
/** A value in DER: a block of the library, with those in it. */
const tree = (der: Uint8Array) => fromBER(Uint8Array.from(der)).result as unknown as Branch;
const inside = (block: Branch | undefined, ...path: number[]): Branch =>
  path.reduce((found, index) => found?.valueBlock.value.at(index) as Branch, block as Branch);
const derOf = (block: Branch) => Buffer.from(block.toBER());

function withoutCertificates(der: Buffer): Buffer {
  const whole = tree(der);
  const parts = inside(whole, 1, 0).valueBlock.value;
  expect(parts[3]?.idBlock).toMatchObject({ tagClass: 3, tagNumber: 0 });
  parts.splice(3, 1);
  return derOf(whole);
}

function withOtherCertificate(der: Buffer): Buffer {
  const [own, other] = ['tsa', 'other'].map((name) => new X509Certificate(server.certificateOf(name)).raw);
  return replaced(der, (own as Buffer).subarray(20, 40), (other as Buffer).subarray(20, 40));
}

/** A token with another time, which is a character longer. */
function withTime(der: Buffer, time: string): Buffer {
  const whole = tree(der);
  const holder = inside(whole, 1, 0, 2, 1).valueBlock.value;
  const info = Buffer.from((holder[0] as unknown as OctetString).getValue());
  const longer = replaced(
    info,
    Buffer.from(`\x18\x0f${/20\d{12}Z/.exec(info.toString('latin1'))?.[0]}`),
    Buffer.from(`\x18\x10${time}`),
  );
  const lengthAt = longer[1] === 0x81 ? 2 : 1;
  longer[lengthAt] = (longer[lengthAt] ?? 0) + 1;
  holder[0] = new OctetString({ valueHex: Uint8Array.from(longer).buffer }) as never;
  return derOf(whole);
}

/** A signature with something behind its value, with the tag of unsigned attributes. */
function withUnsigned(cms: Buffer, unsigned: Buffer): Buffer {
  const whole = tree(cms);
  inside(whole, 1, 0, -1, 0).valueBlock.value.push(
    new OctetString({ valueHex: Uint8Array.from(unsigned).buffer }) as never,
  );
  const der = derOf(whole);
  // only now, since the library writes nothing that is in disorder
  der[der.length - derOf(new OctetString({ valueHex: Uint8Array.from(unsigned).buffer }) as never).length] = 0xa1;
  return der;
}

describe('a time stamp', () => {
  const check = (bytes: Buffer, now = new Date()) => checkTimeStamp(bytes, [content], now);

  test.each(['tsa', 'stranger'] as const)(
    'of exactly these bytes names its authority and time, by %s',
    async (signer) => {
      const parts = [content.subarray(0, 4), content.subarray(4)];
      const answer = await checkTimeStamp(await tokenBy(signer), parts, new Date());
      const name = signer === 'stranger' ? 'Stranger' : signer;
      const authority = { name, fingerprint: fingerprintOf(signer) };
      expect(answer).toEqual({ verdict: 'stamped', authority, at: expect.any(Date) });
      if (answer.verdict !== 'stamped') expect.unreachable();
      expect(Math.abs(answer.at.getTime() - Date.now())).toBeLessThan(60_000);
    },
  );

  // shows: threats/false-time-stamp
  test('of something else is foreign', async () => {
    expect(await checkTimeStamp(token, [Buffer.from('the value of another')], new Date())).toEqual({
      verdict: 'foreign',
    });
  });

  // shows: threats/false-time-stamp
  test('is forged when its time or its signature was changed', async () => {
    const time = /20\d{12}Z/.exec(token.toString('latin1'))?.[0] ?? '';
    const earlier = Buffer.from(time.replace(/^20\d\d/, '2020'));
    const forged = [replaced(token, Buffer.from(time), earlier), flipped(token, token.length - 1)];
    for (const each of forged) expect(await check(each)).toEqual({ verdict: 'forged' });
  });

  // shows: threats/false-time-stamp
  test.each(['tls', 'loose'] as const)(
    'is forged by a certificate that is not for time stamps alone: %s',
    async (signer) => {
      expect(await check(await tokenBy(signer))).toEqual({ verdict: 'forged' });
    },
  );

  // shows: threats/false-time-stamp
  test('is of the future when its time is later than that of the device, beyond a tolerance', async () => {
    const answer = await check(token);
    if (answer.verdict !== 'stamped') expect.unreachable();
    const asOf = (sooner: number) => check(token, new Date(answer.at.getTime() - sooner));
    expect(await asOf(tolerance)).toEqual(answer);
    expect(await asOf(tolerance + 1)).toEqual({ verdict: 'future' });
  });

  test.each([
    ['without its certificate', withoutCertificates(token)],
    ['with another certificate in its place', withOtherCertificate(token)],
    ['at a time that does not exist', withTime(token, '2026010100.9e10Z')],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(900)],
    ['a certificate', new X509Certificate(server.root).raw],
    ['a token with something behind it', Buffer.concat([token, Buffer.from('x')])],
    ['a token that is cut off', token.subarray(0, 900)],
  ])('that is %s cannot be read', async (_, bytes) => {
    expect(await check(bytes)).toEqual({ verdict: 'unreadable' });
  });

  test('says the same or nothing, whatever of it is changed', async () => {
    const answer = await check(token);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(token);
        changed[at] = (changed[at] ?? 0) ^ change;
        const found = await check(changed);
        if (found.verdict === 'stamped') expect(found).toEqual(answer);
      }),
      { numRuns: timesOf(100, 600) },
    );
  });
});

const means = { authority, press };
const stampedByTsa = {
  verdict: 'stamped',
  authority: { name: 'tsa', fingerprint: fingerprintOf('tsa') },
  at: expect.any(Date),
};

const attachments = [logProofFile('a proof')];
const prepared = await signPdf(sheet, { ...signing, attachments, isTimeStamped: true });
const renewed = async (pdf: Buffer) => (await renewTimeStamp(pdf, means, new Date())).pdf;
const [signatureOfIt] = await press.signatures(prepared);
const cms = signatureOfIt?.cms as Buffer;
const length = (bytes: Buffer) =>
  bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 255];
const value = (tag: number, ...parts: Buffer[]) => {
  const all = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...length(all)]), all]);
};
const attribute = (id: string, ...values: Buffer[]) =>
  value(0x30, value(0x06, Buffer.from(id, 'hex')), value(0x31, ...values));
const stampId = '2a864886f70d010910020e';
const counterSignatureId = '2a864886f70d010906';
const stampOfIt = await tokenBy('tsa', signatureValue(cms));
const unreadable = { verdict: 'unreadable' };

describe('a PDF', () => {
  const entry = { ...facts, status: 'issued' } as unknown as RegisteredCertificate;
  const answerTo = (pdf: Uint8Array) =>
    checkPdf(new Blob([Uint8Array.from(pdf)]), {
      ...sourcesOf(signing),
      register: async () => entry,
      now: new Date(),
    });
  const check = async (pdf: Uint8Array) => {
    const answer = await answerTo(pdf);
    return answer.verdict === 'signed' ? answer.timeStamps : answer.verdict;
  };
  test('has the time stamp of its signature and those of the file', async () => {
    const sign = async (evidence: Evidence) => ({
      pdf: await signPdf(sheet, { ...signing, attachments, isTimeStamped: true, evidence }),
    });
    const { pdf: stamped } = await signTimeStamped(sign, signing.identity, means);
    expect(await check(prepared)).toEqual([]);
    expect(await check(await renewed(prepared))).toEqual([stampedByTsa]);
    expect(await check(stamped)).toEqual([stampedByTsa]);
    expect(await check(await renewed(await renewed(stamped)))).toEqual(Array(3).fill(stampedByTsa));
    expect(await check(await renewed(signed))).toEqual([stampedByTsa]);
  });

  // shows: threats/false-time-stamp
  test('stays the academy’s, and its time stamp is named, when that was changed or is of another file', async () => {
    const stamped = await renewed(await renewed(prepared));
    const [signature, archive] = await press.signatures(stamped);
    const hex = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString('hex'));
    const own = signatureTimeStamp(signature?.cms as Buffer) as Buffer;
    const inFile = (bytes: Uint8Array) =>
      stamped.includes(hex(bytes)) ? hex(bytes) : Buffer.from(hex(bytes).toString().toUpperCase());
    const swap = (old: Buffer, by: Buffer) => replaced(stamped, inFile(old), hex(by));
    // what the file's own time stamp covers has changed too
    expect(await check(swap(own, flipped(own, own.length - 1)))).toEqual([
      { verdict: 'forged' },
      { verdict: 'foreign' },
    ]);
    const last = archive?.cms as Buffer;
    expect(await check(swap(last, flipped(last, last.length - 1)))).toEqual([stampedByTsa, { verdict: 'forged' }]);
    const elsewhere = await tokenBy('tsa', Buffer.from('another file'));
    const padded = Buffer.concat([elsewhere, Buffer.alloc(last.length - elsewhere.length)]);
    expect(padded.length).toBe(last.length);
    expect(await check(swap(last, padded))).toEqual([stampedByTsa, { verdict: 'foreign' }]);
  });

  // shows: threats/false-time-stamp
  test.each([
    ['nothing', [], []],
    [
      'two attributes with a time stamp',
      [attribute(stampId, stampOfIt), attribute(stampId, token)],
      [stampedByTsa, { verdict: 'foreign' }],
    ],
    ['one attribute with two time stamps', [attribute(stampId, stampOfIt, stampOfIt)], [stampedByTsa, stampedByTsa]],
    [
      'counter-signatures',
      [attribute(counterSignatureId, value(0x30)), attribute(counterSignatureId, value(0x30), value(0x30))],
      [],
    ],
    ['a time stamp whose value is in disorder', [attribute(stampId, value(0x30, Buffer.from('0605')))], [unreadable]],
    [
      'what is no attribute, and a time stamp',
      [value(0x04, Buffer.alloc(2)), attribute(stampId, stampOfIt)],
      [stampedByTsa, unreadable],
    ],
    ['no values at all', [Buffer.from('30ff', 'hex')], [unreadable]],
    ['sixteen time stamps', Array<Buffer>(16).fill(attribute(stampId, value(0x30))), Array(16).fill(unreadable)],
    [
      'more time stamps than are checked',
      Array<Buffer>(17).fill(attribute(stampId, value(0x30))),
      [...Array<unknown>(16).fill(unreadable), 'and more'],
    ],
  ])('stays the academy’s when what is not signed of its signature has %s', async (_, unsigned, timeStamps) => {
    const changed = withUnsigned(cms, Buffer.concat(unsigned)).toString('hex');
    const before = cms.toString('hex');
    const place = prepared.includes(before) ? before : before.toUpperCase();
    const room = place.padEnd(changed.length, '0');
    const file = replaced(prepared, Buffer.from(room), Buffer.from(changed.padEnd(room.length, '0')));
    const answer = await answerTo(file);
    if (answer.verdict !== 'signed') expect.unreachable();
    expect([...answer.timeStamps, ...(answer.hasMoreTimeStamps ? ['and more'] : [])]).toEqual(timeStamps);
  });

  longTest('says that there are more time stamps than the eleven after its signature that are checked', async () => {
    let pdf = signed;
    for (let count = 0; count < 11; count++) pdf = await renewed(pdf);
    const timeStamps = Array(11).fill(stampedByTsa);
    expect(await answerTo(pdf)).toMatchObject({ verdict: 'signed', timeStamps, hasMoreTimeStamps: false });
    pdf = await renewed(pdf);
    expect(await answerTo(pdf)).toMatchObject({ verdict: 'signed', timeStamps, hasMoreTimeStamps: true });
  });

  test('is read into memory once more for each of its time stamps, and not for all at the same time', async () => {
    let pdf = signed;
    for (let count = 0; count < 3; count++) pdf = await renewed(pdf);
    const { subtle } = crypto;
    const digest = subtle.digest.bind(subtle);
    const [large, most] = [{ now: 0 }, { now: 0 }];
    const watched = vi.spyOn(subtle, 'digest').mockImplementation(async (hash, data) => {
      const isLarge = data.byteLength > pdf.length / 2;
      if (isLarge) most.now = Math.max(most.now, ++large.now);
      const answer = await digest(hash, data);
      if (isLarge) large.now--;
      return answer;
    });
    onTestFinished(() => watched.mockRestore());
    expect(await check(pdf)).toEqual(Array(3).fill(stampedByTsa));
    expect(most.now).toBe(1);
  });
});
