import { buildApp } from './app.ts';
import { bannerOf } from './banner.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { academyName } from './features/academy/queries.ts';
import { ensureFirstAdmin } from './features/accounts/ensure-first-admin.ts';
import { serveDump } from './platform/backup/running-program.ts';
import { type Db, openDatabase } from './platform/db/database.ts';
import { clamdScanner } from './platform/files/clamd.ts';
import { createFiles } from './platform/files/files.ts';
import { visitorCalls } from './platform/http/calls.ts';
import { createLog } from './platform/http/log.ts';
import { mountPages, type Pages } from './platform/http/pages.ts';
import { createKeys } from './platform/keys/keys.ts';
import { BadKeyFile } from './platform/keys/pkcs12.ts';

type Program = {
  /** What a newcomer wants to know: where it is, who may enter, where mails go. */
  banner: string;
  url: string;
  /** Answers what is under way (for some seconds), finishes the jobs in hand and closes the database. */
  stop: () => Promise<void>;
};

/**
 * Milliseconds that requests under way have to end in: a film that somebody watches goes on for hours, and most
 * managers of processes kill after 30 s or more.
 */
const usualPatience = 20_000;

/** What whoever starts the program can mend, told in one line. */
export class CannotStart extends Error {}

const cannotStart = (error: unknown): never => {
  throw new CannotStart(error instanceof Error ? error.message : String(error), { cause: error });
};

/**
 * Opens the database, makes the first administrator, and listens.
 *
 * @param keepPages whether a rendered page serves the next readers too; the bench measures both.
 * @throws CannotStart when the database does not open, the port is taken, or the first administrator's password is easy
 *   to guess.
 */
export async function start(
  config: Config,
  { dev, patience = usualPatience, keepPages = !dev }: { dev: boolean; patience?: number; keepPages?: boolean },
): Promise<Program> {
  const clock = () => new Date();
  // Until it listens, only what is wrong is worth a line: the banner says the rest.
  const log = createLog(config.logLevel === 'silent' ? 'silent' : 'warn');
  const db = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log }).catch(cannotStart);
  try {
    const { dataDir, handOver, secrets } = config;
    const scan = config.clamd && clamdScanner(config.clamd);
    const files = createFiles({ dataDir, secret: secrets.link, vault: secrets.vault, clock, scan, handOver });
    const keys = await openKeys(config, { db, clock });
    let pages: Pages | undefined;
    const platform = { db, files, keys, config, clock, onPublicChange: () => pages?.invalidate() };
    const admin = await ensureFirstAdmin(platform).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'invalid')) throw error;
      throw new CannotStart(`ADMIN_PASSWORD: ${error.message}`, { cause: error });
    });
    const name = await academyName(db, config)();
    const { app, worker, sealer, endpoints } = await buildApp(platform, log);
    pages = await mountPages(app, { dev, keep: keepPages, callAsVisitor: visitorCalls(endpoints) });
    await app.listen({ host: config.host, port: config.port }).catch(cannotStart);
    log.level = config.logLevel;
    worker.start();
    sealer.start();
    const stopDumps = config.databaseUrl === undefined ? await serveDump(db, config.dataDir, log) : undefined;
    const url = app.listeningOrigin;
    return {
      url,
      banner: bannerOf(config, { name, url, admin }),
      stop: async () => {
        const impatience = setTimeout(() => app.server.closeAllConnections(), patience);
        await app.close();
        clearTimeout(impatience);
        await stopDumps?.();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Makes keys at the first start rather than under the first certificate, where nobody would see a wrong file. */
async function openKeys(config: Config, { db, clock }: { db: Db; clock: () => Date }) {
  const keys = createKeys({
    db,
    dataDir: config.dataDir,
    clock,
    academy: academyName(db, config),
    pkcs12: config.pdfKey,
  });
  await keys.facts();
  await keys.pdf().catch((error: unknown) => {
    throw error instanceof BadKeyFile ? new CannotStart(`PDF_KEY_FILE is of no use: ${error.message}`) : error;
  });
  return keys;
}
