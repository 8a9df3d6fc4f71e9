import { deflateRawSync } from 'node:zlib';
import { longestProgressFile } from '@fairlead/contract/offline-records';
import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad as base32 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { drawCode } from '../../lib/codes/draw-code.ts';
import { codesOf, fileIn, missingIn, NoWholeFile, type ReadCodes, withCode } from './progress-codes.ts';
import { missingInWords } from './progress-words.ts';

/** A text that cannot be compressed below its number of bytes. */
function noise(bytes: number, seed = 1): string {
  let state = sha256(new TextEncoder().encode(`${seed}`));
  let text = '';
  while (text.length < bytes * 2) {
    state = sha256(state);
    text += [...state].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return text.slice(0, bytes * 2);
}

async function codes(file: string): Promise<string[]> {
  const all = await codesOf(file);
  if (!all) throw new Error('too long for codes');
  return all;
}

const read = (texts: readonly string[]): ReadCodes =>
  texts.reduce<ReadCodes | undefined>((before, text) => {
    const after = withCode(before, text);
    if (typeof after === 'string') throw new Error(after);
    return after;
  }, undefined) as ReadCodes;

const sums = (text: string, length: number) =>
  base32.encode(sha256(new TextEncoder().encode(text)).subarray(0, length));
/** A code with the checksum that its text needs. */
const checked = (text: string) => `${text}:${sums(text, 5)}`;

test('a file comes back from its codes in any order, with doubles among them', async () => {
  const file = `{"progress":"${noise(3000)}","name":"Zoë"}`;
  const all = await codes(file);
  expect(all).toHaveLength(5);
  const some = read([all[3], all[1], all[3], all[4], all[1]] as string[]);
  expect(missingIn(some)).toEqual([1, 3]);
  await expect(fileIn(some)).rejects.toThrow(NoWholeFile);
  const whole = read([all[3], all[1], all[3], all[4], all[1], all[2], all[0]] as string[]);
  expect(missingIn(whole)).toEqual([]);
  expect(await fileIn(whole)).toBe(file);
  // a double changes nothing
  expect(withCode(whole, all[2] as string)).toBe(whole);
});

test('no code of the longest series has more than 97 modules, and a longer file has none', async () => {
  const most = await codes(noise(26_000));
  expect(most.length).toBeLessThanOrEqual(40);
  expect(most.length).toBeGreaterThan(35);
  const longest = most.reduce((one, other) => (other.length > one.length ? other : one));
  expect(drawCode(longest).side - 12).toBeLessThanOrEqual(97);
  // in one segment of the alphanumeric mode
  expect(longest).toMatch(/^[0-9A-Z:]+$/);
  expect(await fileIn(read(most))).toBe(noise(26_000));
  expect(await codesOf(noise(30_000))).toBeUndefined();
});

describe('refused is', () => {
  test('a code of something else, and one of a later version', async () => {
    for (const text of ['', 'https://academy.example/C', 'flp1:', 'FLP:', 'HC1:ABC'])
      expect(withCode(undefined, text), text).toBe('no-progress');
    const [one = ''] = await codes('{}');
    expect(withCode(undefined, one.replace('FLP1', 'FLP2'))).toBe('newer');
  });

  test('a code of another file, of which the series keeps nothing', async () => {
    const [mine, other] = [await codes(noise(1000)), await codes(noise(1000, 2))];
    const begun = read([mine[0] as string]);
    expect(withCode(begun, other[1] as string)).toBe('another');
    expect(await fileIn(read(mine))).toBe(noise(1000));
  });

  test('a code in which one character is another', async () => {
    const [one = ''] = await codes(noise(20));
    for (let at = 'FLP1:'.length; at < one.length; at++) {
      const changed = `${one.slice(0, at)}${one[at] === 'A' ? 'B' : 'A'}${one.slice(at + 1)}`;
      expect(withCode(undefined, changed), changed).toBe('damaged');
    }
    expect(withCode(undefined, one.slice(0, -1))).toBe('damaged');
    expect(withCode(undefined, `${one} `)).toBe('damaged');
  });

  test.each([
    ['with number 0', ':0:2:AAAA'],
    ['with a number above that of the codes', ':3:2:AAAA'],
    ['of a series that is too long', ':1:41:AAAA'],
    ['with too many bytes', `:1:2:${'A'.repeat(1208)}`],
    ['of a length that bytes cannot have', ':1:2:AAA'],
    ['whose last bits are not zero', ':1:2:AB'],
  ])('a code %s, though its checksum is right', (_, rest) => {
    expect(withCode(undefined, checked(`FLP1:${'A'.repeat(16)}${rest}`))).toBe('damaged');
  });

  test('a series that names another whole, though each of its codes is right', async () => {
    const [one = '', two = ''] = await codes(noise(1000));
    const forged = checked(
      two.slice(0, -9).replace(/:([A-Z2-7]+)$/, (_, data: string) => `:${'A'.repeat(data.length)}`),
    );
    const series = read([one, forged]);
    expect(missingIn(series)).toEqual([]);
    await expect(fileIn(series)).rejects.toThrow(NoWholeFile);
  });

  test.each([
    ['of a file that is too long', deflateRawSync('A'.repeat(longestProgressFile + 1))],
    ['that is not deflated', new Uint8Array([255, 255, 255])],
    ['that is no UTF-8', deflateRawSync(new Uint8Array([0xc3]))],
  ])('a series %s', async (_, whole) => {
    expect(whole.length).toBeLessThan(750);
    const id = base32.encode(sha256(Uint8Array.from(whole)).subarray(0, 10));
    const series = read([checked(`FLP1:${id}:1:1:${base32.encode(Uint8Array.from(whole))}`)]);
    await expect(fileIn(series)).rejects.toThrow(NoWholeFile);
  });
});

// the test vector of docs/offline-records.md
test('the code of the documentation is read', async () => {
  const code =
    'FLP1:6RLRUXNHGXDJYWIP:1:1:VNLEVSZPZJGSYUNSKJFEXTBMZJEU2TGRFUUMUTZPJIWS4VWSKEVEWLJKZ3GM6U5SGKWAKAA:P2JTDQ4V';
  expect(await fileIn(read([code]))).toBe('{"format":"fairlead-progress","version":1}');
});

test('missing codes are named in words', () => {
  expect(missingInWords(9, [2, 5, 6, 7, 9])).toBe('4 of 9 codes read. Missing: 2, 5 to 7, 9.');
});
