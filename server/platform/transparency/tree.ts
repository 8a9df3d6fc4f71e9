import { leafHash, nodeHash, type ReadSubtree, splitOf } from '@fairlead/contract/proofs/merkle';
import { type Chain, getHead, type Stored } from '../chain/chain.ts';
import { firstHash, linkText } from '../chain/link.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { readAhead } from '../db/read-ahead.ts';

// The Merkle tree over the links of the public log. Entry n of the tree, counted from 0, is the text that the hash of
// link n + 1 covers, so that the tree continues the chain from its first link.

/** The hashes in a full tile, and the bytes of each. */
export const tileWidth = 256;
export const hashBytes = 32;
const atOnce = 500;
/** The tiles that are compared with the log at once. */
const tilesAtOnce = 4;
/** The links that one call adds: a log that existed before the tree is added in several transactions. */
const mostAtOnce = 5_000;

/** The number of entries in the tree. */
async function treeSize(db: Queryable): Promise<number> {
  const last = await lastTile(db, 0);
  return last ? last.number * tileWidth + last.hashes.length / hashBytes : 0;
}

/**
 * Adds links that the tree does not contain yet, up to 5,000. To be called with the end of the chain locked.
 *
 * @returns the number of entries in the tree, and whether it contains all links.
 */
export async function growTree(tx: Tx, chain: Chain): Promise<{ size: number; isWhole: boolean }> {
  const head = await getHead(tx, chain);
  let size = await treeSize(tx);
  const goal = Math.min(head.size, size + mostAtOnce);
  let previous = size === 0 ? firstHash : (await chain.read(tx, size, 1))[0]?.hash;
  while (size < goal) {
    const links = await chain.read(tx, size + 1, Math.min(atOnce, goal - size));
    const leaves: Buffer[] = [];
    for (const link of links) {
      if (previous === undefined || link.index !== size + 1) throw new Error(`Link ${size + 1} of the log is missing`);
      leaves.push(Buffer.from(leafHash(Buffer.from(linkText(link, previous)))));
      previous = link.hash;
      size = link.index;
    }
    if (links.length === 0) throw new Error(`Link ${size + 1} of the log is missing`);
    await extend(tx, 0, leaves);
  }
  return { size, isWhole: size >= head.size };
}

/** The first link of which the tree does not have the hash, of those that it contains; undefined if there is none. */
export async function firstWrongLeaf(db: Queryable, chain: Chain): Promise<number | undefined> {
  const size = await treeSize(db);
  const atOnce = tileWidth * tilesAtOnce;
  const read = async (before?: { first: number; links: Stored[]; tiles: Map<number, Buffer> }) => {
    const first = before ? before.first + atOnce : 0;
    if (first >= size) return undefined;
    const links = await chain.read(db, first + 1, Math.min(atOnce, size - first));
    return { first, links, tiles: await tilesFrom(db, first / tileWidth) };
  };
  let previous = firstHash;
  for await (const { first, links, tiles } of readAhead(read)) {
    for (let entry = first; entry < Math.min(first + atOnce, size); entry++) {
      const link = links[entry - first];
      const leaf = link && leafHash(Buffer.from(linkText(link, previous)));
      // tile by tile, since each is published by itself: one that is too long moves no hash of the next to its place
      const tile = tiles.get(Math.floor(entry / tileWidth)) ?? Buffer.alloc(0);
      const at = (entry % tileWidth) * hashBytes;
      const isWrong = !leaf || tile.length > tileWidth * hashBytes || !tile.subarray(at, at + hashBytes).equals(leaf);
      if (isWrong) return entry + 1;
      previous = link.hash;
    }
  }
  return undefined;
}

/** A few tiles of the lowest level, by their numbers. */
async function tilesFrom(db: Queryable, number: number): Promise<Map<number, Buffer>> {
  const tiles = await db
    .selectFrom('logTile')
    .select(['number', 'hashes'])
    .where('level', '=', 0)
    .where('number', '>=', number)
    .where('number', '<', number + tilesAtOnce)
    .execute();
  return new Map(tiles.map((tile) => [tile.number, tile.hashes]));
}

/** Adds hashes to a level, and those of the tiles that they complete to the next. */
async function extend(tx: Tx, level: number, hashes: readonly Buffer[]): Promise<void> {
  const last = await lastTile(tx, level);
  const isFull = last?.hashes.length === tileWidth * hashBytes;
  const first = last ? last.number + (isFull ? 1 : 0) : 0;
  const bytes = Buffer.concat([...(last && !isFull ? [last.hashes] : []), ...hashes]);
  const complete: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += tileWidth * hashBytes) {
    const tile = bytes.subarray(at, at + tileWidth * hashBytes);
    await tx
      .insertInto('logTile')
      .values({ level, number: first + at / (tileWidth * hashBytes), hashes: tile })
      .onConflict((conflict) => conflict.columns(['level', 'number']).doUpdateSet({ hashes: tile }))
      .execute();
    if (tile.length === tileWidth * hashBytes) complete.push(Buffer.from(rootOf(split(tile))));
  }
  if (complete.length > 0) await extend(tx, level + 1, complete);
}

const lastTile = (db: Queryable, level: number) =>
  db
    .selectFrom('logTile')
    .select(['number', 'hashes'])
    .where('level', '=', level)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A stored tile, which may be still growing; undefined where there is none. */
export const findTile = async (db: Queryable, level: number, number: number): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('logTile')
      .select('hashes')
      .where('level', '=', level)
      .where('number', '=', number)
      .executeTakeFirst()
  )?.hashes;

const split = (hashes: Buffer): Uint8Array[] =>
  Array.from({ length: hashes.length / hashBytes }, (_, index) =>
    hashes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );

/** The root of a complete subtree over these hashes. */
function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (only && hashes.length === 1) return only;
  const half = hashes.length / 2;
  return nodeHash(rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half)));
}

/** Reads the hashes of subtrees from the tiles, each tile once. */
export function subtreesIn(db: Queryable): ReadSubtree {
  const tiles = new Map<string, Promise<Buffer | undefined>>();
  const read = (level: number, number: number) => {
    const key = `${level}/${number}`;
    const found = tiles.get(key) ?? findTile(db, level, number);
    tiles.set(key, found);
    return found;
  };
  /** A complete subtree of 2^height entries. */
  async function complete(start: number, height: number): Promise<Uint8Array> {
    const level = Math.floor(height / 8);
    const width = 2 ** (height % 8);
    const first = start / 256 ** level;
    const tile = await read(level, Math.floor(first / tileWidth));
    const at = (first % tileWidth) * hashBytes;
    const hashes = tile?.subarray(at, at + width * hashBytes);
    if (hashes?.length !== width * hashBytes) throw new Error(`The tree has no entries from ${start}`);
    return rootOf(split(hashes));
  }
  return async function subtree(start, end): Promise<Uint8Array> {
    const size = end - start;
    const height = Math.log2(size);
    if (Number.isInteger(height) && start % size === 0) return complete(start, height);
    const middle = start + splitOf(size);
    return nodeHash(await subtree(start, middle), await subtree(middle, end));
  };
}
