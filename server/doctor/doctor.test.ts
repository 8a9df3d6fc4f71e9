import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { noteBackup } from '../platform/backup/last-backup.ts';
import { folderStore } from '../platform/files/stores/folder-store.ts';
import { withProbe } from '../platform/files/stores/probe.ts';
import { storedNames } from '../platform/files/stores/stored-names.ts';
import { testApp } from '../testing/app.ts';
import { someOf } from '../testing/cases.ts';
import { clamdStandIn } from '../testing/clamd-stand-in.ts';
import { runCommand } from '../testing/command.ts';
import { databasePlace, describeOnServer } from '../testing/database.ts';
import { withMaintenance } from '../testing/databases.ts';
import { addProfile } from '../testing/factories.ts';
import { ffmpeg } from '../testing/ffmpeg.ts';
import { freePort } from '../testing/free-port.ts';
import { documented, installedNginx, startNginx } from '../testing/nginx.ts';
import { testAuthority } from '../testing/time-stamp-authority.ts';
import { selfSigned } from '../testing/tls.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkKeys, lostKeys } from './check-keys.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkProxy } from './check-proxy.ts';
import { checkServices } from './check-services.ts';
import type { Finding } from './finding.ts';

const program = await testApp({ ACCEL_REDIRECT: '/stored', TRUST_PROXY: 'true' });
const { clock, db } = program;
const origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
const config: Config = {
  ...program.config,
  publicUrl: origin,
  port: Number(new URL(origin).port),
  handOver: undefined,
};
await program.keys.facts();
const folder = await mkdtemp(join(tmpdir(), 'fairlead-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** What is not fine, as the doctor says it. */
async function faults(found: Promise<Finding[]>): Promise<string[]> {
  const findings = await found;
  expect(findings.length).toBeGreaterThan(0);
  for (const { state, mend } of findings) expect(mend === undefined).toBe(state === 'fine');
  return findings.filter(({ state }) => state !== 'fine').map(({ state, says }) => `${state}: ${says}`);
}

describe('the machine', () => {
  const machine = (change: Partial<Config> = {}) => faults(checkMachine({ ...config, ...change }));
  const limits = { ...config.limits, filmBytes: 1, uploadBytes: 1 };

  test('that is as it should be has no fault', async () => {
    expect(await machine({ limits })).toEqual([]);
  });

  test('whose other users can read DATA_DIR, or whose disk is smaller than what may be uploaded, is named', async () => {
    await chmod(config.dataDir, 0o755);
    ending.push(() => chmod(config.dataDir, 0o700));
    expect(await machine({ limits })).toEqual([expect.stringMatching(/^wrong: Every user of this machine can read /)]);
    await chmod(config.dataDir, 0o700);
    const large = { ...limits, uploadBytes: 1e18 };
    expect(await machine({ limits: large })).toEqual([
      expect.stringMatching(/^look: .* free, but uploads of 10{9}\.0 GB/),
    ]);
  });
});

describe('files', () => {
  const files = (change: Partial<Config> = {}) => faults(checkFiles({ ...config, ...change }, clock));

  test('that are stored and read have no fault, and leave nothing behind', async () => {
    await addProfile(program, await program.person());
    expect(await files()).toEqual([]);
    expect(await files()).toEqual([]);
  });

  test('that cannot be stored, and documents of another secret, are named', async () => {
    const secrets = { ...config.secrets, vault: randomBytes(32).toString('hex') };
    expect(await files({ secrets })).toEqual([
      expect.stringMatching(/^wrong: Identity documents cannot be read: .*another secret/),
    ]);
    // one that is damaged is no reason to doubt the secret
    await addProfile(program, await program.person());
    for await (const { name } of storedNames(program.files.store, ['profile_pictures'])) {
      const path = join(config.dataDir, 'files', name);
      const bytes = await readFile(path);
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100);
      await writeFile(path, damaged);
      ending.push(() => writeFile(path, bytes));
      break;
    }
    expect(await files()).toEqual([expect.stringMatching(/^wrong: profile_pictures\/\S+ is damaged\.$/)]);
    const place = {
      bucket: 'academy',
      prefix: '',
      endpoint: 'http://127.0.0.1:1',
      region: '',
      keyId: 'k',
      secret: 's',
    };
    // one failure hides no other
    expect(await files({ files: { place, also: { place: undefined } } })).toEqual([
      expect.stringMatching(/^wrong: The object store’s clock cannot be read: The object store cannot be used: /),
      expect.stringMatching(/^wrong: No file can be stored: The object store cannot be used: /),
      expect.stringMatching(/^wrong: Whether identity documents can be read is not known: The object store cannot /),
      expect.stringMatching(/^look: Whether the bucket keeps versions is not known: The object store cannot /),
      'look: There are still files at FILES_ALSO.',
    ]);
    await writeFile(join(folder, 'files'), '');
    expect(await files({ dataDir: folder })).toEqual([
      expect.stringMatching(/^wrong: No file can be stored: /),
      expect.stringMatching(/^wrong: Whether identity documents can be read is not known: /),
    ]);
  });

  test('that are read otherwise than they were written, or not at all, leave no test file behind', async () => {
    const scratch = await mkdtemp(join(folder, 'probe-'));
    const store = folderStore(scratch, ['academy']);
    const failing = withProbe(store, { scratch, folder: 'academy', sizeBytes: 10 }, () =>
      Promise.reject(new Error('read error')),
    );
    await expect(failing).rejects.toThrow('read error');
    expect(await readdir(scratch, { recursive: true })).toEqual(['academy']);
  });
});

describe('keys', () => {
  const keys = (pdfKey?: Config['pdfKey'], now = clock) => faults(checkKeys({ ...config, pdfKey }, now));
  const file = join(import.meta.dirname, '../platform/keys/fixtures/p-256.p12');

  test('that others cannot read, and a bought one that is valid, have no fault', async () => {
    expect(await keys({ file, password: 'sésame' })).toEqual([]);
  });

  test('whose files are missing are named, with what prevents the start', async () => {
    const current = await db.selectFrom('signingKey').select(['id', 'purpose', 'publicPart']).execute();
    expect(await lostKeys(current, config.dataDir)).toEqual([]);
    expect(await lostKeys(current, folder)).toMatchObject([
      {
        says: expect.stringMatching(
          /^The program does not start: DATA_DIR\/keys lacks [\w-]{11}\.pem \(the key for facts\)/,
        ),
        mend: expect.stringMatching(/^Copy keys and secrets .* npm run rotate-keys -- .*facts/),
      },
    ]);
  });

  test('that others can read, and a bought one that cannot be opened or has ended, are named', async () => {
    await chmod(join(config.dataDir, 'keys'), 0o755);
    ending.push(() => chmod(join(config.dataDir, 'keys'), 0o700));
    expect(await keys()).toEqual([expect.stringMatching(/^wrong: Others can read .* and sign certificates/)]);
    await chmod(join(config.dataDir, 'keys'), 0o700);
    expect(await keys({ file, password: 'other' })).toEqual([
      expect.stringMatching(/^wrong: PDF_KEY_FILE is of no use: /),
    ]);
    const later = () => new Date('2150-01-01');
    expect(await keys({ file, password: 'sésame' }, later)).toEqual([
      expect.stringMatching(/^wrong: The certificate in PDF_KEY_FILE ended on /),
    ]);
  });
});

describe('the mail server', () => {
  async function mailServer(options: SMTPServerOptions = {}): Promise<string> {
    const server = new SMTPServer({
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, ...options },
      onAuth: ({ password }, _session, done) =>
        done(password === 'right' ? null : new Error('wrong password'), { user: 'a' }),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody@') ? new Error('no such mailbox') : null),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    });
    server.on('error', () => {});
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    ending.push(() => new Promise((closed) => server.close(() => closed(undefined))));
    return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }
  const usual: Config['mail'] = {
    ...config.mail,
    smtpTls: 'opportunistic',
    reachesNobody: false,
    from: 'office@example.org',
  };
  const mail = (change: Partial<Config['mail']>, mailbox?: string) =>
    faults(checkMail({ ...config, mail: { ...usual, ...change } }, mailbox));

  test('that takes emails has no fault', async () => {
    expect(await mail({ smtpUrl: `smtp://academy:right@${await mailServer()}` }, 'mate@example.org')).toEqual([]);
  });

  test('that is missing, away or unencrypted, or refuses the password or the mailbox, is named', async () => {
    const place = await mailServer();
    const named = [
      mail({ reachesNobody: true }),
      mail({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` }),
      mail({ smtpUrl: `smtp://academy:wrong@${place}` }),
      mail({ smtpUrl: `smtp://academy:right@${place}`, smtpTls: 'required' }),
      mail({ smtpUrl: `smtp://academy:right@${place}`, isReadable: true }),
      mail({ smtpUrl: `smtp://academy:right@${place}` }, 'nobody@example.org'),
    ];
    expect(await Promise.all(named)).toEqual([
      [expect.stringMatching(/^wrong: Nobody gets an email/)],
      [expect.stringMatching(/^wrong: The mail server cannot be used: .*ECONNREFUSED/)],
      [expect.stringMatching(/^wrong: The mail server cannot be used: .*wrong password/)],
      [expect.stringMatching(/^wrong: The mail server cannot be used: .*STARTTLS/)],
      [expect.stringMatching(/^wrong: Emails, and the codes in them, can be read/)],
      [expect.stringMatching(/^wrong: The mail server refused an email to nobody@example\.org: .*no such mailbox/)],
    ]);
  });
});

describe('services', () => {
  const none = { ffmpeg, clamd: undefined, timeStamps: undefined, signOn: undefined };
  const services = (change: Partial<Config>) => faults(checkServices({ ...none, ...change }, () => new Date()));
  const at = (endpoint: string) => ({ host: '127.0.0.1', port: Number(endpoint.split(':')[1]) });

  async function website(answer: string): Promise<string> {
    const server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ending.push(() => new Promise((closed) => server.close(closed)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const signOn = (issuer: string) => ({ issuer }) as NonNullable<Config['signOn']>;

  test('that work have no fault', async () => {
    const authority = await testAuthority();
    const timeStamps = { url: authority.url, authorization: undefined, trusted: [authority.root] };
    expect(await services({ clamd: at((await clamdStandIn()).endpoint), timeStamps })).toEqual([]);
  });

  test('that are away, or do not do what they are for, are named', async () => {
    const blind = await clamdStandIn();
    blind.says = 'stream: OK';
    const away = `http://127.0.0.1:${await freePort()}/`;
    const clamd = at((await clamdStandIn()).endpoint);
    const named = [
      services({ ffmpeg: undefined, clamd }),
      services({ ffmpeg: '/bin/true', clamd }),
      services({ ffmpeg: '/nowhere/ffmpeg', clamd }),
      services({}),
      services({ clamd: at(blind.endpoint) }),
      services({ clamd: { host: '127.0.0.1', port: await freePort() } }),
      services({ clamd, timeStamps: { url: away, authorization: undefined, trusted: [] } }),
      services({ clamd, signOn: signOn(away) }),
      services({ clamd, signOn: signOn(await website('{"issuer":"https://other.example"}')) }),
    ];
    expect(await Promise.all(named)).toEqual([
      [expect.stringMatching(/^look: Without ffmpeg/)],
      [expect.stringMatching(/^wrong: \/bin\/true has no encoder libx264/)],
      [expect.stringMatching(/^wrong: Films cannot be prepared: .*ENOENT/)],
      [expect.stringMatching(/^look: Uploads are not scanned/)],
      [expect.stringMatching(/^wrong: clamd does not find the test file/)],
      [expect.stringMatching(/^wrong: Nothing is scanned: .*ECONNREFUSED/)],
      [expect.stringMatching(/^wrong: The time-stamp authority gave no time stamp/)],
      [expect.stringMatching(/^wrong: Staff’s login service cannot be used: .*ECONNREFUSED/)],
      [expect.stringMatching(/^wrong: Staff’s login service calls itself https:\/\/other\.example\/\.$/)],
    ]);
  });
});

describe('the site', () => {
  const site = (change: Partial<Config> = {}) => faults(checkProxy({ ...config, ...change }, clock));

  test('that something else answers for, that is away, or that has other secrets, is named', async () => {
    const other = createServer((_request, response) => response.end('It works!')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    ending.push(() => new Promise((closed) => other.close(closed)));
    const { port } = other.address() as AddressInfo;
    const secrets = { ...config.secrets, link: randomBytes(32).toString('hex') };
    expect(await site({ publicUrl: `http://127.0.0.1:${port}` })).toEqual([
      expect.stringMatching(/^wrong: Something else than Fairlead/),
    ]);
    expect(await site({ publicUrl: `http://127.0.0.1:${await freePort()}` })).toEqual([
      expect.stringMatching(/^wrong: Nobody can reach .*ECONNREFUSED/),
    ]);
    expect(await site({ secrets })).toEqual([expect.stringMatching(/^wrong: The program at .* has other secrets/)]);
    const { status, body } = await program.request('GET', '/diagnosis/file');
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
  });

  test('where visitors can claim an IP address is named', async () => {
    // the program trusts one proxy, and there is none
    expect(await site()).toEqual([expect.stringMatching(/^wrong: Visitors can claim any IP address/)]);
  });

  test('where jobs were given up is named', async () => {
    const values = { kind: 'mail', payload: '{}', runAt: clock(), gaveUpAt: clock(), lastError: 'refused' };
    const { id } = await db.insertInto('job').values(values).returning('id').executeTakeFirstOrThrow();
    ending.push(() => db.deleteFrom('job').where('id', '=', id).execute());
    expect(await site()).toContainEqual(expect.stringMatching(/^look: 1 jobs were given up/));
  });

  // Without nginx these tests are not there, and the test command says so.
  describe.runIf(installedNginx)('behind nginx', () => {
    let next = 0;
    /** Starts nginx as documented, but for `change`. */
    async function behind(change: (locations: string) => string = (same) => same): Promise<string> {
      next += 1;
      const locations = change(await documented(origin, config.dataDir));
      const nginx = await startNginx(installedNginx, join(folder, `nginx-${next}`), locations);
      ending.push(nginx.stop);
      return nginx.url;
    }
    const documentedSite = { handOver: '/stored' };

    test('as documented has no fault', async () => {
      await mkdir(join(config.dataDir, 'files'), { recursive: true });
      expect(await site({ ...documentedSite, publicUrl: await behind() })).toEqual([]);
    });

    const wrongSites: [string, (locations: string) => string, Partial<Config>, RegExp][] = [
      [
        'whose address every visitor has',
        (same) => same,
        { trustedProxies: 0 },
        /^wrong: All visitors have the IP address of a proxy/,
      ],
      [
        'that does not say who asks',
        (locations) =>
          locations.replace(
            /proxy_set_header X-Forwarded-For.*/,
            'proxy_set_header X-Forwarded-For $http_x_forwarded_for;',
          ),
        { trustedProxies: 0 },
        /^wrong: (The proxy does not say which IP address|Visitors can claim)/,
      ],
      [
        'behind another one, of which TRUST_PROXY counts one',
        (locations) => locations.replace('$proxy_add_x_forwarded_for', '"$proxy_add_x_forwarded_for, 198.51.100.7"'),
        {},
        /^wrong: All visitors have the IP address of a proxy/,
      ],
      [
        'that refuses large bodies',
        (locations) => locations.replace('client_max_body_size 0', 'client_max_body_size 1m'),
        {},
        /^wrong: The proxy refuses large bodies/,
      ],
      [
        'that waits for whole bodies',
        (locations) => locations.replace('proxy_request_buffering off;', ''),
        {},
        /^look: The proxy waits for a whole upload/,
      ],
      [
        'that does not send files',
        (locations) => locations.replace('/stored/', '/elsewhere/'),
        {},
        /^wrong: The web server in front does not send/,
      ],
    ];
    // each starts an nginx
    test.each(someOf(wrongSites, 3))('%s, is named', async (_, change, settings, named) => {
      const publicUrl = await behind(change);
      expect(await site({ ...documentedSite, ...settings, publicUrl })).toEqual([expect.stringMatching(named)]);
    });

    test('with a certificate that nobody vouches for, or that soon ends, is named', async () => {
      const { cert, certFile, keyFile } = selfSigned(folder);
      const port = await freePort();
      const tls = `listen 127.0.0.1:${port} ssl; ssl_certificate ${certFile}; ssl_certificate_key ${keyFile};`;
      await behind((locations) => `${tls}\n${locations}`);
      const publicUrl = `https://127.0.0.1:${port}`;
      expect(await site({ ...documentedSite, publicUrl })).toEqual([
        expect.stringMatching(/^wrong: Nobody can reach .*self-signed certificate/),
      ]);
      const usual = getCACertificates('default');
      setDefaultCACertificates([...usual, cert]);
      ending.push(async () => setDefaultCACertificates(usual));
      expect(await site({ ...documentedSite, publicUrl })).toEqual([
        expect.stringMatching(/^look: The certificate of 127\.0\.0\.1 ends in \d days\.$/),
      ]);
    });
  });
});

test('the command prints a line for each finding, with what mends it, and fails for what is wrong', async () => {
  const dataDir = await mkdtemp(join(folder, 'empty-'));
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const refused = await runCommand('doctor.ts', { dataDir }, { env: { PORT: 'x' } });
  expect([refused.code, refused.output]).toEqual([1, 'WRONG  settings  PORT must be a port number\n']);
  const { code, output } = await runCommand('doctor.ts', { dataDir }, { env: { PUBLIC_URL }, openFiles: 512 });
  expect(code).toBe(1);
  expect(output).toMatch(/^WRONG {2}machine {3}This user may have 512 files open.*\n +→ ulimit -Hn 65536/m);
  expect(output).toMatch(/^WRONG {2}site {6}Nobody can reach .*\n +→ Start the program/m);
  expect(output).toMatch(/^fine {3}database {2}The embedded database/m);
  expect(output).toMatch(/^\d+ wrong, \d+ to look at, \d+ fine\n$/m);
});

describe('backups', () => {
  test('that are missing or old are named, and one of last night is not', async () => {
    const backups = (now: Date) => faults(checkBackups({ dataDir: folder }, () => now));
    expect(await backups(clock())).toEqual(['wrong: There was never a backup.']);
    await noteBackup(folder, clock());
    expect(await backups(new Date(clock().getTime() + 24 * 3_600_000))).toEqual([]);
    expect(await backups(new Date(clock().getTime() + 72 * 3_600_000))).toEqual([
      'wrong: The last backup is 3 days old.',
    ]);
  });
});

describeOnServer('the database server', () => {
  const check = (url: string, now = () => new Date()) => faults(checkDatabase({ databaseUrl: url }, now));
  const own = async () => (await databasePlace()).url ?? '';
  const run = (url: string, statement: string) => withMaintenance(url, (client) => client.query(statement));
  const nameOf = (url: string) => pg.escapeIdentifier(new URL(url).pathname.slice(1));
  const changed = (url: string, change: (url: URL) => void) => {
    const other = new URL(url);
    change(other);
    return other.href;
  };

  test('that is as it should be has no fault', async () => {
    expect(await check(await own())).toEqual([]);
  });

  test('that cannot be used is named, with the reason', async () => {
    const url = await own();
    const port = String(await freePort());
    expect(await check(changed(url, (one) => Object.assign(one, { port })))).toEqual([
      expect.stringMatching(/^wrong: .*ECONNREFUSED/),
    ]);
    expect(await check(changed(url, (one) => Object.assign(one, { password: 'other' })))).toEqual([
      expect.stringMatching(/password authentication failed/),
    ]);
    expect(await check(changed(url, (one) => Object.assign(one, { pathname: '/none' })))).toEqual([
      expect.stringMatching(/database "none" does not exist/),
    ]);
  });

  test('with a clock of its own is named', async () => {
    expect(await check(await own(), () => new Date(Date.now() + 600_000))).toEqual([
      expect.stringMatching(/^wrong: The clocks .* differ by \d+ s\.$/),
    ]);
  });

  test.each<[string, (name: string) => string, RegExp]>([
    [
      'without the extension for searches',
      () => 'drop extension pg_trgm cascade',
      /^look: The extension pg_trgm is not created/,
    ],
    [
      'with too few connections',
      (name) => `alter database ${name} connection limit 12`,
      /^wrong: 12 connections are permitted/,
    ],
    [
      'that loses what was committed',
      (name) => `alter database ${name} set synchronous_commit = off`,
      /^wrong: .* has synchronous_commit off/,
    ],
    [
      'of another version',
      () => "insert into kysely_migration values ('9999-later', '2027-01-01')",
      /^wrong: The database is of another version: it has 9999-later/,
    ],
    [
      'with a pending migration',
      () => 'delete from kysely_migration where name = (select max(name) from kysely_migration)',
      /^look: 1 migrations are pending/,
    ],
  ])('%s is named', async (_, statement, named) => {
    const url = await own();
    await run(url, statement(nameOf(url)));
    expect(await check(url)).toEqual([expect.stringMatching(named)]);
  });

  test.each([
    [
      '--encoding',
      "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'",
      /^wrong: The database has the encoding SQL_ASCII/,
    ],
    ['--locale', "encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", /^look: The database has the locale C: searches/],
  ])('with another %s is named, and an empty database too', async (_, options, named) => {
    const url = await own();
    const name = `${new URL(url).pathname.slice(1)}_other`;
    await run(url, `create database ${pg.escapeIdentifier(name)} template template0 ${options}`);
    ending.push(() => run(url, `drop database ${pg.escapeIdentifier(name)} with (force)`));
    expect(await check(changed(url, (one) => Object.assign(one, { pathname: `/${name}` })))).toEqual([
      expect.stringMatching(named),
      expect.stringMatching(/^look: The extension pg_trgm is not created/),
      expect.stringMatching(/^look: The database is empty/),
    ]);
  });

  test('whose replicas the user of the program may not see is named', async () => {
    const url = await own();
    const user = `doctor_${randomBytes(4).toString('hex')}`;
    await run(url, `create role ${user} login password 'sea' in role ${pg.escapeIdentifier(new URL(url).username)}`);
    ending.push(() => run(url, `drop role ${user}`));
    const replica = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig);
    await replica.connect();
    ending.push(() => replica.end());
    const asUser = changed(url, (one) => Object.assign(one, { username: user, password: 'sea' }));
    expect(await check(asUser)).toEqual(['look: The database user may not see how far replicas are.']);
    await run(url, `grant pg_read_all_stats to ${user}`);
    expect(await check(asUser)).toEqual([]);
  });

  test('with a replication slot that nobody reads is named', async () => {
    const url = await own();
    const slot = `doctor_${randomBytes(4).toString('hex')}`;
    await run(url, `select pg_create_physical_replication_slot('${slot}', true)`);
    ending.push(() => run(url, `select pg_drop_replication_slot('${slot}')`));
    expect(await check(url)).toEqual([
      `look: Nobody reads the replication slot ${slot}: the server keeps its log for it until the disk is full.`,
    ]);
  });
});
