import type { FastifyInstance } from 'fastify';
import { firstHash, linkText } from '../../../platform/chain/link.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { registerRaw } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newestCheckpoint } from '../../../platform/transparency/checkpoints.ts';
import { findTile, hashBytes, tileWidth } from '../../../platform/transparency/tree.ts';
import { certificateChain } from '../certificate-log.ts';

/** A tile's content never changes. */
const forever = 'public, max-age=31536000, immutable';

/** A tile's number has one part for every three digits, and the width of a partial tile is one more. */
const tileUrls = ['/:a', '/:a/:b', '/:a/:b/:c', '/:a/:b/:c/:d'].map((parts) => `/api/log/tile/:level${parts}`);

type Tile = { level: number | 'entries'; number: number; width: number };

/** `0/x001/x234/067.p/12` → level 0, number 1234067, width 12; undefined for a path in another form. */
export function parseTilePath(path: string): Tile | undefined {
  const parts = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,2}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  const [, level = '', number = '', width = String(tileWidth)] = parts ?? [];
  const isPartial = parts?.[3] !== undefined;
  if (!parts || Number(width) > (isPartial ? tileWidth - 1 : tileWidth) || number.startsWith('x000/')) return undefined;
  return {
    level: level === 'entries' ? level : Number(level),
    number: Number(number.replace(/[x/]/g, '')),
    width: Number(width),
  };
}

/**
 * The public log as a tiled transparency log (c2sp.org/tlog-tiles): the newest checkpoint, the tiles of the tree, and
 * the entries in bundles.
 */
export function registerTiles(app: FastifyInstance, { db }: Pick<Platform, 'db'>): void {
  registerRaw(app, {
    method: 'GET',
    url: '/api/log/checkpoint',
    who: 'anyone',
    handler: async (_, reply) => {
      const newest = await newestCheckpoint(db);
      if (!newest) throw notFound('The log is empty.');
      return reply.header('cache-control', 'public, max-age=2').type('text/plain; charset=utf-8').send(newest.note);
    },
  });
  for (const url of tileUrls) {
    registerRaw(app, {
      method: 'GET',
      url,
      who: 'anyone',
      handler: async (request, reply) => {
        const tile = parseTilePath(Object.values(request.params as Record<string, string>).join('/'));
        const bytes = tile && (await (tile.level === 'entries' ? bundle(db, tile) : hashes(db, tile)));
        if (!bytes) throw notFound('The log has no such tile.');
        return reply.header('cache-control', forever).type('application/octet-stream').send(bytes);
      },
    });
  }
}

async function hashes(db: Queryable, { level, number, width }: Tile): Promise<Buffer | undefined> {
  const stored = await findTile(db, Number(level), number);
  return stored && stored.length >= width * hashBytes ? stored.subarray(0, width * hashBytes) : undefined;
}

/** Entries, each preceded by its length in two bytes. */
async function bundle(db: Queryable, { number, width }: Tile): Promise<Buffer | undefined> {
  const first = number * tileWidth;
  const newest = await newestCheckpoint(db);
  if (!newest || newest.size < first + width) return undefined;
  const links = await certificateChain.read(db, Math.max(first, 1), first === 0 ? width : width + 1);
  let previous = first === 0 ? firstHash : links.shift()?.hash;
  const entries: Buffer[] = [];
  for (const link of links) {
    if (previous === undefined || link.index !== first + entries.length + 1) return undefined;
    const text = Buffer.from(linkText(link, previous));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length);
    entries.push(Buffer.concat([length, text]));
    previous = link.hash;
  }
  return entries.length === width ? Buffer.concat(entries) : undefined;
}
