import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { writeMarker } from '../../platform/academy-id/marker.ts';
import { dumpStream } from '../../platform/backup/dump-stream.ts';
import { type LastBackup, noteBackup } from '../../platform/backup/last-backup.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import { LAST_SWEEP_FILE, type LastSweep, noteSweep } from '../../platform/files/last-sweep.ts';
import { folderStore } from '../../platform/files/stores/folder-store.ts';
import { withProbe } from '../../platform/files/stores/probe.ts';
import { storedNames } from '../../platform/files/stores/stored-names.ts';
import type { Config } from '../../settings/config.ts';
import { version } from '../../settings/version.ts';
import { testApp } from '../../testing/app.ts';
import { someOf } from '../../testing/cases.ts';
import { runCommand } from '../../testing/command.ts';
import { addProfile } from '../../testing/factories.ts';
import { freePort } from '../../testing/free-port.ts';
import { listen } from '../../testing/listen.ts';
import { documented, installedNginx, startNginx } from '../../testing/nginx.ts';
import { selfSigned } from '../../testing/tls.ts';
import { checkBackups } from './check-backups.ts';
import { checkFiles } from './check-files.ts';
import { checkKeys, lostKeys } from './check-keys.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkProxy } from './check-proxy.ts';
import { faults } from './testing/findings.ts';

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

  test('that are kept or wait for an administrator are counted, in words', async () => {
    const kept = { withoutRow: 3, markedDeleted: 219, inUse: 0 };
    const note = (change: Partial<LastSweep>) =>
      noteSweep(config.dataDir, { at: clock().toISOString(), kept, waiting: [], ...change });
    ending.push(() => rm(join(config.dataDir, LAST_SWEEP_FILE)));
    await note({});
    const says = (await checkFiles(config, clock)).map((finding) => finding.says);
    expect(says).toContain('Kept for 30 days: 3 files without a row in the database, and 219 marked as deleted');
    await note({
      kept: { ...kept, inUse: 7 },
      waiting: [
        { kind: 'files', waiting: 219, total: 244 },
        { kind: 'people', waiting: 312, total: 400 },
      ],
    });
    expect(await files()).toEqual([
      'wrong: 219 of 244 files would be deleted within a day. This waits until an administrator allows it.',
      'wrong: The data of 312 of 400 people would be erased at once. This waits until an administrator allows it.',
      'wrong: 7 files are in use, but marked as deleted: pages lack what is in use. Nothing of it is deleted.',
    ]);
    await writeFile(join(config.dataDir, LAST_SWEEP_FILE), '{"at"');
    expect(await files()).toEqual([]);
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
  const file = join(import.meta.dirname, '../../platform/keys/fixtures/p-256.p12');

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
        remedy: expect.stringMatching(/^Copy keys and secrets .* npm run rotate-keys -- .*facts/),
      },
    ]);
  });

  test('that others can read, and a bought one that cannot be opened or has ended, are named', async () => {
    await chmod(join(config.dataDir, 'keys'), 0o755);
    ending.push(() => chmod(join(config.dataDir, 'keys'), 0o700));
    expect(await keys()).toEqual([expect.stringMatching(/^wrong: Others can read .* and sign certificates/)]);
    await chmod(join(config.dataDir, 'keys'), 0o700);
    await chmod(join(config.dataDir, 'secrets'), 0o750);
    ending.push(() => chmod(join(config.dataDir, 'secrets'), 0o700));
    expect(await keys()).toEqual([expect.stringMatching(/^wrong: Others can read .*secrets, and log in as anybody/)]);
    await chmod(join(config.dataDir, 'secrets'), 0o700);
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
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      ...options,
      onAuth: ({ password }, _session, done) =>
        done(password === 'right' ? null : new Error('wrong password'), { user: 'a' }),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody@') ? new Error('no such mailbox') : null),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    });
    server.on('error', () => {});
    const { port, close } = await listen(server.server);
    ending.push(close);
    return `127.0.0.1:${port}`;
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

describe('the site', () => {
  const site = (change: Partial<Config> = {}) => faults(checkProxy({ ...config, ...change }, clock));

  test('that something else answers for, that is away, or that has other secrets, is named', async () => {
    const other = await listen(createServer((_request, response) => response.end('It works!')));
    ending.push(other.close);
    const secrets = { ...config.secrets, link: randomBytes(32).toString('hex') };
    expect(await site({ publicUrl: other.url })).toEqual([
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
      // openssl dates it by this machine's clock
      const ahead = (Date.now() - clock().getTime()) / 1000;
      program.wait(ahead);
      ending.push(async () => program.wait(-ahead));
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

test('the command prints a line for each finding, with its remedy, and fails for what is wrong', async () => {
  const dataDir = await mkdtemp(join(folder, 'started-'));
  for (const made of ['database/pg18', 'secrets']) await mkdir(join(dataDir, made), { recursive: true });
  await writeFile(join(dataDir, 'secrets/link'), 'x'.repeat(32));
  await writeFile(join(dataDir, 'secrets/vault'), 'x'.repeat(32));
  const academy = '0198c0de-0000-7000-8000-000000000000';
  await writeMarker(dataDir, { academy, knownAt: clock() });
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const refused = await runCommand('doctor.ts', { dataDir }, { env: { PORT: 'x' } });
  expect([refused.code, refused.output]).toEqual([1, 'WRONG  settings  PORT must be a port number\n']);
  const { code, output } = await runCommand('doctor.ts', { dataDir }, { env: { PUBLIC_URL }, openFiles: 512 });
  expect(code).toBe(1);
  expect(output).toContain(`fine   machine   Fairlead ${version}\n`);
  expect(output).toMatch(/^WRONG {2}machine {3}This user may have 512 files open.*\n +→ ulimit -Hn 65536/m);
  expect(output).toMatch(/^WRONG {2}site {6}Nobody can reach .*\n +→ Start the program/m);
  expect(output).toMatch(/^fine {3}database {2}The embedded database/m);
  expect(output).toMatch(new RegExp(`^fine {3}academy {3}The academy ${academy}`, 'm'));
  expect(output).toMatch(/^\d+ wrong, \d+ to look at, \d+ fine\n$/m);
});

describe('backups', () => {
  const at = async (hours: number) => {
    const found = await checkBackups(
      { dataDir: config.dataDir },
      () => new Date(clock().getTime() + hours * 3_600_000),
    );
    return found.filter(({ state }) => state !== 'fine').map(({ state, says }) => `${state}: ${says}`);
  };
  const note = (ended: Omit<LastBackup, 'at' | 'completeAt'>) => noteBackup(config.dataDir, { at: clock(), ...ended });

  test('that are missing, failed or old are named, and one of last night is not', async () => {
    expect(await at(0)).toEqual(['wrong: There was never a backup.']);
    await writeFile(join(config.dataDir, 'last-backup'), `${clock().toISOString()}\n`);
    expect(await at(72)).toEqual([
      'wrong: The last backup is 3 days old.',
      expect.stringMatching(/^look: Where the last/),
    ]);
    await note({ outcome: 'failed', folder, reason: 'the disk is full' });
    expect(await at(1)).toEqual(['wrong: The backup of 2026-11-20 failed: the disk is full']);
  });

  test('are looked at themselves: whether they are there, whole, complete, and of this academy', async () => {
    const { dataDir } = config;
    const target = join(folder, 'backup');
    const { vault } = config.secrets;
    // the people of this file have rows without files
    await db.updateTable('storedFile').set({ deletedAt: clock() }).execute();
    const made = await writeBackup({ dataDir, target, vault, clock }, () => dumpStream(db));
    if (made.academy === null) throw new Error('there is an academy');
    await note({ outcome: 'complete', folder: target });
    expect(await at(24)).toEqual([]);
    expect(await at(72)).toEqual(['wrong: The last backup is 3 days old.']);
    await writeMarker(dataDir, { academy: '0198c0de-0000-7000-8000-000000000000', knownAt: clock() });
    expect(await at(24)).toEqual([expect.stringMatching(/^wrong: The backup at \S+ is of another academy, /)]);
    await writeMarker(dataDir, { academy: made.academy, knownAt: clock() });
    const manifest = JSON.parse(await readFile(join(target, 'backup.json'), 'utf8'));
    await writeFile(join(target, 'backup.json'), JSON.stringify({ ...manifest, missing: ['academy/x.webp'] }));
    expect(await at(24)).toEqual(['wrong: The backup of 2026-11-20 is incomplete: 1 stored file is missing.']);
    await writeFile(join(target, 'backup.json'), JSON.stringify(manifest));
    await rename(join(target, 'data/secrets'), join(target, 'data/gone'));
    expect(await at(24)).toEqual([expect.stringMatching(/^wrong: The backup at \S+ lacks data\/secrets\/\w+\.$/)]);
    await rename(join(target, 'data/gone'), join(target, 'data/secrets'));
    await writeFile(join(target, 'database.jsonl.gz'), 'x');
    expect(await at(24)).toEqual([expect.stringMatching(/is damaged: database\.jsonl\.gz is not what it was\.$/)]);
    await rm(target, { recursive: true });
    expect(await at(24)).toEqual([`wrong: The backup of 2026-11-20 is not at ${target} any more.`]);
  });
});
