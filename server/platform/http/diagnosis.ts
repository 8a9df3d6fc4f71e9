import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isOpenFolder } from '../files/folders.ts';
import { bytesOf, type FileStore, ifMissing } from '../files/stores/file-store.ts';
import { isProbe } from '../files/stores/probe.ts';
import { hashOf } from '../files/write-file.ts';
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
  /** The SHA-256 of the file `probe` as this program reads it; null where there is none, or none was named. */
  probe: string | null;
};

/** The file below `files` that a web server in front is asked to send in place of a film. */
export const PROBE_FILE = '.doctor-probe';

const minute = 60_000;
/** The longest time, in milliseconds, for which an answer is kept back. */
const mostLate = 20_000;
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

/** The SHA-256 of a probe; null where there is none. Nothing else is read by a name from outside. */
async function digestOfProbe(store: FileStore, name: string): Promise<string | null> {
  const [folder = '', filename = ''] = name.split('/');
  if (!(isOpenFolder(folder) && isProbe(filename))) return null;
  const stored = await store.open(`${folder}/${filename}`).catch(ifMissing);
  if (!stored) return null;
  try {
    return await hashOf(bytesOf(stored, { first: 0, last: stored.sizeBytes - 1 }));
  } finally {
    await stored.close();
  }
}

/**
 * `GET /diagnosis` for `npm run doctor`: what this program sees of a request that came through the proxy. `GET
 * /diagnosis/file` answers with a file that the web server in front has to send, `GET /diagnosis/late` only after
 * `milliseconds`. All are 404 without the token.
 */
export function registerDiagnosis(
  app: FastifyInstance,
  { db, config, clock, files }: Pick<Platform, 'db' | 'config' | 'clock' | 'files'>,
): void {
  const requireToken = (given: string | undefined) => {
    if (!isToken(given, config.secrets.link, clock())) throw new AppError('not-found', 'There is nothing here.');
  };
  registerRaw(app, {
    method: 'GET',
    url: '/diagnosis',
    who: 'anyone',
    handler: async ({ headers, ip, query }, reply): Promise<Diagnosis> => {
      requireToken(headers.authorization);
      const { probe } = query as { probe?: string };
      const jobs = await countOpenJobs(db, clock());
      reply.header('cache-control', 'no-store');
      const forwarded = headers['x-forwarded-for'];
      return {
        address: ip,
        forwardedFor: forwarded === undefined ? null : String(forwarded),
        jobsGivenUp: jobs.reduce((sum, { gaveUp }) => sum + Number(gaveUp), 0),
        probe: probe === undefined ? null : await digestOfProbe(files.store, probe),
      };
    },
  });
  registerRaw(app, {
    method: 'GET',
    url: '/diagnosis/late',
    who: 'anyone',
    handler: async ({ headers, query }, reply) => {
      requireToken(headers.authorization);
      const { milliseconds } = query as { milliseconds?: string };
      await setTimeout(Math.min(Number(milliseconds) || 0, mostLate));
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
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
