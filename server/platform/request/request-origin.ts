import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { withTrace } from '../trace.ts';
import { deviceInWords } from './device-words.ts';
import { networkOf } from './network.ts';

/** The origin of a request: the account, the network, and the device as readable text. */
export type Origin = {
  accountId: string | null;
  ip: string;
  device: string | null;
  /** Whether the request has enqueued a job. */
  leftJob?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin | null;
  }
}

const origins = new AsyncLocalStorage<Origin | undefined>();

/**
 * Makes the origin of a request available to everything that it calls. Audit events and file links need it, and passing
 * it through every function in between would burden all of them.
 */
export function rememberOrigin(app: FastifyInstance): void {
  app.decorateRequest('origin', null);
  app.addHook('preHandler', (request, _reply, done) => {
    const userAgent = request.headers['user-agent'];
    const device = userAgent === undefined ? null : deviceInWords(userAgent);
    const origin = { accountId: request.actor?.accountId ?? null, ip: networkOf(request.ip), device };
    request.origin = origin;
    withTrace(request.id, () => withOrigin(origin, done), false);
  });
}

/** Notes that the current request has enqueued a job; does nothing outside a request. */
export function noteJob(): void {
  const origin = origins.getStore();
  if (origin) origin.leftJob = true;
}

/** Runs work as part of the request with this origin. */
export const withOrigin = <Result>(origin: Origin, work: () => Result): Result => origins.run(origin, work);

/** Runs work that does not belong to the current request, such as the jobs that it has enqueued. */
export const apartFromRequest = <T>(work: () => T): T => origins.run(undefined, work);

/** The origin of the current request; undefined in jobs and commands. */
export const currentOrigin = (): Origin | undefined => origins.getStore();
