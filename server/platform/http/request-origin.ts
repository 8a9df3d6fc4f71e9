import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { deviceInWords } from './device-words.ts';
import { networkOf } from './network.ts';

/** Where a request comes from: whose it is, from which network, and by what device in words. */
export type Origin = {
  accountId: string | null;
  address: string;
  device: string | null;
  /** Whether the request has left a job behind. */
  leftJob?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin | null;
  }
}

const origins = new AsyncLocalStorage<Origin | undefined>();

/**
 * Lets whatever a request leads to tell where it came from. A deed's record and a file's link need it, and handing it
 * through every call between would be the business of none of them.
 */
export function rememberOrigin(app: FastifyInstance): void {
  app.decorateRequest('origin', null);
  app.addHook('preHandler', (request, _reply, done) => {
    const userAgent = request.headers['user-agent'];
    const device = userAgent === undefined ? null : deviceInWords(userAgent);
    request.origin = { accountId: request.actor?.accountId ?? null, address: networkOf(request.ip), device };
    origins.run(request.origin, done);
  });
}

/** Notes that the request at hand has left a job behind, when there is a request. */
export function noteJob(): void {
  const origin = origins.getStore();
  if (origin) origin.leftJob = true;
}

/** Begins something that is no part of the request at hand, such as the jobs that it has left behind. */
export const apartFromRequest = (work: () => void): void => origins.run(undefined, work);

/** Where the request at hand comes from; undefined in jobs and commands. */
export const currentOrigin = (): Origin | undefined => origins.getStore();
