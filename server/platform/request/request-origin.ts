import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { withTrace } from '../trace.ts';
import { apartFromWork, newWork, type Work, withWork } from '../work.ts';
import { deviceInWords } from './device-words.ts';
import { networkOf } from './network.ts';

/** The origin of a request: the account, the network, and the device as readable text. */
export type Origin = {
  accountId: string | null;
  ip: string;
  device: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin | null;
    work: Work | null;
  }
}

const origins = new AsyncLocalStorage<Origin | undefined>();

/**
 * Makes the origin of a request available to everything that it calls. Audit events and file links need it, and passing
 * it through every function in between would burden all of them.
 */
export function rememberOrigin(app: FastifyInstance): void {
  app.decorateRequest('origin', null);
  app.decorateRequest('work', null);
  app.addHook('preHandler', (request, _reply, done) => {
    const userAgent = request.headers['user-agent'];
    const device = userAgent === undefined ? null : deviceInWords(userAgent);
    const origin = { accountId: request.actor?.accountId ?? null, ip: networkOf(request.ip), device };
    const work = newWork();
    Object.assign(request, { origin, work });
    withTrace(request.id, () => withWork(work, () => withOrigin(origin, done)), false);
  });
}

/** Runs work as part of the request with this origin. */
export const withOrigin = <Result>(origin: Origin, work: () => Result): Result => origins.run(origin, work);

/** Runs work that does not belong to the current request, such as the jobs that it has enqueued. */
export const apartFromRequest = <T>(work: () => T): T => origins.run(undefined, () => apartFromWork(work));

/** The origin of the current request; undefined in jobs and commands. */
export const currentOrigin = (): Origin | undefined => origins.getStore();
