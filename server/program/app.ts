import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { academyName, findMailServer, getSender, mailLogo } from '../features/academy/feature.ts';
import { sessionLookup } from '../features/accounts/feature.ts';
import { type CertificatePress, createCertificatePress } from '../features/certificates/feature.ts';
import type { Feature } from '../features/feature.ts';
import { auditChain } from '../platform/audit/chain.ts';
import { ChainAppender } from '../platform/chain/chain-appender.ts';
import { registerResumableUploads } from '../platform/file-routes/resumable-upload-routes.ts';
import { type LinkRights, linkRoutes, registerFiles } from '../platform/file-routes/routes.ts';
import { fileJobs, scans } from '../platform/files/jobs.ts';
import { createResumableUploads } from '../platform/files/resumable-uploads.ts';
import { guardAccess } from '../platform/http/access.ts';
import { secureAnswers } from '../platform/http/answer-headers.ts';
import { collectDescription, registerDescription } from '../platform/http/api-description.ts';
import { limitBodies, visitorBodyBytes } from '../platform/http/arriving-bodies.ts';
import { acceptBodies } from '../platform/http/bodies.ts';
import { registerCalls } from '../platform/http/calls.ts';
import { beginClosing, hangUpWhenClosing } from '../platform/http/closing.ts';
import { registerDiagnosis } from '../platform/http/diagnosis.ts';
import { answerErrors, answerUnknownCalls, answerUnroutable } from '../platform/http/errors.ts';
import { registerHealth } from '../platform/http/health.ts';
import { replySerializer } from '../platform/http/listed-fields.ts';
import { type Logger, RequestLog } from '../platform/http/log.ts';
import { collectMeasures } from '../platform/http/measures.ts';
import { registerMetrics } from '../platform/http/metrics.ts';
import { uploadLimits } from '../platform/http/multipart.ts';
import { pageCache } from '../platform/http/page-cache.ts';
import { openResponseCache } from '../platform/http/response-cache.ts';
import type { Endpoint } from '../platform/http/serve.ts';
import { answerUnreadable } from '../platform/http/unreadable-requests.ts';
import { uploadQuota } from '../platform/http/upload-quota.ts';
import { turnQueues } from '../platform/inspection/fair-turns.ts';
import { inspectionProcesses } from '../platform/inspection/inspection-processes.ts';
import { Worker } from '../platform/jobs/worker.ts';
import { createPost } from '../platform/mail/post.ts';
import { mailJob } from '../platform/mail/queue-mail.ts';
import type { Platform } from '../platform/platform.ts';
import { apartFromRequest, rememberOrigin } from '../platform/request/request-origin.ts';
import { registerExports } from '../platform/tables/export.ts';
import { traceOf } from '../platform/trace.ts';
import { createTypesetter, type Typesetter } from '../platform/typesetting/typesetter.ts';
import { declaredBy } from './declared.ts';
import { features as allFeatures } from './features.ts';
import { housekeeping, housekeepingJob } from './housekeeping.ts';

/**
 * The size of the cache for responses that are the same for everybody, in bytes, and how old they may become, in
 * milliseconds: what depends on the day or on free seats changes without a change of the catalogue.
 */
const sharedBytes = 24 * 1024 * 1024;
const sharedTtl = 60_000;

type App = {
  app: FastifyInstance;
  worker: Worker;
  chainAppender: ChainAppender;
  endpoints: Endpoint[];
  /**
   * Begins the shutdown: `/readyz` answers 503, and no job is claimed any more. Requests are answered as before.
   * Resolves when the jobs that were running have ended.
   */
  leave: () => Promise<void>;
};

/** The programs that draw certificates and set other sheets; each has a process of its own. */
export type Presses = { press: CertificatePress; typesetter: Typesetter };

const ownPresses = (): Presses => ({ press: createCertificatePress(), typesetter: createTypesetter() });

/** Given from the beginning, so that Fastify does not load those of its own. Its type is of theirs. */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => replySerializer,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Who may open stored files, by all features together; by default, nobody beside owners and staff. */
const joinFileRights = (rights: readonly Partial<LinkRights>[]): LinkRights => ({
  findHolder: async () => undefined,
  isShared: async () => false,
  isOpenToVisitors: async () => false,
  ...Object.assign({}, ...rights),
  mayOpen: Object.assign({}, ...rights.map(({ mayOpen }) => mayOpen)),
  madeWhenOpened: Object.assign({}, ...rights.map(({ madeWhenOpened }) => madeWhenOpened)),
});

/**
 * Assembles the program on an open database: calls, access, errors, jobs. It does not listen yet, and its worker does
 * not run until it is started.
 *
 * @param options.presses closed with the program; tests have some that many programs share.
 * @param options.features those that the program has.
 */
