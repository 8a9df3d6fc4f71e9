import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { academyName, getAcademy, getMailSettings } from '../features/academy/feature.ts';
import { ensureFirstAdmin, findHolder } from '../features/accounts/feature.ts';
import { askAcademy, fetchPart, findReached, shipClock, shipFeatures } from '../features/ships/feature.ts';
import { OtherAcademy } from '../platform/academy-id/compare.ts';
import { ensureAcademy, noteAcademy } from '../platform/academy-id/open-academy.ts';
import { serveDump } from '../platform/backup/running-program.ts';
import { Changes } from '../platform/changes/changes.ts';
import type { Db } from '../platform/db/database.ts';
import { findZoneDifference, knowsTimeZone, unknownZone, zoneRemedy } from '../platform/db/time-zone.ts';
import { AppError } from '../platform/errors.ts';
import { clamdScanner } from '../platform/files/clamd.ts';
import { createFiles } from '../platform/files/files.ts';
import { openStore } from '../platform/files/stores/open-store.ts';
import { visitorCalls } from '../platform/http/calls.ts';
import { watchRequests } from '../platform/http/closing.ts';
import type { Logger } from '../platform/http/log.ts';
import { KeyUnreadable } from '../platform/keys/key-files.ts';
import { createKeys, KeyLost, openAll } from '../platform/keys/keys.ts';
import { BadKeyFile } from '../platform/keys/pkcs12.ts';
import { mountPages } from '../platform/pages/pages.ts';
import type { Platform } from '../platform/platform.ts';
import { giveBackAtRest } from '../platform/rest.ts';
import type { Config } from '../settings/config.ts';
import { ConfigError } from '../settings/environment.ts';
import { requireSameSocket, whereToListen } from '../settings/held-sockets.ts';
import { makeSecrets } from '../settings/kept-secret.ts';
import { readFacts } from './academy-facts.ts';
import { buildApp } from './app.ts';
import { bannerOf, shipBannerOf } from './banner.ts';
import { describeAcademy } from './described-academy.ts';
import { features } from './features.ts';
import { beginOpening, CannotStart, cannotStart, type Opening } from './opening.ts';
import { warmUp } from './warm-up.ts';

type Program = {
  /** The information for a new user: the URL, the login, and how emails are sent. */
  banner: string;
  url: string;
  /**
   * Graceful shutdown: is not ready any more, and goes on to answer for DRAIN_SECONDS and until the requests and jobs
   * that were running have ended, but not for long. Then it stops to listen, and closes the database.
   */
  stop: () => Promise<void>;
};

/**
 * Milliseconds that running requests have to end, while others are answered. A film may be watched for hours, and most
 * process managers kill after 30 s or more.
 */
const usualPatience = 20_000;
/** Milliseconds that requests have which began meanwhile: nobody is answered any more. */
const lastPatience = 1000;

/**
 * Opens the academy's database, or creates a new one where there is nothing of another academy; creates the first
 * administrator, and listens.
 *
 * @param opening what `beginOpening` has begun with these settings; begun here without it.
 * @param keepPages whether rendered pages are cached; the benchmark measures both.
 * @param warmUpMilliseconds milliseconds of sample calls once it listens; 0 for none.
 * @param isShip whether it is the computer of a ship (docs/ship.md): it has no administrator, and serves few calls.
 * @param onStatement is told each statement; for the benchmark, which counts them.
 * @throws CannotStart when the database cannot be opened or is another academy's than the files, a signing key is
 *   missing, the port is in use, or the first administrator's password is easy to guess.
 * @throws ConfigError when systemd holds another socket than the settings name.
 */
