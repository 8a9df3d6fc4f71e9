import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { emailTemplateRoutes } from '../features/academy/email-template-routes.ts';
import { mailLogo } from '../features/academy/mail-logo.ts';
import { outboxRoutes } from '../features/academy/outbox-routes.ts';
import { academyName, getSender } from '../features/academy/queries.ts';
import { academyRoutes } from '../features/academy/routes.ts';
import { settingsRoutes } from '../features/academy/settings-routes.ts';
import { accountTables } from '../features/accounts/exports.ts';
import { ownAccountRoutes } from '../features/accounts/own/own-account-routes.ts';
import { staffAccountRoutes } from '../features/accounts/people/staff-account-routes.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { passkeyRoutes } from '../features/accounts/sign-in/passkey-routes.ts';
import { secondFactorRoutes } from '../features/accounts/sign-in/second-factor-routes.ts';
import { findHolder, sessionLookup } from '../features/accounts/sign-in/sessions.ts';
import { staffMemberRoutes } from '../features/accounts/staff/staff-member-routes.ts';
import { attemptRoutes } from '../features/assessments/attempts/routes.ts';
import { authoringRoutes } from '../features/assessments/authoring/routes.ts';
import { correctedKeyRoutes } from '../features/assessments/corrections/routes.ts';
import { assessmentTables } from '../features/assessments/exports.ts';
import { assessmentJobs, recurringResultSums } from '../features/assessments/jobs.ts';
import { practiceRoutes } from '../features/assessments/practice/routes.ts';
import { assessmentRoutes } from '../features/assessments/routes.ts';
import { auditTables } from '../features/audit/exports.ts';
import { logChecks, logJobs } from '../features/audit/jobs.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { batchTables } from '../features/batches/exports.ts';
import { batchJobs, recurringSeats } from '../features/batches/jobs.ts';
import { batchRoutes } from '../features/batches/routes.ts';
import { registerBadgeFiles } from '../features/certificates/badges/public-routes.ts';
import { badgeRoutes } from '../features/certificates/badges/routes.ts';
import { certificateChain } from '../features/certificates/certificate-log.ts';
import { type CertificatePress, createCertificatePress } from '../features/certificates/drawing/draw-certificate.ts';
import { certificateJobs, codeReading, timeStampRenewal } from '../features/certificates/jobs.ts';
import { isShared } from '../features/certificates/own/queries.ts';
import { ownCertificateRoutes } from '../features/certificates/own/routes.ts';
import { publicLogJobs } from '../features/certificates/public-log/jobs.ts';
import { publishLog } from '../features/certificates/public-log/publish-log.ts';
import { publicLogRoutes } from '../features/certificates/public-log/routes.ts';
import { registerTiles } from '../features/certificates/public-log/tile-routes.ts';
import { registerTables } from '../features/certificates/register/exports.ts';
import { registerRoutes } from '../features/certificates/register/routes.ts';
import { certificateRoutes } from '../features/certificates/routes.ts';
import { contactTables } from '../features/contact/exports.ts';
import { contactRoutes } from '../features/contact/routes.ts';
import { registerCourseFiles } from '../features/course-packs/course-file-routes.ts';
import { type PieceDigests, pieceDigests } from '../features/course-packs/digest-pieces.ts';
import { coursePackRoutes } from '../features/course-packs/routes.ts';
import { categoryRoutes } from '../features/courses/category-routes.ts';
import { courseRuleRoutes } from '../features/courses/course-rules/routes.ts';
import { courseTables } from '../features/courses/exports.ts';
import { courseRoutes } from '../features/courses/routes.ts';
import { enrolmentTables } from '../features/enrolments/exports.ts';
import { enrolmentRoutes } from '../features/enrolments/routes.ts';
import { registerFeeDocuments } from '../features/fees/document-routes.ts';
import { feeTables } from '../features/fees/exports.ts';
import { ownFeeRoutes } from '../features/fees/own-routes.ts';
import { feeRoutes } from '../features/fees/routes.ts';
import { fitToJoinTables } from '../features/fit-to-join/exports.ts';
import { findChecklistCodes } from '../features/fit-to-join/queries.ts';
import { fitToJoinRoutes } from '../features/fit-to-join/routes.ts';
import { registerPackFiles } from '../features/inspection-packs/download-routes.ts';
import { inspectionPackJobs } from '../features/inspection-packs/jobs.ts';
import { makePackJob } from '../features/inspection-packs/queries.ts';
import { inspectionPackRoutes } from '../features/inspection-packs/routes.ts';
import { offlineRecordTables } from '../features/offline-records/exports.ts';
import { offlineRecordRoutes } from '../features/offline-records/routes.ts';
import { registerEvidence } from '../features/overview/evidence-routes.ts';
import { backupReports, digests, overviewJobs, recurringSums } from '../features/overview/jobs.ts';
import { homeRoutes, overviewRoutes } from '../features/overview/routes.ts';
import { packageCleaning, packageJobs } from '../features/packages/jobs.ts';
import { packageRoutes } from '../features/packages/routes.ts';
import { importTables } from '../features/people-import/exports.ts';
import { importJobs } from '../features/people-import/jobs.ts';
import { importRoutes } from '../features/people-import/routes.ts';
import { registerCopies } from '../features/personal-data/copy-routes.ts';
import { personalDataJobs, retention } from '../features/personal-data/jobs.ts';
import { personalDataRoutes } from '../features/personal-data/routes.ts';
import { seafarerTables } from '../features/seafarers/exports.ts';
import { seafarerJobs } from '../features/seafarers/jobs.ts';
import { readDocumentJob } from '../features/seafarers/read-document.ts';
import { seafarerRoutes } from '../features/seafarers/routes.ts';
import { registerBackChannelLogout, signOnRoutes } from '../features/single-sign-on/routes.ts';
import { attendanceRoutes } from '../features/training/attendance-routes.ts';
import { trainingTables } from '../features/training/exports.ts';
import { batchCompletions, trainingJobs } from '../features/training/jobs.ts';
import { mayWatch } from '../features/training/policy.ts';
import { preparationJobs } from '../features/training/preparation-queue.ts';
import { isFileOpen } from '../features/training/queries.ts';
import { trainingRoutes } from '../features/training/routes.ts';
import { walletTables } from '../features/wallet/exports.ts';
import { expiryReminders, walletJobs } from '../features/wallet/jobs.ts';
import { findKindCodes } from '../features/wallet/kinds/queries.ts';
import { walletRoutes } from '../features/wallet/routes.ts';
import { auditChain } from '../platform/audit/chain.ts';
import { ChainAppender } from '../platform/chain/chain-appender.ts';
import { registerResumableUploads } from '../platform/file-routes/resumable-upload-routes.ts';
import { linkRoutes, registerFiles } from '../platform/file-routes/routes.ts';
import { fileJobs, scans } from '../platform/files/jobs.ts';
import { createResumableUploads, type ResumableUploads } from '../platform/files/resumable-uploads.ts';
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
import { createPost, type Post } from '../platform/mail/post.ts';
import { mailJob } from '../platform/mail/queue-mail.ts';
import type { Platform } from '../platform/platform.ts';
import { apartFromRequest, rememberOrigin } from '../platform/request/request-origin.ts';
import { registerExports, type Table } from '../platform/tables/export.ts';
import { traceOf } from '../platform/trace.ts';
import { createTypesetter, type Typesetter } from '../platform/typesetting/typesetter.ts';
import { emailTemplates } from './email-templates.ts';
import { housekeeping, housekeepingJob } from './housekeeping.ts';
import { personalData, traces } from './personal-data.ts';

