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
