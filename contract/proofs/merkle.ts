import { sha256 } from '@noble/hashes/sha2.js';

// The Merkle tree of RFC 6962, section 2.1, with SHA-256. Entries are counted from 0.

const concatenated = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** The hash of an entry: SHA-256 of a zero byte and the entry. */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(concatenated(leafPrefix, entry));

/** The hash of two subtrees: SHA-256 of a one byte and their hashes. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatenated(nodePrefix, left, right));

/** The root of a tree without entries: SHA-256 of nothing. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array());

/** The hash of the subtree over the entries from `start` up to, but not including, `end`. */
export type ReadSubtree = (start: number, end: number) => Promise<Uint8Array>;

/** The number of entries left of the root's split: the largest power of two below `size`, which is at least 2. */
export const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1);

/**
 * The inclusion proof of an entry in the tree of the first `size` entries: the hashes from the leaf's sibling to the
 * root's child.
 */
export async function inclusionProof(index: number, size: number, read: ReadSubtree): Promise<Uint8Array[]> {
  const path = async (start: number, end: number): Promise<Uint8Array[]> => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await path(start, middle)), await read(middle, end)]
      : [...(await path(middle, end)), await read(start, middle)];
  };
  return path(0, size);
}

/** The proof that the tree of the first `from` entries is the beginning of the tree of `size` entries; 0 < from. */
export async function consistencyProof(from: number, size: number, read: ReadSubtree): Promise<Uint8Array[]> {
  const path = async (start: number, end: number, isKnown: boolean): Promise<Uint8Array[]> => {
    if (from === end) return isKnown ? [] : [await read(start, end)];
    const middle = start + splitOf(end - start);
    return from <= middle
      ? [...(await path(start, middle, isKnown)), await read(middle, end)]
      : [...(await path(middle, end, false)), await read(start, middle)];
  };
  return from === size ? [] : path(0, size, true);
}

const isOdd = (number: number) => number % 2 === 1;
const half = (number: number) => Math.floor(number / 2);

/** The root to which an inclusion proof leads (RFC 9162, 2.1.3.2); undefined for a proof of a wrong length. */
export function rootOfInclusion(
  { index, size, leaf }: { index: number; size: number; leaf: Uint8Array },
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (index < 0 || index >= size) return undefined;
  let [node, last] = [index, size - 1];
  let root = leaf;
  for (const hash of proof) {
    if (last === 0) return undefined;
    if (isOdd(node) || node === last) {
      root = nodeHash(hash, root);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else root = nodeHash(root, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? root : undefined;
}

export type TreeHead = { size: number; root: Uint8Array };

/** Whether a consistency proof shows that a tree only grew from one head to the other (RFC 9162, 2.1.4.2). */
export function isConsistent(from: TreeHead, to: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (from.size > to.size) return false;
  if (from.size === to.size) return proof.length === 0 && isSameHash(from.root, to.root);
  if (from.size === 0) return proof.length === 0 && isSameHash(from.root, emptyRoot());
  // A first tree that is a complete subtree is not repeated in the proof.
  const hashes = Number.isInteger(Math.log2(from.size)) ? [from.root, ...proof] : [...proof];
  const [first, ...rest] = hashes;
  if (!first || proof.length === 0) return false;
  let [node, last] = [from.size - 1, to.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      before = nodeHash(hash, before);
      after = nodeHash(hash, after);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else after = nodeHash(after, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSameHash(before, from.root) && isSameHash(after, to.root);
}

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
