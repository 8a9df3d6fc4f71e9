import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './arriving-bodies.ts';
import { isClosing } from './closing.ts';

/** Answers a request and returns true, or leaves it alone and returns false. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Passes every request to `answer` before routing, access checks, schemas and hooks, which together cost twice as much
 * as node:http itself. Only for responses that all of these have produced once and that are valid for this request,
 * too. A program that is shutting down answers no request in this way, because its hooks ask clients to close the
 * connection.
 */
export function answerBeforeRouting(app: FastifyInstance, answer: EarlyAnswer): void {
  app.addHook('onReady', async () => {
    const [handle] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void];
    app.server.removeAllListeners('request');
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isClosing(app) || hasBody(request) || !answer(request, response)) handle(request, response);
    });
  });
}