/** Every call of the program, feature by feature. */
type Parts = { uploads: ResumableUploads; post: Post; typesetter: Typesetter; digestsOf: PieceDigests };

const endpointsOf = (platform: Platform, { uploads, post, typesetter, digestsOf }: Parts): Endpoint[] => [
  ...accountRoutes(platform),
  ...ownAccountRoutes(platform),
  ...secondFactorRoutes(platform),
  ...passkeyRoutes(platform),
  ...signOnRoutes(platform),
  ...staffAccountRoutes(platform),
  ...staffMemberRoutes(platform),
  ...contactRoutes(platform),
  ...seafarerRoutes(platform),
  ...courseRoutes(platform),
  ...categoryRoutes(platform),
  ...courseRuleRoutes(platform, { findKindCodes, findChecklistCodes }),
  ...batchRoutes(platform),
  ...ownFeeRoutes(platform),
  ...feeRoutes(platform),
  ...enrolmentRoutes(platform),
  ...trainingRoutes(platform, uploads),
  ...attendanceRoutes(platform, typesetter),
  ...packageRoutes(platform, uploads),
  ...offlineRecordRoutes(platform),
  ...walletRoutes(platform),
  ...certificateRoutes(platform),
  ...badgeRoutes(platform),
  ...registerRoutes(platform),
  ...ownCertificateRoutes(platform),
  ...publicLogRoutes(platform),
  ...assessmentRoutes(platform),
  ...correctedKeyRoutes(platform),
  ...attemptRoutes(platform),
  ...authoringRoutes(platform),
  ...practiceRoutes(platform),
  ...coursePackRoutes(platform, digestsOf),
  ...fitToJoinRoutes(platform, typesetter),
  ...personalDataRoutes(platform, personalData),
  ...importRoutes(platform),
  ...homeRoutes(platform),
  ...overviewRoutes(platform),
  ...inspectionPackRoutes(platform),
  ...auditRoutes(platform),
  ...academyRoutes(platform),
  ...settingsRoutes(platform),
  ...emailTemplateRoutes(platform, emailTemplates),
  ...outboxRoutes(platform, post),
  ...linkRoutes(platform),
];

