import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

const closing = new WeakSet<FastifyInstance>();

/** Whether the program has been asked to end: it is not ready any more, and completes what has begun. */
export const isClosing = (app: FastifyInstance): boolean => closing.has(app);

/** Begins the shutdown: `/readyz` says so, and each connection is closed after its next response. */
export const beginClosing = (app: FastifyInstance): void => void closing.add(app);

/**
 * Closes each connection after the response that was in progress when the shutdown began. Clients keep connections open
 * for seconds or minutes, and an open connection would keep the program running.
 */
export function hangUpWhenClosing(app: FastifyInstance): void {
  app.addHook('preClose', async () => beginClosing(app));
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing(app)) reply.header('connection', 'close');
  });
}

/**
 * Watches the requests of a server.
 *
 * @returns a function that resolves when all requests that have begun until then have ended
 */
export function watchRequests(server: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  server.on('request', (_request, reply) => {
    running.add(reply);
    reply.once('close', () => running.delete(reply));
  });
  return async () => {
    await Promise.all([...running].map((reply) => new Promise((resolve) => reply.once('close', resolve))));
  };
}
