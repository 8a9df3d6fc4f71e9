import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Content, encodingFor, isHeld } from './encodings.ts';
import type { StoredPage } from './page-cache.ts';
import { sentFromStore } from './response-cache.ts';

/** The ETag of a content. */
export const etagOf = (content: string): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Sends a cached page in the smallest encoding that the client accepts; 304 if the client has it already. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  sentFromStore(reply, page);
  const { status, headers, etag, body } = page;
  reply.code(status).headers(headers);
  if (status !== 200) return sendEncoded(request, reply, body);
  reply.header('etag', etag);
  return isHeld(request.headers['if-none-match'], etag) ? notModified(reply) : sendEncoded(request, reply, body);
}

export function notModified(reply: FastifyReply) {
  return reply.code(304).removeHeader('content-type').send();
}

export async function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: Content) {
  const { encoding, bytes } = await body.as(encodingFor(request.headers['accept-encoding']));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}
