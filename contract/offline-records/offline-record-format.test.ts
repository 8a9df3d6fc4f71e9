import { base64urlnopad as base64url, hex } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areAnswersSignedBy,
  BadRecord,
  decodeLinks,
  encodeLink,
  firstHash,
  hashAfter,
  isSignedBy,
  type Link,
  makeDeviceKey,
  type PlayedLink,
  publicKeyOf,
  signHead,
  verifyPart,
} from './offline-record-format.ts';

const passId = '019aaf00-0000-7000-8000-000000000001';
const session: Link = { kind: 'session', number: 1, wallClock: 1_795_000_000 };
const played: PlayedLink = {
  kind: 'played',
  film: 0,
  from: 0,
  to: 30_000,
  began: 150,
  took: 30_020,
  clockShift: 0,
  rate: 20,
  visible: true,
  muted: false,
};
const late: PlayedLink = {
  ...played,
  film: 40,
  from: 123_456,
  to: 123_457,
  began: 8_640_000,
  took: 0,
  clockShift: -3600,
  rate: 40,
  visible: false,
  muted: true,
};

// The same vectors stand in docs/offline-records.md. The hashes were computed with Python's hashlib too.
const vectors: [Link, string][] = [
  [session, '0001c08df6d706'],
  [played, '0100b0ea019601280051'],
  [late, '29c0c4070180ac8f04019f38a201'],
];
const all = vectors.map(([, bytes]) => hex.decode(bytes));
const headHash = 'bf868c9c248bdb7a9c867927cb7acb8904ace64fd1f8a7de1b4906612ba2af0d';
const vectorKey = 'BP_06FrGrDOiNVaps5hGlTobEHdh8zk18nF0HuDQfgV-gkU3zLf5NioNMq-0nM3yyDZi2p7t9twtxps2Z3_zzUs';
const vectorSignature = 'YP5vzwfimWtNXWBwNwr5HTeNBbP68FM3db3IoA5qQ7pvTZBlodXynDrGpHtRo3Ml_nf4RCYBYYrdwsPCKq4VaQ';

