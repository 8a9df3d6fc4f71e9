import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { countOpenJobs } from '../jobs/queries.ts';
import type { Platform } from '../platform.ts';
import { registerRaw } from './access.ts';

/** A request through the proxy as the running program sees it, and the work that waits in the program. */
export type Diagnosis = {
  /** The visitor's IP address, as limits and the audit see it. */
  address: string;
  /** X-Forwarded-For as it arrived; null without one. */
  forwardedFor: string | null;
  jobsGivenUp: number;
};

/** The file below `files` that a web server in front is asked to send in place of a film. */
export const PROBE_FILE = '.doctor-probe';

const minute = 60_000;
const tokenOf = (secret: string, at: number) =>
  createHmac('sha256', secret)
    .update(`diagnosis ${Math.floor(at / minute)}`)
    .digest('base64url');

/**
 * The bearer token for the diagnosis: only somebody with the program's own secret can compute it, for a minute or two.
 */
export const diagnosisToken = (secret: string, now: Date): string => tokenOf(secret, now.getTime());

function isToken(given: string | undefined, secret: string, now: Date): boolean {
  const known = [0, minute].map((before) => Buffer.from(`Bearer ${tokenOf(secret, now.getTime() - before)}`));
  const asked = Buffer.from(given ?? '');
  return known.some((one) => one.length === asked.length && timingSafeEqual(one, asked));
}

/**
 * `GET /diagnosis` for `npm run doctor`: what this program sees of a request that came through the proxy. `GET
 * /diagnosis/file` answers with a file that the web server in front has to send. Both are 404 without the token.
 */
export function registerDiagnosis(
  app: FastifyInstance,
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
): void {
  const requireToken = (given: string | undefined) => {
    if (!isToken(given, config.secrets.link, clock())) throw new AppError('not-found', 'There is nothing here.');
  };
  registerRaw(app, {
    method: 'GET',
    url: '/diagnosis',
    who: 'anyone',
    handler: async ({ headers, ip }, reply): Promise<Diagnosis> => {
      requireToken(headers.authorization);
      const jobs = await countOpenJobs(db, clock());
      reply.header('cache-control', 'no-store');
      const forwarded = headers['x-forwarded-for'];
      return {
        address: ip,
        forwardedFor: forwarded === undefined ? null : String(forwarded),
        jobsGivenUp: jobs.reduce((sum, { gaveUp }) => sum + Number(gaveUp), 0),
      };
    },
  });
  registerRaw(app, {
    method: 'GET',
    url: '/diagnosis/file',
    who: 'anyone',
    handler: async ({ headers }, reply) => {
      requireToken(headers.authorization);
      return reply
        .header('cache-control', 'no-store')
        .header('x-accel-redirect', `${config.handOver ?? ''}/${PROBE_FILE}`)
        .type('application/octet-stream')
        .send();
    },
  });
}
