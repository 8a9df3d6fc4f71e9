import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Args, Call, Reply } from '@fairlead/contract/platform/call';
import type { Role } from '@fairlead/contract/platform/permissions';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Email } from 'postal-mime';
import { afterAll, expect } from 'vitest';
import { z } from 'zod/mini';
import { academyName } from '../features/academy/queries.ts';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { pressesOfPrograms } from '../features/certificates/testing/shared-presses.ts';
import type { Feature } from '../features/feature.ts';
import { ensureAcademy } from '../platform/academy-id/open-academy.ts';
import type { ChainAppender } from '../platform/chain/chain-appender.ts';
import { Changes } from '../platform/changes/changes.ts';
import { clamdScanner } from '../platform/files/clamd.ts';
import { createFiles } from '../platform/files/files.ts';
import { openStore } from '../platform/files/stores/open-store.ts';
import { testPlace } from '../platform/files/testing/test-place.ts';
import { createLog } from '../platform/http/log.ts';
import type { Endpoint } from '../platform/http/serve.ts';
import type { Worker } from '../platform/jobs/worker.ts';
import { createKeys } from '../platform/keys/keys.ts';
import { mailsIn } from '../platform/mail/testing/mails-in.ts';
import type { Platform } from '../platform/platform.ts';
import { buildApp } from '../program/app.ts';
import { features as allFeatures } from '../program/features.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { makeSecrets } from '../settings/kept-secret.ts';
import { type Parts, urlOf } from './call-url.ts';
import { testDatabase } from './database.ts';
import { silentLog } from './databases.ts';
import { addPerson, type Person } from './factories.ts';
import { statedAcademy } from './stated-academy.ts';

export type { Person };

/** A response: the status, the body as typed by the contract, and the headers. */
export type Answer<Body> = { status: number; body: Body; headers: LightMyRequestResponse['headers'] };

export type TestApp = Platform & {
  app: FastifyInstance;
  endpoints: readonly Endpoint[];
  worker: Worker;
  chainAppender: ChainAppender;
  /** How often a change of the public pages was notified. */
  publicChanges: () => number;
  /** Moves the program's clock forward. */
  wait: (seconds: number) => void;
  /**
   * Makes a call of the contract as a person, or as a visitor. Fails if the response has anything that the call's reply
   * does not list: rows are mapped whole, so only the reply's schema decides what of them is sent.
   */
  call: <C extends Call>(call: C, ...args: [...Args<C>, Person?]) => Promise<Answer<Reply<C>>>;
  /** Makes any request. */
  request: (
    method: Call['method'],
    url: string,
    more?: { as?: Person | undefined; body?: unknown },
  ) => Promise<Answer<unknown>>;
  /** An approved person of a role, signed in; each request has a fresh token, however far the clock was moved. */
  person: (role?: Role, details?: Partial<{ email: string; firstName: string; lastName: string }>) => Promise<Person>;
  /** Runs every due job, and returns all email ever sent to an email, oldest first. */
  mailsTo: (email: string) => Promise<Email[]>;
  /** The subjects of these. */
  subjectsTo: (to: { email: string }) => Promise<(string | undefined)[]>;
  /** The actions in the audit on a record, oldest first. */
  auditActions: (subjectId: string) => Promise<string[]>;
};

/**
 * The whole program on its own database and data folder, with a clock that stands still until it is moved. Call it at
 * the top of a test file, since opening a database takes time; it is closed at the end of the file.
 *
 * @param env additional configuration, as environment variables.
 * @param features those that the program has; by default, all of them.
 * @param limits other limits than the program's own.
 */
export async function testApp(
  env: Record<string, string> = {},
  features: readonly Feature[] = allFeatures,
  limits: Partial<Config['limits']> = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-test-'));
  const db = await testDatabase();
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://academy.example',
    FFMPEG: 'none',
    FILES: testPlace(),
    ...statedAcademy,
    ...env,
  });
  Object.assign(config.limits, limits);
  let now = new Date('2026-11-20T06:30:00Z');
  const clock = () => now;
  const scan = config.clamd && clamdScanner(config.clamd);
  const { secrets, handOver } = config;
  makeSecrets(secrets);
  const stored = openStore(config);
  const files = createFiles({ dataDir, stored, secret: secrets.link, vault: secrets.vault, clock, scan, handOver });
  const { logOrigin } = config;
  const keys = createKeys({ db, dataDir, clock, academy: academyName(db, config), logOrigin, pkcs12: config.pdfKey });
  const mails = mailsIn([join(dataDir, 'mail')]);
  let publicChanges = 0;
  await ensureAcademy(db, clock);
  const changes = new Changes({ db, log: silentLog });
  changes.on('public-pages', () => {
    publicChanges += 1;
  });
  const platform: Platform = { db, files, keys, config, clock, changes };
  const { app, worker, chainAppender, endpoints } = await buildApp(platform, createLog('silent'), {
    presses: pressesOfPrograms,
    features,
  });
  await app.ready();

  const request: TestApp['request'] = async (method, url, { as, body } = {}) => {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const payload = form ? Buffer.from(await form.arrayBuffer()) : (body as object | undefined);
    const response = await app.inject({
      method,
      url,
      ...(payload !== undefined && { payload }),
      headers: {
        ...(as && { authorization: `Bearer ${await signAccessToken(as, config.secrets.token, now)}` }),
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
      },
    });
    const isJson = response.body !== '' && String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
  };

  const test: TestApp = {
    ...platform,
    app,
    endpoints,
    worker,
    chainAppender,
    request,
    publicChanges: () => publicChanges,
    wait: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    call: async (call, ...args) => {
      const last = args.at(-1) as Person | Record<string, unknown> | undefined;
      const as = last && 'sessionId' in last ? (last as Person) : undefined;
      const parts = (as === last ? args.at(-2) : last) as Parts | undefined;
      const answer = await request(call.method, urlOf(call, parts), { as, body: parts?.body ?? parts?.form });
      const { status = 200, reply } = call;
      if (answer.status === status && status !== 204) expect(z.parse(reply, answer.body)).toEqual(answer.body);
      return answer as Answer<never>;
    },
    person: (role = 'learner', details = {}) => addPerson(platform, role, details),
    mailsTo: async (email) => {
      await worker.drain();
      return (await mails()).filter((mail) => mail.to?.some((to) => to.address === email));
    },
    subjectsTo: async ({ email }) => (await test.mailsTo(email)).map(({ subject }) => subject),
    auditActions: async (subjectId) => {
      const written = db.selectFrom('auditEvent').select('action').where('subjectId', '=', subjectId).orderBy('id');
      return (await written.execute()).map(({ action }) => action);
    },
  };
  afterAll(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return test;
}
