import type { FastifyInstance } from 'fastify';

/**
 * Closes each connection after the response that was in progress when the shutdown began. Clients keep connections open
 * for seconds or minutes, and an open connection would keep the program running.
 */
export function hangUpWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
