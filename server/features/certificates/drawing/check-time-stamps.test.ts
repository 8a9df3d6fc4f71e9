import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { TimeStampResp } from 'pkijs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPdf } from '../../../../web/app/features/certificates/pdf/check-pdf.ts';
import { checkTimeStamp } from '../../../../web/app/features/certificates/pdf/time-stamp.ts';
import type { RegisteredCertificate } from '../../../../web/app/features/certificates/wire.ts';
import { timeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { timeStampRequest } from '../../../platform/time-stamps/token.ts';
import { certifiedPdf, facts, sourcesOf } from '../../../testing/certified-pdf.ts';
import { testAuthority } from '../../../testing/time-stamp-authority.ts';
import { createCertificatePress } from './draw-certificate.ts';
import { logProofFile, signPdf } from './sign-pdf.ts';
import { signatureTimeStamp } from './sign-pdf-cms.ts';
import { renewTimeStamp, timeStampPdf } from './time-stamp-pdf.ts';

const server = await testAuthority();
const { sheet, signing, signed } = await certifiedPdf();
const authority = timeStampAuthority(
  { url: server.url, authorization: undefined, trusted: [server.root] },
  () => new Date(),
);
const press = createCertificatePress();
afterAll(() => press.close());
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

describe('a time stamp', () => {
  test.each(['tsa', 'stranger'] as const)(
    'of exactly these bytes names its authority and time, by %s',
    async (signer) => {
      const answer = await checkTimeStamp(await tokenBy(signer), [content.subarray(0, 4), content.subarray(4)]);
      const name = signer === 'stranger' ? 'Stranger' : signer;
      const authority = { name, fingerprint: fingerprintOf(signer) };
      expect(answer).toEqual({ verdict: 'stamped', authority, at: expect.any(Date) });
      if (answer.verdict !== 'stamped') expect.unreachable();
      expect(Math.abs(answer.at.getTime() - Date.now())).toBeLessThan(60_000);
    },
  );

  // shows: threats/false-time-stamp
  test('of something else is foreign', async () => {
    expect(await checkTimeStamp(token, [Buffer.from('the value of another')])).toEqual({ verdict: 'foreign' });
  });

  // shows: threats/false-time-stamp
  test('is forged when its time, its signature or its certificate was changed', async () => {
    const time = /20\d{12}Z/.exec(token.toString('latin1'))?.[0] ?? '';
    const earlier = Buffer.from(time.replace(/^20\d\d/, '2020'));
    const other = new X509Certificate(server.certificateOf('other')).raw;
    const own = new X509Certificate(server.certificateOf('tsa')).raw;
    const forged = [
      replaced(token, Buffer.from(time), earlier),
      flipped(token, token.length - 1),
      replaced(token, own.subarray(20, 40), other.subarray(20, 40)),
    ];
    for (const each of forged) expect(await checkTimeStamp(each, [content])).toEqual({ verdict: 'forged' });
  });

  // shows: threats/false-time-stamp
  test.each(['tls', 'loose'] as const)(
    'is forged by a certificate that is not for time stamps alone: %s',
    async (signer) => {
      expect(await checkTimeStamp(await tokenBy(signer), [content])).toEqual({ verdict: 'forged' });
    },
  );

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(900)],
    ['a certificate', new X509Certificate(server.root).raw],
    ['a token with something behind it', Buffer.concat([token, Buffer.from('x')])],
    ['a token that is cut off', token.subarray(0, 900)],
  ])('that is %s cannot be read', async (_, bytes) => {
    expect(await checkTimeStamp(bytes, [content])).toEqual({ verdict: 'unreadable' });
  });

  test('says the same or nothing, whatever of it is changed', async () => {
    const answer = await checkTimeStamp(token, [content]);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(token);
        changed[at] = (changed[at] ?? 0) ^ change;
        const found = await checkTimeStamp(changed, [content]);
        if (found.verdict === 'stamped') expect(found).toEqual(answer);
      }),
      { numRuns: 600 },
    );
  });
});

describe('a PDF', () => {
  const entry = { ...facts, status: 'issued' } as unknown as RegisteredCertificate;
  const check = async (pdf: Uint8Array) => {
    const answer = await checkPdf(new Blob([Uint8Array.from(pdf)]), {
      ...sourcesOf(signing),
      register: async () => entry,
    });
    return answer.verdict === 'signed' ? answer.timeStamps : answer.verdict;
  };
  const means = { authority, press };
  const prepare = () => signPdf(sheet, { ...signing, attachments: [logProofFile('a proof')], isTimeStamped: true });
  const stampedByTsa = {
    verdict: 'stamped',
    authority: { name: 'tsa', fingerprint: fingerprintOf('tsa') },
    at: expect.any(Date),
  };

  test('has the time stamp of its signature and those of the file', async () => {
    const prepared = await prepare();
    const { pdf: stamped } = await timeStampPdf(prepared, means);
    expect(await check(prepared)).toEqual([]);
    expect(await check(stamped)).toEqual([stampedByTsa, stampedByTsa]);
    expect(await check((await renewTimeStamp(stamped, means)).pdf)).toEqual(Array(3).fill(stampedByTsa));
    expect(await check((await renewTimeStamp(signed, means)).pdf)).toEqual([stampedByTsa]);
  });

  // shows: threats/false-time-stamp
  test('stays the academy’s, and its time stamp is named, when that was changed or is of another file', async () => {
    const { pdf: stamped } = await timeStampPdf(await prepare(), means);
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
    const padded = Buffer.concat([elsewhere, Buffer.alloc(Math.max(0, last.length - elsewhere.length))]);
    expect(await check(swap(last, padded.subarray(0, Math.max(last.length, elsewhere.length))))).toEqual([
      stampedByTsa,
      { verdict: 'foreign' },
    ]);
  });
});
