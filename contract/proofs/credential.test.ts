import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { decode, encode, Tagged } from 'cborg';
import { describe, expect, it, test } from 'vitest';
import { readCredential, type SignedFacts, wasInForce, writeCredential } from './credential.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keyId = 'AAECAwQFBgc';
const facts: SignedFacts = {
  number: 'FMA-2026-7K3PW9QX2MTHA',
  name: 'श्री राजेश D’Souza',
  courseTitle: 'Survival Craft and Rescue Boats',
  issuedOn: '2026-11-20',
  expiresOn: '2031-11-19',
  cdcNumber: 'MUM 284391',
  indosNumber: '21GL4839',
  gradeNumber: '',
  signedAt: 1_795_156_200,
};
const written = (changes: Partial<SignedFacts> = {}) =>
  writeCredential({ ...facts, ...changes }, keyId, (message) => sign(null, message, privateKey));

describe('a credential', () => {
  test.each([{}, { expiresOn: null }, { issuedOn: '1969-12-31' }])('is read back as it was written: %o', (changes) => {
    const credential = readCredential(written(changes));
    expect(credential?.facts).toEqual({ ...facts, ...changes });
    expect(credential?.keyId).toBe(keyId);
    expect(
      verify(null, credential?.signed ?? new Uint8Array(), publicKey, credential?.signature ?? new Uint8Array()),
    ).toBe(true);
  });

  it('is a COSE_Sign1 by RFC 9052, signed by EdDSA over its headers and facts', () => {
    const [headers, unprotected, payload, signature] = decode(base32nopad.decode(written()), {
      tags: { 18: (content) => content() },
    });
    expect(decode(headers, { useMaps: true })).toEqual(
      new Map<number, unknown>([
        [1, -8],
        [4, new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7])],
      ]),
    );
    expect(unprotected).toEqual({});
    const structure = encode(['Signature1', headers, new Uint8Array(), payload]);
    expect(verify(null, structure, publicKey, signature)).toBe(true);
  });

  it('contains no passport number, birth date or email, and is short enough for a cheap camera', () => {
    const code = written();
    expect(decode(decode(base32nopad.decode(code), { tags: { 18: (c) => c() } })[2], { useMaps: true }).size).toBe(10);
    expect(code).toMatch(/^[A-Z2-7]+$/);
    expect(code.length).toBeLessThan(420);
  });

  it('is read in lower case too, as some scanners return it', () => {
    expect(readCredential(written().toLowerCase())?.facts).toEqual(facts);
  });

  it('never passes with one character changed: it cannot be read, or its signature does not match', () => {
    const code = written();
    for (let at = 0; at < code.length; at += 1) {
      const changed = `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`;
      const credential = readCredential(changed);
      const stillPasses =
        credential !== undefined &&
        credential.keyId === keyId &&
        verify(null, credential.signed, publicKey, credential.signature);
      expect(stillPasses, `character ${at}`).toBe(false);
    }
  });
});

describe('text that is not a credential', () => {
  const [headers, , payload, signature] = decode(base32nopad.decode(written()), {
    tags: { 18: (content) => content() },
  });
  /** A sound credential with one of its parts changed. */
  const altered = (part: { tag?: number; headers?: Uint8Array; payload?: Uint8Array; signature?: Uint8Array }) => {
    const { tag = 18, ...parts } = { headers, payload, signature, ...part };
    return base32nopad.encode(encode(new Tagged(tag, [parts.headers, {}, parts.payload, parts.signature])));
  };
  const bytes = (...all: number[]) => base32nopad.encode(new Uint8Array(all));
  const huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

  test.each([
    ['nothing', ''],
    ['no base 32', 'HELLO-WORLD-0189'],
    ['base 32 that is cut off', written().slice(0, -7)],
    ['more behind it', `${written()}AAAAAAAA`],
    ['one that is too long', 'A'.repeat(2_001)],
    ['one of a megabyte', 'A'.repeat(2 ** 20)],
    ['an array that claims 2^53 entries', bytes(0x9b, 0, 0x1f, ...huge.slice(1))],
    ['an array that claims 2^64 entries', bytes(0x9b, 0xff, ...huge)],
    ['a map that claims 2^53 entries', bytes(0xbb, 0, 0x1f, ...huge.slice(1))],
    ['bytes that claim 2 GB', bytes(0x5a, 0x7f, 0xff, 0xff, 0xff)],
    ['text that claims 2^53', bytes(0x7b, 0, 0x1f, ...huge.slice(1))],
    ['arrays a thousand deep', bytes(...Array<number>(1_200).fill(0x81), 0)],
    ['tags a thousand deep', bytes(...Array<number>(1_200).fill(0xd2), 0)],
    ['an endless array', bytes(0x9f, 0x00)],
    ['a number', base32nopad.encode(encode(7))],
    ['another tag', altered({ tag: 17 })],
    [
      'another algorithm',
      altered({
        headers: encode(
          new Map<number, unknown>([
            [1, -7],
            [4, new Uint8Array(8)],
          ]),
        ),
      }),
    ],
    ['no facts', altered({ payload: encode(new Map()) })],
    ['a short signature', altered({ signature: signature.slice(1) })],
    ['facts of another kind', altered({ payload: encode(new Map(Array.from({ length: 10 }, (_, i) => [i, i || 1]))) })],
  ])('is refused: %s', (_, code) => {
    expect(readCredential(code)).toBeUndefined();
  });

  it('is not what the altered ones are made from', () => {
    expect(readCredential(altered({}))?.facts).toEqual(facts);
  });
});

test('a key is in force from five minutes before its validity, for clocks that differ, to five minutes after it', () => {
  const [from, until] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')];
  const seconds = (date: Date, more: number) => date.getTime() / 1000 + more;
  const within = (key: { validFrom: Date; validUntil: Date | null }) =>
    [seconds(from, -301), seconds(from, -300), seconds(until, 300), seconds(until, 301)].map((at) =>
      wasInForce(key, at),
    );
  expect(within({ validFrom: from, validUntil: until })).toEqual([false, true, true, false]);
  expect(within({ validFrom: from, validUntil: null })).toEqual([false, true, true, true]);
});
