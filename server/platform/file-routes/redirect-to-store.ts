import type { FastifyReply } from 'fastify';
import type { StoredFile } from '../files/stored-files.ts';
import type { Bucket } from '../files/stores/bucket.ts';

/**
 * Sends a browser to the object store for a film. The store's URL expires with the link by which the film was opened.
 * Until then anyone who has it can open the film, and the program cannot check again who may watch.
 *
 * @param seconds how long the link is still valid.
 */
export async function redirectToStore(
  reply: FastifyReply,
  bucket: Bucket,
  { folder, filename, contentType }: StoredFile,
  seconds: number,
): Promise<FastifyReply> {
  const lasts = Math.max(1, Math.floor(seconds));
  const url = await bucket.presign(`${folder}/${filename}`, lasts, { 'response-content-type': contentType });
  return reply.code(302).headers({ location: url, 'cache-control': 'private, no-store' }).send();
}
