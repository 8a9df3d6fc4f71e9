import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll } from 'vitest';
import { dumpStream } from '../../../platform/backup/dump-stream.ts';
import { noteBackup } from '../../../platform/backup/last-backup.ts';
import { writeBackup } from '../../../platform/backup/write-backup.ts';
import { connectAsIs, type Db } from '../../../platform/db/database.ts';
import { clamdStandIn } from '../../../platform/files/testing/clamd-stand-in.ts';
import { ffmpeg } from '../../../platform/films/testing/ffmpeg.ts';
import { createLog } from '../../../platform/http/log.ts';
import { testAuthority } from '../../../platform/time-stamps/testing/time-stamp-authority.ts';
import { start } from '../../../program/start.ts';
import { type Config, readConfig } from '../../../settings/config.ts';
import { freePort } from '../../../testing/free-port.ts';
import { documented, installedNginx, runNginx } from '../../../testing/nginx.ts';
import { startPostgres } from '../../../testing/postgres-server.ts';
import { statedAcademy } from '../../../testing/stated-academy.ts';
import { selfSigned } from '../../../testing/tls.ts';
import { examine } from '../examine.ts';
import { mailServerStandIn } from './mail-server.ts';

/** How long the doctor waits for mail servers and proxies here, in milliseconds. */
const shortly = { mail: 500, proxy: 50 };

/** The date as clamd writes it. */
function asClamd(date: Date): string {
  const [day, month, ofMonth, year, time] = date.toString().split(' ');
  return `${day} ${month} ${ofMonth} ${time} ${year}`;
}

/** A folder on another disk than `folder`: that of the temporary files, or the one in memory. */
async function folderElsewhere(folder: string): Promise<string> {
  const { dev } = await stat(folder);
  for (const place of [tmpdir(), '/dev/shm', import.meta.dirname, '/var/tmp'])
    if ((await stat(place)).dev !== dev) return mkdtemp(join(place, 'fairlead-backups-'));
  throw new Error('There is one disk alone');
}

/** How the doctor examines a planted fault: with other settings than the academy's, another clock or more patience. */
export type Planted = {
  settings?: Partial<Config>;
  clock?: () => Date;
  patience?: { mail: number; proxy: number };
};

/**
 * A running academy as the documents set it up: a PostgreSQL server of its own, nginx with TLS in front, a mail server,
 * clamd, a time-stamp authority, films, and a backup on another disk. It ends after the last test of the file.
 */
export async function healthyAcademy() {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-healthy-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL is not installed');
  afterAll(() => postgres.stop());

  const [clamd, authority, mail] = await Promise.all([clamdStandIn(), testAuthority(), mailServerStandIn()]);
  afterAll(() => mail.close());
  clamd.signaturesAt = asClamd(new Date());
  await writeFile(join(folder, 'authority.pem'), authority.root);
  const tls = selfSigned(folder, 90);
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, tls.cert]);
  afterAll(() => setDefaultCACertificates(usual));

  const [port, contentPort, publicPort, packagesPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const settings = {
    ...statedAcademy,
    BRAND_EMAIL: 'office@academy.internal',
    ADMIN_EMAIL: 'principal@academy.internal',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    PORT: String(port),
    CONTENT_PORT: String(contentPort),
    PUBLIC_URL: `https://localhost:${publicPort}`,
    CONTENT_URL: `https://localhost:${packagesPort}`,
    TRUST_PROXY: 'true',
    ACCEL_REDIRECT: '/stored',
    SMTP_URL: `smtp://academy:right@${mail.host}`,
    CLAMD: clamd.endpoint,
    TSA_URL: authority.url,
    TSA_CA_FILE: join(folder, 'authority.pem'),
    FFMPEG: ffmpeg,
    LOG_LEVEL: 'silent',
    MAX_FILM_MB: '1',
  };
  const config = readConfig(settings);
  const program = await start(config, { dev: false });
  afterAll(() => program.stop());

  let sites = 0;
  /** Starts nginx as documented, but for `change`, at a port. */
  async function nginx(at: number, change: (site: string) => string = (same) => same, identity = tls) {
    sites += 1;
    const secure = (where: number) =>
      `listen 127.0.0.1:${where} ssl; ssl_certificate ${identity.certFile}; ssl_certificate_key ${identity.keyFile};`;
    const site = change(await documented(`http://127.0.0.1:${port}`, dataDir));
    const packages = `server { ${secure(packagesPort)} location / { proxy_pass http://127.0.0.1:${contentPort}; } }`;
    return runNginx(
      installedNginx,
      join(folder, `nginx-${sites}`),
      (own) => `server { listen 127.0.0.1:${own}; return 204; }
        server { ${secure(at)} ${site} } ${sites === 1 ? packages : ''}`,
    );
  }
  const front = await nginx(publicPort);
  afterAll(() => front.stop());

  const db = connectAsIs(postgres.url, createLog('silent'));
  afterAll(() => db.destroy());
  const film = await storeFile(db, dataDir, { folder: 'trainingVideo', contentType: 'video/mp4', ending: 'mp4' });
  await storeFile(db, dataDir, { folder: 'academy', contentType: 'image/png', ending: 'png' });

  const backups = await folderElsewhere(dataDir);
  afterAll(() => rm(backups, { recursive: true, force: true }));
  const backup = join(backups, 'one');
  await writeBackup({ dataDir, target: backup, vault: config.secrets.vault }, () => dumpStream(db));
  await noteBackup(dataDir, { at: new Date(), folder: backup, outcome: 'complete' });

  /** What the doctor finds that is not fine, in its words, by subject; undefined examines all of them. */
  async function findings(
    { settings: change = {}, clock = () => new Date(), patience = shortly }: Planted = {},
    subjects?: readonly string[],
  ): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for await (const { subject, findings } of examine({ ...config, ...change }, { clock, patience, subjects }))
      for (const { state, says, remedy } of findings) {
        if (state === 'fine') continue;
        if (!remedy) throw new Error(`${says} has no remedy`);
        found[subject] = [...(found[subject] ?? []), `${state}: ${says}`];
      }
    return found;
  }

  return { folder, dataDir, settings, config, postgres, db, film, backup, clamd, mail, nginx, findings };
}
export type HealthyAcademy = Awaited<ReturnType<typeof healthyAcademy>>;

/** A stored file with its row. */
async function storeFile(
  db: Db,
  dataDir: string,
  { folder, contentType, ending }: { folder: string; contentType: string; ending: string },
): Promise<string> {
  const filename = `${randomUUID()}.${ending}`;
  const content = randomBytes(100_000);
  const path = join(dataDir, 'files', folder, filename);
  await mkdir(join(dataDir, 'files', folder), { recursive: true });
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await db
    .insertInto('storedFile')
    .values({ folder, filename, contentType, sizeBytes: content.length, sha256 })
    .execute();
  return path;
}