describe('the format of an offline record', () => {
  test.each(vectors)('writes %j as %s', (link, bytes) => {
    expect(hex.encode(encodeLink(link))).toBe(bytes);
    expect(decodeLinks(hex.decode(bytes))).toEqual([{ link, bytes: hex.decode(bytes) }]);
  });

  test('chains links by the id of the pass, and the device signs the last', async () => {
    const first = firstHash(passId);
    expect(hex.encode(first)).toBe('9208c150cb341757b26e97def690b04c8395abaa2935d2ad19ce509efe8f5e88');
    expect(hex.encode(hashAfter(first, all))).toBe(headHash);
    const head = { passId, number: 3, hash: hex.decode(headHash) };
    const [key, signature] = [base64url.decode(vectorKey), base64url.decode(vectorSignature)];
    expect(await isSignedBy(key, head, signature)).toBe(true);
    const others = [{ number: 4 }, { passId: passId.replace('1', '2') }, { hash: firstHash(passId) }];
    for (const other of others) expect(await isSignedBy(key, { ...head, ...other }, signature)).toBe(false);
    expect(await isSignedBy(key, head, signature.subarray(1))).toBe(false);
  });

  test('signs answers with the part beside them', async () => {
    const key = base64url.decode(
      'BKzB3InkzzWCH-jYGv05P1Z71UseCLjkZLX6NLEsH9tpzJIAt45y0mb17idyK8SOcjA-jC7uDFIyk2m_oHBa5rY',
    );
    const signature = base64url.decode(
      'ceYpy8UfCes1cZZ3DvSAiS-P531hvpVaQTsZbxh0xdMxEPKVTSPYgJMZ74lAdIJqkMhxdNYih6IdqHBNv0n5DA',
    );
    const lines = ['019aaf00-0000-7000-8000-00000000000a 2\n', '019aaf00-0000-7000-8000-00000000000b -\n'];
    const answers = { passId, partSignature: vectorSignature, answers: lines.join('') };
    expect(await areAnswersSignedBy(key, answers, signature)).toBe(true);
    const others = [
      ...[{ passId: passId.replace('1', '2') }, { partSignature: vectorSignature.replace('Y', 'Z') }],
      ...[{ answers: '' }, { answers: lines.toReversed().join('') }, { answers: lines.join('').replace('2', '1') }],
    ];
    for (const other of others) expect(await areAnswersSignedBy(key, { ...answers, ...other }, signature)).toBe(false);
    expect(await areAnswersSignedBy(key, answers, signature.subarray(1))).toBe(false);
    expect(await areAnswersSignedBy(key.subarray(1), answers, signature)).toBe(false);
  });

  test('reads every link that it writes, and only these bytes', () => {
    const whole = fc.nat({ max: 2 ** 40 });
    const anyLink = fc.oneof(
      fc.record({ kind: fc.constant('session' as const), number: fc.nat(), wallClock: whole }),
      fc
        .record({
          film: fc.nat({ max: 999 }),
          from: fc.nat(),
          length: fc.integer({ min: 1, max: 10 ** 7 }),
          began: whole,
          took: fc.nat(),
          clockShift: fc.integer(),
          rate: fc.nat({ max: 200 }),
          visible: fc.boolean(),
          muted: fc.boolean(),
        })
        .map(({ length, ...link }): Link => ({ ...link, kind: 'played', to: link.from + length })),
    );
    fc.assert(
      fc.property(fc.array(anyLink, { maxLength: 20 }), (links) => {
        const bytes = links.map(encodeLink);
        const read = decodeLinks(Uint8Array.from(bytes.flatMap((one) => [...one])));
        expect(read.map(({ link }) => link)).toEqual(links);
        expect(read.map((one) => hex.encode(one.bytes))).toEqual(bytes.map((one) => hex.encode(one)));
      }),
    );
    // what it reads from any bytes, it would write as these bytes: a link has one form
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const read = attempt(() => decodeLinks(bytes));
        if (read instanceof BadRecord) return;
        expect(read.flatMap(({ link }) => [...encodeLink(link)])).toEqual([...bytes]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['a link that ends too early', '0001'],
    ['a number of more bytes than it needs', '008100c08df6d706'],
    ['a number that is too large', '00ffffffffffffff7f00'],
    ['an empty link', '0100009601280051'],
    ['a link that took less than no time', '01000196010a0051'.replace('0a', '03')],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeLinks(hex.decode(bytes))).toThrow(BadRecord);
  });

  test.each([{ to: 0 }, { film: -2 }, { from: 0.5 }, { began: 2 ** 49 }])('does not write %j', (change) => {
    expect(() => encodeLink({ ...played, ...change })).toThrow(BadRecord);
  });
});

describe('a part of a record', () => {
  const links = Uint8Array.from(all.flatMap((one) => [...one]));

  async function signedPart() {
    const pair = await makeDeviceKey();
    const hash = hashAfter(firstHash(passId), all);
    const signature = await signHead(pair.privateKey, { passId, number: 3, hash });
    return {
      key: await publicKeyOf(pair),
      pair,
      part: { passId, first: 1, previous: firstHash(passId), links, signature },
    };
  }

  test('is verified by the key of its device, which cannot be read out', async () => {
    const { key, pair, part } = await signedPart();
    const { links: read, last, hash } = await verifyPart(key, part);
    expect([read.map(({ link }) => link), last, hex.encode(hash)]).toEqual([[session, played, late], 3, headHash]);
    await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow();
  });

  test('is refused with another number, pass, link, hash before it, signature or key', async () => {
    const { key, part } = await signedPart();
    const other = await signedPart();
    const longer = Uint8Array.from(links, (byte, at) => (at === 10 ? byte + 1 : byte));
    const changes = [
      ...[{ first: 2 }, { passId: passId.replace('1', '2') }, { links: links.subarray(0, 7) }, { links: longer }],
      ...[{ previous: hex.decode(headHash) }, { signature: other.part.signature }, { signature: new Uint8Array() }],
    ];
    for (const change of changes) await expect(verifyPart(key, { ...part, ...change })).rejects.toThrow(BadRecord);
    await expect(verifyPart(other.key, part)).rejects.toThrow('not that of the device');
    await expect(verifyPart(key.subarray(1), part)).rejects.toThrow('not a key');
    await expect(verifyPart(key, { ...part, links: new Uint8Array() })).rejects.toThrow('no links');
  });
});

function attempt<T>(work: () => T): T | BadRecord {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadRecord) return error;
    throw error;
  }
}