export async function start(
  config: Config,
  {
    dev,
    patience = usualPatience,
    keepPages = !dev,
    warmUpMilliseconds = 0,
    isShip = false,
    onStatement,
    opening = beginOpening(config, onStatement && { onStatement }),
  }: {
    dev: boolean;
    patience?: number;
    keepPages?: boolean;
    warmUpMilliseconds?: number;
    isShip?: boolean;
    onStatement?: (sql: string) => void;
    opening?: Opening;
  },
): Promise<Program> {
  // with https in it, browsers would be told to use nothing else, and a certificate may end at sea
  if (isShip && config.publicUrl.startsWith('https:'))
    throw new ConfigError('PUBLIC_URL is of the academy: the computer of a ship is told its host by the academy');
  const ship = isShip ? shipClock() : undefined;
  const clock = ship?.now ?? (() => new Date());
  const { log } = opening;
  const db = await opening.db;
  const changes = new Changes({ db, log, url: config.databaseUrl });
  try {
    if (!(await knowsTimeZone(db, config.timeZone))) {
      throw new CannotStart(`${unknownZone(config.timeZone)} ${zoneRemedy}`);
    }
    const otherTime = await findZoneDifference(db, config.timeZone, clock());
    if (otherTime) log.warn({}, `${otherTime} ${zoneRemedy}`);
    const reached = ship && (await findReached(db));
    if (reached) ship?.startFrom(reached);
    await ensureAcademy(db, clock);
    const { dataDir, handOver, secrets } = config;
    // before the keys: where there are keys, a missing one is not replaced
    const { vault } = secrets;
    const keys = await openKeys(config, { db, clock });
    await noteAcademy({ db, clock }, config, { mayBeAway: true }).catch((error: unknown) =>
      error instanceof OtherAcademy ? cannotStart(error) : Promise.reject(error),
    );
    makeSecrets(secrets);
    const scan = config.clamd && clamdScanner(config.clamd);
    const stored = openStore(config);
    const files = createFiles({ dataDir, stored, secret: secrets.link, vault, clock, scan, handOver });
    const platform = { db, files, keys, config, clock, changes };
    const admin = ship ? undefined : await ensureAdmin(platform);
    const name = await academyName(db, config)();
    const { app, worker, chainAppender, endpoints, leave } = await buildApp(
      platform,
      log,
      ship && { features: shipFeatures(features, ship, { ask: askAcademy, fetching: fetchPart }) },
    );
    const pages = await mountPages(app, {
      dev,
      keep: keepPages,
      callAsVisitor: visitorCalls(endpoints),
      others: { filmsAt: config.filmsAt, packagesAt: config.content.url },
    });
    changes.on('public-pages', pages.invalidate);
    await changes.start();
    await app.ready();
    await app.listen(whereToListen(0, { ...config, held: config.heldSockets })).catch(cannotStart);
    if (config.heldSockets > 0) requireSameSocket(app.server.address() as AddressInfo, config, 'PORT');
    const content = ship ? undefined : await listenForPackages(platform, log);
    const running = [app.server, ...(content ? [content] : [])].map(watchRequests);
    log.level = config.logLevel;
    worker.start();
    chainAppender.start();
    const stopDumps =
      config.databaseUrl === undefined
        ? await serveDump({
            dataDir: config.dataDir,
            log,
            db,
            describe: () => describeAcademy(db, config),
            facts: () => readFacts(db, config, clock()),
          })
        : undefined;
    const endRests = giveBackAtRest();
    const url = app.listeningOrigin;
    const mail = await getMailSettings(db, config);
    // beside the first requests, which would otherwise wait for the end of it
    const warms = warmUpMilliseconds > 0 && !ship;
    const isWarm = warms ? warmUp({ app, db, endpoints }, warmUpMilliseconds) : Promise.resolve();
    return {
      url,
      banner: admin ? bannerOf(config, { name, url, admin, mail }) : shipBannerOf(url),
      stop: async () => {
        const begun = Promise.all([leave(), ...running.map((haveEnded) => haveEnded())]);
        await pause(config.drainSeconds * 1000);
        await within(patience, begun);
        await isWarm;
        const impatience = setTimeout(() => {
          app.server.closeAllConnections();
          content?.closeAllConnections();
        }, lastPatience);
        await Promise.all([app.close(), content?.[Symbol.asyncDispose]()]);
        clearTimeout(impatience);
        endRests();
        await stopDumps?.();
        await changes.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await changes.stop();
    await db.destroy();
    throw error;
  }
}

/** @throws CannotStart when the first administrator's password is easy to guess. */
const ensureAdmin = (platform: Platform) =>
  ensureFirstAdmin(platform).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'invalid')) throw error;
    throw new CannotStart(`ADMIN_PASSWORD: ${error.message}`, { cause: error });
  });

/** Waits for something, but not longer than some milliseconds. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const { signal } = late;
  await Promise.race([work, pause(milliseconds, undefined, { signal }).catch(() => undefined)]);
  late.abort();
}

/**
 * Opens the second origin, at which packages are played; undefined without one. The next port may be in use where
 * nobody has asked for it: then packages do not open until CONTENT_PORT names another one.
 *
 * @throws CannotStart when its port is in use, and the operator has asked for it.
 * @throws ConfigError when systemd holds another socket for it.
 */
async function listenForPackages(platform: Platform, log: Logger): Promise<Server | undefined> {
  const { content, host, heldSockets } = platform.config;
  const { secondOrigin } = features.find((feature) => feature.secondOrigin) ?? {};
  if (!content.url || !secondOrigin) return undefined;
  const server = secondOrigin(platform, {
    findHolder: (accountId) => findHolder(platform, accountId),
    onError: (err) => log.error({ err }, 'a file of a package failed'),
  });
  try {
    server.listen(whereToListen(1, { held: heldSockets, host, port: content.port }));
    await once(server, 'listening');
    const wanted = { host, port: content.port };
    if (heldSockets > 1) requireSameSocket(server.address() as AddressInfo, wanted, 'CONTENT_PORT');
    return server;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (content.isWanted) return cannotStart(error);
    log.warn({ err: error }, `packages do not open: port ${content.port} is in use; set CONTENT_PORT`);
    return undefined;
  }
}

/** Creates the keys at the first start and not with the first certificate, where nobody would notice a wrong file. */
async function openKeys(config: Config, { db, clock }: { db: Db; clock: () => Date }) {
  const keys = createKeys({
    db,
    dataDir: config.dataDir,
    clock,
    academy: academyName(db, config),
    logOrigin: config.logOrigin,
    pkcs12: config.pdfKey,
  });
  // the certificate of our own key for PDFs names the academy; until it has a name, no PDF is signed
  const { missing } = await getAcademy(db, config);
  const signsPdfs = config.pdfKey !== undefined || !missing.includes('name');
  try {
    await openAll(keys, ['facts', 'log', ...(signsPdfs ? (['pdf'] as const) : [])]);
  } catch (error) {
    if (error instanceof BadKeyFile) throw new CannotStart(`PDF_KEY_FILE is of no use: ${error.message}`);
    throw error instanceof KeyLost || error instanceof KeyUnreadable ? new CannotStart(error.message) : error;
  }
  return keys;
}
