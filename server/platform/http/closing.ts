import type { FastifyInstance } from 'fastify';

/**
 * Ends a connection with the answer that was still under way on it when the program was asked to end. Kept open for
 * a next request, it would keep the program too: clients hold such connections for seconds or minutes.
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