export async function buildApp(
  platform: Platform,
  log: Logger,
  { presses = ownPresses(), features = allFeatures }: { presses?: Presses; features?: readonly Feature[] } = {},
): Promise<App> {
  const { press, typesetter } = presses;
  const shared = pageCache({ maxBytes: sharedBytes, ttl: sharedTtl });
  const { config, db, files, clock, changes } = platform;
  changes.on('public-pages', shared.invalidate);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: traceOf,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    // routes that are not contract calls accept no body except chunks of films, which are not held in memory
    bodyLimit: visitorBodyBytes,
    // A connection that is idle for this long is dead, or one of many that an attacker keeps open.
    connectionTimeout: 5 * 60_000,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // what arrives on an open connection during the shutdown is answered, and the connection closed
    return503OnClosing: false,
    schemaController: { compilersFactory },
    frameworkErrors: answerUnroutable(config),
    clientErrorHandler: answerUnreadable,
  });
  // the limit between two requests, and until the head of a request is complete
  app.server.headersTimeout = 30_000;
  hangUpWhenClosing(app);
  collectMeasures(app);
  app.caches.set('shared calls', shared.use);
  secureAnswers(app, config);
  limitBodies(app);
  guardAccess(app, sessionLookup(platform));
  rememberOrigin(app);
  answerErrors(app);
  app.setNotFoundHandler(answerUnknownCalls);
  await collectDescription(app);
  acceptBodies(app);
  const post = createPost({
    mailServer: () => findMailServer(db, config),
    sender: () => getSender(db, config),
    logo: mailLogo(files),
    folder: join(config.dataDir, 'mail'),
    clock,
    log: app.log,
  });
  const { filmBytes, uploadBytes } = config.limits;
  const uploads = createResumableUploads(db, files, { maxFileBytes: filmBytes, maxBytesInAll: uploadBytes });
  const ending = new AbortController();
  const declared = declaredBy(features);
  const opened = features.map(
    (feature) =>
      feature.open?.({ platform, app, log, post, uploads, typesetter, press, declared, ending: ending.signal }) ?? {},
  );
  const endpoints = [...opened.flatMap(({ routes = [] }) => routes), ...linkRoutes(platform)];
  const limits = uploadLimits(files, { film: filmBytes });
  const quota = uploadQuota(platform, { ...config.limits, ...limits });
  registerCalls(app, endpoints, { uploads: limits, quota, shared });
  registerExports(app, platform, { endpoints, tables: features.flatMap(({ tables = [] }) => tables) });
  registerFiles(app, platform, joinFileRights(opened.flatMap(({ fileRights = [] }) => fileRights)));
  registerResumableUploads(app, uploads);
  const checkStore = files.bucket && files.store.check;
  registerHealth(app, { db, dataDir: config.dataDir, mailAwaySince: post.awaySince, checkStore });
  registerMetrics(app, platform);
  registerDiagnosis(app, platform);
  registerDescription(app, academyName(db, config), shared);
  openResponseCache(app);

  app.queues.set('certificates', press.use);
  app.queues.set('sheets', typesetter.use);
  for (const [name, use] of turnQueues) app.queues.set(name, use);
  app.queues.set('inspections', inspectionProcesses.use);
  const worker = new Worker({
    db,
    clock,
    log: app.log,
    handlers: {
      [mailJob]: post.send,
      [housekeepingJob]: housekeeping(platform, app.log, features),
      ...fileJobs(platform),
      ...Object.assign({}, ...opened.map(({ jobs }) => jobs)),
    },
    alone: features.flatMap(({ alone = [] }) => alone),
    recurring: [
      { kind: housekeepingJob, everyMinutes: 60 },
      scans,
      ...features.flatMap(({ recurring }) => recurring?.(platform) ?? []),
    ],
  });
  app.queues.set('jobs', worker.use);
  const chains = features.flatMap(({ chain = [] }) => chain);
  const chainAppender = new ChainAppender({
    db,
    clock,
    log: app.log,
    chains: [auditChain, ...chains.map(({ chain }) => chain)],
    onAppended: async (grown) => {
      for (const { chain, onAppended } of chains) if (chain === grown) await onAppended(platform);
    },
  });
  // Looks for jobs at once after a request that has enqueued one. A look costs as much as a small request, so other
  // requests cause none.
  app.addHook('onResponse', async ({ work }) => {
    if (work?.leftJob) apartFromRequest(() => worker.wake());
  });
  let rest: Promise<void> | undefined;
  /** Idempotent. Jobs that can be interrupted are handed back; no other is claimed. */
  const leave = () => {
    beginClosing(app);
    ending.abort();
    rest ??= worker.stop();
    return rest;
  };
  app.addHook('preClose', async () => void leave());
  app.addHook('onClose', async () => {
    await rest;
    await chainAppender.stop();
    await press.close();
    await typesetter.close();
    post.close();
  });
  return { app, worker, chainAppender, endpoints, leave };
}