/** Every list that staff can export, and its table format. */
const tables: readonly Table[] = [
  ...accountTables,
  ...contactTables,
  ...seafarerTables,
  ...courseTables,
  ...batchTables,
  ...feeTables,
  ...enrolmentTables,
  ...trainingTables,
  ...offlineRecordTables,
  ...walletTables,
  ...registerTables,
  ...assessmentTables,
  ...fitToJoinTables,
  ...importTables,
  ...auditTables,
];

/**
 * The size of the cache for responses that are the same for everybody, in bytes, and how old they may become, in
 * milliseconds: what depends on the day or on free seats changes without a change of the catalogue.
 */
const sharedBytes = 16 * 1024 * 1024;
const sharedTtl = 60_000;

type App = {
  app: FastifyInstance;
  worker: Worker;
  chainAppender: ChainAppender;
  endpoints: Endpoint[];
  /** Begins the shutdown: `/readyz` answers 503, and no job is claimed any more. Requests are answered as before. */
  leave: () => void;
};

/** The programs that draw certificates and set other sheets; each has a process of its own. */
export type Presses = { press: CertificatePress; typesetter: Typesetter };

const ownPresses = (): Presses => ({ press: createCertificatePress(), typesetter: createTypesetter() });

/**
 * Assembles the program on an open database: calls, access, errors, jobs. It does not listen yet, and its worker does
 * not run until it is started.
 *
 * @param presses closed with the program; tests have some that many programs share.
 */
