import { statusListPath } from '@fairlead/contract/certificates/badges';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { consume } from '../../../platform/db/rate-limits.ts';
import { notFound } from '../../../platform/errors.ts';
import { registerRaw } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { networkOf } from '../../../platform/request/network.ts';
import { didDocument } from './did-document.ts';
import { emblemPath, emblemPng } from './emblem.ts';
import { listSeconds, statusLists } from './status-lists.ts';

/** Requests from one IP address. The lists can be kept, so this only limits the load. */
const readings = { max: 600, seconds: 15 * 60 };

/** For verifiers in the pages of others: these are the same for everybody. */
const open = (reply: FastifyReply, seconds: number) =>
  reply.header('access-control-allow-origin', '*').header('cache-control', `public, max-age=${seconds}`);

/**
 * Serves verifiers of badges: the academy's keys as a DID document (did:web), the lists of withdrawn badges, and the
 * badge's picture.
 */
export function registerBadgeFiles(app: FastifyInstance, platform: Platform): void {
  const { db, keys, config, clock } = platform;
  const listOf = statusLists(platform);
  const limited = (ip: string) => consume(db, { key: `badges:${networkOf(ip)}`, ...readings }, clock());
  registerRaw(app, {
    method: 'GET',
    url: '/.well-known/did.json',
    who: 'anyone',
    handler: async ({ ip }, reply) => {
      await limited(ip);
      const document = didDocument(config.publicUrl, await keys.published());
      return open(reply, listSeconds).type('application/did+json').send(JSON.stringify(document));
    },
  });
  registerRaw(app, {
    method: 'GET',
    url: statusListPath(0).replace(/0$/, ':list'),
    who: 'anyone',
    handler: async ({ ip, params }, reply) => {
      await limited(ip);
      const { list } = params as { list: string };
      if (!/^\d{1,5}$/.test(list)) throw notFound('There is no such list.');
      return open(reply, listSeconds)
        .type('application/vc')
        .send(await listOf(Number(list)));
    },
  });
  registerRaw(app, {
    method: 'GET',
    url: emblemPath,
    who: 'anyone',
    handler: async (_, reply) =>
      open(reply, 24 * 3600)
        .type('image/png')
        .send(await emblemPng()),
  });
}
