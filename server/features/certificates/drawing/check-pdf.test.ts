import { createHmac, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkPdf, largestPdf, type PdfSources } from '../../../../web/app/features/certificates/pdf/check-pdf.ts';
import type { RegisteredCertificate } from '../../../../web/app/features/certificates/wire.ts';
import { logOfTwo } from '../../../../web/testing/log-proofs.ts';
import { type Evidence, timeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { testAuthority } from '../../../platform/time-stamps/testing/time-stamp-authority.ts';
import { timesOf } from '../../../testing/cases.ts';
import { certifiedPdf, facts, keysWith, published, sourcesOf } from '../testing/certified-pdf.ts';
import { signatureIn } from '../testing/pdf-signature.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import { logProofFile } from './pdf-attachment.ts';
import { signPdf } from './sign-pdf.ts';
import { renewTimeStamp, signTimeStamped } from './time-stamp-pdf.ts';

const anHour = 3_600_000;
const { sheet, signing, signed, withoutCode } = await certifiedPdf();
const entry = { ...facts, status: 'issued' } as unknown as RegisteredCertificate;
const check = (pdf: Uint8Array, changes: Partial<PdfSources> = {}) =>
  checkPdf(new Blob([Uint8Array.from(pdf)]), { ...sourcesOf(signing), register: async () => entry, ...changes });
const { url, root } = await testAuthority();
const authority = timeStampAuthority({ url, authorization: undefined, trusted: [root] }, () => new Date());
const { press } = sharedPresses;
/** What the entry of the certificate in the log covers. */
const stated = {
  kind: 'issue',
  number: facts.number,
  name: facts.name,
  issuedOn: facts.issuedOn,
  expiresOn: facts.expiresOn,
};
const signer = { name: 'Fairlead Maritime Academy', fingerprint: published(signing).fingerprint };

describe('a PDF as the academy signed it', () => {
  test.each([undefined, 'p-256.p12', 'rsa.p12'])(
    'is its own, signed with %s; only its number is sent',
    async (file) => {
      const made = await pdfSigning(file);
      const certificate = new X509Certificate(made.identity.certificates[0] ?? '');
      const own = { ...made, at: new Date(certificate.validFromDate.getTime() + anHour) };
      const register = vi.fn(async () => entry);
      const keys = async () => keysWith(published(signing), published(own));
      const answer = await check(await signPdf(sheet, own), { keys, register });
      expect(answer).toEqual({
        verdict: 'signed',
        signer: { name: certificate.subject.replace('CN=', ''), fingerprint: certificate.fingerprint256 },
        signedAt: own.at,
        code: { verdict: 'registered', certificate: entry },
        evidence: undefined,
        timeStamps: [],
        hasMoreTimeStamps: false,
      });
      expect(register.mock.calls).toEqual([[facts.number]]);
    },
  );

  test('without a network is checked by what the device has kept', async () => {
    const offline = { register: async () => undefined };
    expect(await check(signed, offline)).toMatchObject({ verdict: 'signed', code: { verdict: 'unprepared' } });
    for (const keys of [undefined, { ...keysWith(), pdfSigners: undefined }])
      expect(await check(signed, { keys: async () => keys })).toEqual({ verdict: 'unprepared' });
  });

  test('stays valid with its time stamps and the evidence for them, also renewed ones', async () => {
    const attachments = [logProofFile('a proof')];
    const prepared = await signPdf(sheet, { ...signing, attachments, isTimeStamped: true });
    const means = { authority, press };
    const renewed = async (pdf: Buffer) => (await renewTimeStamp(pdf, means, new Date())).pdf;
    const sign = async (evidence: Evidence) => ({
      pdf: await signPdf(sheet, { ...signing, attachments, isTimeStamped: true, evidence }),
    });
    const stamped = (await signTimeStamped(sign, signing.identity, means)).pdf;
    const addedLater = await renewed(prepared);
    // the last but one is the form of certificates up to version 0.2
    for (const pdf of [
      prepared,
      stamped,
      await renewed(stamped),
      addedLater,
      await renewed(addedLater),
      await renewed(signed),
    ]) {
      expect(await check(pdf)).toMatchObject({ verdict: 'signed', signer, code: { verdict: 'registered' } });
    }
  });

  test('stays valid with white space behind its end', async () => {
    expect(await check(Buffer.concat([signed, Buffer.from('\r\n')]))).toMatchObject({ verdict: 'signed' });
  });

  test('carries the proof of the public log, which is about this certificate or proves nothing', async () => {
    const evidenceOf = async (opening: { salt?: string; facts?: object }, digest = digestOf(stated, 'a salt')) => {
      const { keys, logProof } = await logOfTwo({ digest, opening });
      const answer = await check(await signPdf(sheet, { ...signing, attachments: [logProofFile(logProof)] }), {
        logKeys: async () => keys,
      });
      return answer.verdict === 'signed' && answer.evidence;
    };
    const salt = 'a salt';
    expect(await evidenceOf({ salt, facts: stated })).toMatchObject({ isProved: true, entry: 1, size: 2 });
    const wrong: Parameters<typeof evidenceOf>[] = [
      [{ salt, facts: stated }, 'a'.repeat(64)],
      [{ salt: 'another', facts: stated }],
      [{ salt }],
      [{}],
    ];
    for (const changes of [{ number: 'FMA-2026-0' }, { name: 'Somebody Else' }, { name: 7 }, { expiresOn: null }]) {
      const other = { ...stated, ...changes };
      wrong.push([{ salt, facts: other }, digestOf(other, salt)]);
    }
    for (const each of wrong) expect(await evidenceOf(...each)).toEqual({ isProved: false });
  });

  // shows: threats/register-changed-directly
  test('is disputed, and not forged, if the register does not have what its proof shows was in the log', async () => {
    const salt = 'a salt';
    const { keys, logProof } = await logOfTwo({ digest: digestOf(stated, salt), opening: { salt, facts: stated } });
    const proved = await signPdf(sheet, { ...signing, attachments: [logProofFile(logProof)] });
    const codeOf = async (pdf: Uint8Array, changes: Partial<PdfSources> = {}) => {
      const sources = { logKeys: async () => keys, register: async () => null, ...changes };
      const answer = await check(pdf, sources);
      return answer.verdict === 'signed' && answer.code;
    };
    const denied = { verdict: 'forged', deniedBy: 'register' };
    expect(await codeOf(proved)).toEqual({ verdict: 'disputed' });
    const renamed = async () => ({ ...entry, name: 'Somebody Else' });
    expect(await codeOf(proved, { register: renamed })).toEqual({ verdict: 'disputed' });
    expect(await codeOf(signed)).toEqual(denied);
    expect(await codeOf(proved, { logKeys: async () => undefined })).toEqual(denied);
    expect(await codeOf(proved, { logKeys: async () => (await logOfTwo()).keys })).toEqual(denied);
    const [key] = keysWith().keys.map((each) => ({ ...each, validUntil: '2026-11-19T00:00:00.000Z' }));
    const ended = async () => ({ ...keysWith(published(signing)), keys: key ? [key] : [] });
    expect(await codeOf(proved, { keys: ended })).toEqual({ verdict: 'forged', deniedBy: 'time' });
  });

  test('is no certificate without a code', async () => {
    expect(await check(withoutCode)).toEqual({ verdict: 'no-certificate', signer });
  });
});

describe('another file', () => {
  test.each([
    ['is no PDF', Buffer.from('a picture'), 'not-pdf'],
    ['is empty', Buffer.alloc(0), 'not-pdf'],
    ['is not signed', sheet, 'unsigned'],
    ['is not signed, and encrypted', Buffer.concat([sheet, Buffer.from('trailer << /Encrypt 9 0 R >>')]), 'encrypted'],
    ['is too large', Buffer.alloc(largestPdf + 1), 'too-large'],
  ])('that %s is answered before anything is asked', async (_, pdf, verdict) => {
    const nothing = vi.fn(async () => undefined);
    const asked = { keys: nothing, register: nothing, logKeys: nothing, withdrawals: nothing };
    expect(await check(pdf, asked)).toEqual({ verdict });
    expect(nothing).not.toHaveBeenCalled();
  });

  test('gets an answer whatever it contains, and none that confirms it', async () => {
    const { length, again } = signatureIn(signed);
    const places = fc.oneof(
      fc.nat(signed.length - 1),
      fc.integer({ min: sheet.length, max: length }),
      fc.integer({ min: length, max: length + 1500 }),
      fc.integer({ min: again, max: signed.length - 2 }),
    );
    const cut = fc.record({ at: places, length: fc.nat(300), put: fc.uint8Array({ maxLength: 60 }) });
    const words = fc.constantFrom(
      '<<',
      '[',
      '(',
      '<',
      '/ByteRange [0 9 20 3]',
      '1 0 obj',
      'xref',
      'trailer',
      'stream',
      ' ',
    );
    const tail = fc.array(words, { maxLength: 40 }).map((all) => Buffer.from(all.join(' ')));
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { maxLength: 3 }), tail, async (cuts, end) => {
        let pdf = Buffer.from(signed);
        for (const { at, length: gone, put } of cuts)
          pdf = Buffer.concat([pdf.subarray(0, at), put, pdf.subarray(at + gone)]);
        pdf = Buffer.concat([pdf, end]);
        const isSame = pdf.toString('latin1').trimEnd() === signed.toString('latin1').trimEnd();
        const { verdict } = await check(pdf);
        expect(verdict === 'signed').toBe(isSame);
      }),
      { numRuns: timesOf(40, 150) },
    );
  });

  test.each([
    '<<',
    '[',
    '(',
    '1 0 obj ',
    '1 0 obj (',
    '1 0 obj <',
    '/ByteRange ',
    '/ByteRange [0 9 20 3] ',
    '%\n',
    'xref 0 9 ',
  ])('of megabytes of %j is answered', async (word) => {
    const verdicts = [];
    for (const start of [Buffer.from('%PDF-1.7\n'), signed]) {
      verdicts.push((await check(Buffer.concat([start, Buffer.from(word.repeat(3_000_000 / word.length))]))).verdict);
    }
    expect(['unsigned', 'uncovered']).toContain(verdicts[0]);
    expect(verdicts[1]).toBe('appended');
  });
});

function digestOf(stated: object, salt: string): string {
  const sorted = Object.fromEntries(Object.entries(stated).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha256', salt).update(JSON.stringify(sorted)).digest('hex');
}