export async function buildApp(platform: Platform, log: Logger, presses: Presses = ownPresses()): Promise<App> {
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
    frameworkErrors: answerUnroutable(config),
    clientErrorHandler: answerUnreadable,
  });
  // the limit between two requests, and until the head of a request is complete
  app.server.headersTimeout = 30_000;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(replySerializer);
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
    ...config.mail,
    sender: () => getSender(db, config),
    logo: mailLogo(files),
    folder: join(config.dataDir, 'mail'),
    clock,
    log: app.log,
  });
  const { filmBytes, uploadBytes } = config.limits;
  const uploads = createResumableUploads(db, files, { maxFileBytes: filmBytes, maxBytesInAll: uploadBytes });
  const digestsOf = pieceDigests(platform);
  const endpoints = endpointsOf(platform, { uploads, post, typesetter, digestsOf });
  const limits = uploadLimits(files, { film: filmBytes });
  const quota = uploadQuota(platform, { ...config.limits, ...limits });
  registerCalls(app, endpoints, { uploads: limits, quota, shared });
  registerExports(app, platform, { endpoints, tables });
  registerBackChannelLogout(app, platform);
  registerEvidence(app, platform);
  registerPackFiles(app, platform);
  registerFeeDocuments(app, platform, typesetter);
  registerTiles(app, platform);
  registerBadgeFiles(app, platform);
  registerCourseFiles(app, platform, digestsOf);
  registerCopies(app, platform, personalData);
  registerFiles(app, platform, {
    findHolder: (accountId) => findHolder(platform, accountId),
    isShared: (shareId, fileId) => isShared(db, { shareId, fileId }, clock()),
    isOpenToVisitors: (fileId) => isFileOpen(db, fileId),
    mayOpen: {
      trainingVideo: (reader, fileId) => mayWatch(db, reader, fileId),
      // The test papers that contain a question change by the minute, and its picture reveals nothing without the
      // question.
      question_pictures: async () => true,
    },
  });
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
  const ending = new AbortController();
  const worker = new Worker({
    db,
    clock,
    log: app.log,
    handlers: {
      [mailJob]: post.send,
      [housekeepingJob]: housekeeping(platform, app.log),
      ...fileJobs(platform),
      ...seafarerJobs(platform),
      ...importJobs(platform, personalData),
      ...batchJobs(platform),
      ...certificateJobs(platform, press),
      ...walletJobs(platform),
      ...publicLogJobs(platform),
      ...trainingJobs(platform, ending.signal),
      ...packageJobs(platform),
      ...assessmentJobs(platform),
      ...personalDataJobs(platform, { tables: personalData, traces }, app.log),
      ...overviewJobs(platform),
      ...inspectionPackJobs(platform),
      ...logJobs(platform),
    },
    // One of each kind at a time. A film uses as much of the machine as it can get; documents are read one after the
    // other, and those that wait for it would leave no place for emails.
    alone: [...preparationJobs, readDocumentJob, makePackJob],
    recurring: [
      { kind: housekeepingJob, everyMinutes: 60 },
      recurringSeats,
      batchCompletions,
      packageCleaning,
      ...recurringSums,
      recurringResultSums,
      digests,
      backupReports,
      expiryReminders,
      codeReading,
      ...(config.timeStamps ? [timeStampRenewal] : []),
      retention,
      scans,
      logChecks,
    ],
  });
  app.queues.set('jobs', worker.use);
  const chainAppender = new ChainAppender({
    ...{ db, clock, log: app.log, chains: [certificateChain, auditChain] },
    onAppended: async (chain) => {
      if (chain === certificateChain) await publishLog(platform);
    },
  });
  // Looks for jobs at once after a request that has enqueued one. A look costs as much as a small request, so other
  // requests cause none.
  app.addHook('onResponse', async ({ origin }) => {
    if (origin?.leftJob) apartFromRequest(() => worker.wake());
  });
  let rest: Promise<void> | undefined;
  /** Idempotent. Jobs that can be interrupted are handed back; no other is claimed. */
  const leave = () => {
    beginClosing(app);
    ending.abort();
    rest ??= worker.stop();
  };
  app.addHook('preClose', async () => leave());
  app.addHook('onClose', async () => {
    await rest;
    await chainAppender.stop();
    await press.close();
    await typesetter.close();
    post.close();
  });
  return { app, worker, chainAppender, endpoints, leave };
}
