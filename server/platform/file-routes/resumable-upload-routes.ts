import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ResumableUploads, uploadsPath as url } from '../files/resumable-uploads.ts';
import { registerRaw } from '../http/access.ts';

const pieceType = 'application/offset+octet-stream';

/**
 * Registers resumable uploads by the tus protocol: POST creates an upload, PATCH sends a chunk, HEAD asks for its
 * progress, DELETE cancels it. Errors of the protocol are answered like all others.
 */
export function registerResumableUploads(app: FastifyInstance, uploads: ResumableUploads): void {
  // The body of a chunk stays unread until the store writes it.
  app.addContentTypeParser(pieceType, (_request, _payload, done) => done(null));
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const accountId = request.actor?.accountId ?? '';
    // also of a refusal: a sender knows by it that no proxy has answered in the program's place
    reply.header('tus-resumable', '1.0.0');
    const response = await uploads.answer(webRequestOf(request), accountId);
    for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value);
    reply.code(response.status).header('cache-control', 'no-store');
    if (response.ok) return reply.send();
    const message = (await response.text()).trim() || 'The upload could not go on.';
    return reply.type('application/json').send({ message, code: response.status === 404 ? 'not-found' : 'invalid' });
  };
  const who = 'training:edit';
  registerRaw(app, { method: 'POST', url, who, handler });
  registerRaw(app, { method: ['HEAD', 'PATCH', 'DELETE'], url: `${url}/:id`, who, handler });
}

function webRequestOf({ method, url, headers, raw }: FastifyRequest): Request {
  // With a content type, the library takes the body of an announcement for the first bytes of the upload.
  const isLeftOut = (name: string) => method === 'POST' && name === 'content-type';
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !isLeftOut(name) ? [[name, value]] : [],
  );
  const isPiece = method === 'PATCH' && headers['content-type'] === pieceType;
  return new Request(new URL(url, 'http://self'), {
    method,
    headers: given,
    ...(isPiece && { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' }),
  });
}
