import { describe, expect, test } from 'vitest';
import {
  consistencyProof,
  emptyRoot,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  rootOfInclusion,
  splitOf,
} from './merkle.ts';

const entries = Array.from({ length: 33 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

/** The root by the definition of RFC 6962, 2.1. */
function rootOf(start: number, end: number): Uint8Array {
  if (end === start) return emptyRoot();
  if (end - start === 1) return leafHash(entries[start] as Uint8Array);
  const middle = start + splitOf(end - start);
  return nodeHash(rootOf(start, middle), rootOf(middle, end));
}
const read = async (start: number, end: number) => rootOf(start, end);
const head = (size: number) => ({ size, root: rootOf(0, size) });
const sizes = entries.map((_, index) => index + 1);

test('hashes are those of RFC 6962', () => {
  expect(hex(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hex(leafHash(new Uint8Array()))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
});

describe('an inclusion proof', () => {
  test('leads from each entry to the root of each tree', async () => {
    for (const size of sizes) {
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(index, size, read);
        const leaf = leafHash(entries[index] as Uint8Array);
        expect(hex(rootOfInclusion({ index, size, leaf }, proof))).toBe(hex(rootOf(0, size)));
      }
    }
  });

  test('proves neither another entry, place nor size, and has no hash too many or too few', async () => {
    const [index, size] = [5, 21];
    const proof = await inclusionProof(index, size, read);
    const leaf = leafHash(entries[index] as Uint8Array);
    const root = hex(rootOf(0, size));
    const results = [
      rootOfInclusion({ index, size, leaf: leafHash(entries[6] as Uint8Array) }, proof),
      rootOfInclusion({ index: 4, size, leaf }, proof),
      rootOfInclusion({ index, size, leaf }, proof.slice(1)),
      rootOfInclusion({ index, size, leaf }, [...proof, leaf]),
      rootOfInclusion({ index, size: 5, leaf }, proof),
      rootOfInclusion({ index: -1, size, leaf }, proof),
      rootOfInclusion({ index, size, leaf }, proof.toReversed()),
    ];
    for (const result of results) expect(hex(result)).not.toBe(root);
  });
});

describe('a consistency proof', () => {
  test('shows that each tree is the beginning of each larger one', async () => {
    for (const to of sizes) {
      for (let from = 1; from <= to; from++) {
        expect(isConsistent(head(from), head(to), await consistencyProof(from, to, read)), `${from} in ${to}`).toBe(
          true,
        );
      }
      expect(isConsistent(head(0), head(to), [])).toBe(true);
    }
  });

  test('shows it of no other tree', async () => {
    for (const [from, to] of [
      [1, 2],
      [4, 8],
      [5, 21],
      [16, 33],
      [20, 21],
    ] as const) {
      const proof = await consistencyProof(from, to, read);
      const other = nodeHash(emptyRoot(), emptyRoot());
      expect(isConsistent({ size: from, root: other }, head(to), proof)).toBe(false);
      expect(isConsistent(head(from), { size: to, root: other }, proof)).toBe(false);
      expect(isConsistent(head(from), head(to), proof.slice(1))).toBe(false);
      expect(isConsistent(head(from), head(to), [...proof, other])).toBe(false);
      expect(isConsistent(head(from), head(to), [])).toBe(false);
      expect(isConsistent(head(to), head(from), proof)).toBe(false);
    }
    expect(isConsistent(head(7), { size: 7, root: emptyRoot() }, [])).toBe(false);
    expect(isConsistent({ size: 0, root: head(1).root }, head(3), [])).toBe(false);
  });
});
