import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { megabytesOf } from '../deploy/stage.ts';
import { type Machine, startMachine } from './fresh-machine.ts';
import {
  addMigration,
  commandsOf,
  failAfterMigrating,
  failOnAcademy,
  type MadeReleases,
  makeRelease,
  version,
} from './made-releases.ts';

// The commands of the pages in docs/operations, entered literally on a machine with systemd where nothing is installed.
// Replaced are certbot (soak/stand-ins), the versions in the names of archives, and that the machine trusts its own
// certificate.

let machine: Machine;
let releases: MadeReleases;
/** Of the first administrator, as the installation has printed it. */
let password = '';

/** Enters a command, which has to succeed, and returns what it prints. */
function enter(command: string): string {
  const { status, output } = machine.run(command);
  expect(status, `${command}\n${output}`).toBe(0);
  return output;
}

/** Makes the archive of another version, where commands are entered. */
const makeVersion = (other: string, change?: (folder: string) => void) =>
  releases.makeVersion(other, machine.home, change);

/** What the program says of itself, through nginx. */
const readyThroughNginx = () => JSON.parse(enter('curl -sS https://academy.example/readyz')) as { version: string };
const linked = () => enter('readlink /opt/fairlead/current').trim();
const programId = () => enter('systemctl show --property=MainPID --value fairlead').trim();
const rightsOf = (path: string) => enter(`stat -c '%a %U %G' ${path}`).trim();

/** Asks for a page through nginx until `work` has ended (stand-ins/ask.mjs). */
async function whileAsking(work: () => void): Promise<{ asked: number; lost: number; longest: number; gap: number }> {
  cpSync(join(import.meta.dirname, 'stand-ins/ask.mjs'), join(machine.home, 'ask.mjs'));
  enter('rm -f asked');
  const asking = machine.start(
    'NODE_EXTRA_CA_CERTS=/etc/ssl/academy.pem /opt/fairlead/current/bin/node ask.mjs https://academy.example/courses asked',
  );
  const said = text(asking.stdout);
  work();
  enter('touch asked');
  return JSON.parse(await said);
}

/** The status with which somebody is logged in. */
const logIn = (email: string, secret: string) =>
  enter(
    `curl -sS -o /dev/null -w '%{http_code}' -H 'content-type: application/json' ` +
      `-d '{"email":"${email}","password":"${secret}"}' https://academy.example/api/user/login`,
  );
const becomesReady = () =>
  expect
    .poll(() => machine.run('curl -sS https://academy.example/readyz').output, { timeout: 60_000 })
    .toContain('"ready"');

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  releases = makeRelease();
  machine = await startMachine();
});
test.afterAll(async () => {
  await machine?.stop();
  releases?.remove();
});

test('a release is one archive of at most 350 MB unpacked, whose program starts without npm and without a build', async () => {
  expect(megabytesOf(releases.released)).toBeLessThanOrEqual(350);
  const { archive: made } = releases;
  const archive = basename(made);
  for (const file of [made, `${made}.sha256`]) cpSync(file, join(machine.home, basename(file)));
  const listed = execFileSync('tar', ['-tvzf', made], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n');
  expect(listed.filter((line) => !/^[dl-]\S+ 0\/0 /.test(line) || /^[-d]....w|^[-d].......w/.test(line))).toEqual([]);
  expect(listed.filter((line) => /\.test\.ts$|\/testing\/|node_modules\/vite\//.test(line))).toEqual([]);

  enter(`mkdir trial && tar -xzf ${archive} -C trial --strip-components=1`);
  const trial = machine.start(
    'echo $$ > trial.pid; DATA_DIR=/root/trial-data PORT=3900 LOG_LEVEL=silent exec trial/bin/fairlead start',
  );
  const began = performance.now();
  await expect
    .poll(() => machine.run('curl -sf http://127.0.0.1:3900/readyz').output, { timeout: 60_000 })
    .toContain('ready');
  console.log(`from unpacked to ready: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const ended = once(trial, 'exit');
  enter('kill -TERM $(cat trial.pid)');
  expect(await ended).toEqual([0, null]);
});

test('an academy is installed by the commands of the manual', async () => {
  const [install = [], tls = [], check = []] = commandsOf('install', 'Installing a release');
  expect(install).toHaveLength(3);
  const began = performance.now();
  const said = install.map(enter).join('\n');
  console.log(`from the archive to an academy that is ready: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  [, password = ''] = /principal@academy\.example logs in at \S+ with the password (\S+)/.exec(said) ?? [];

  for (const command of tls) enter(command);
  enter('cp /etc/letsencrypt/live/academy.example/fullchain.pem /etc/ssl/academy.pem');
  enter('cat /etc/ssl/academy.pem >> /etc/ssl/certs/ca-certificates.crt');
  expect(readyThroughNginx()).toMatchObject({ status: 'ready', version });
  const page = enter('curl -sS -D - -o /dev/null https://academy.example/courses');
  expect(page).toContain('HTTP/2 200');
  expect(page).toMatch(/^strict-transport-security: max-age=31536000\s*$/im);
  expect(logIn('principal@academy.example', password)).toBe('200');

  // what nobody else may read, and what nginx may
  expect(rightsOf('/etc/fairlead/settings')).toBe('600 root root');
  expect(enter('ls /etc/fairlead/secrets').trim().split('\n')).toEqual(['link-secret', 'token-secret', 'vault-secret']);
  expect(enter('stat -c %a%U /etc/fairlead/secrets/*').trim().split('\n')).toEqual(Array(3).fill('600root'));
  expect(rightsOf('/var/lib/fairlead')).toBe('710 fairlead fairlead');
  expect(rightsOf('/var/lib/fairlead/files/trainingVideo')).toBe('750 fairlead fairlead');
  expect(machine.run('runuser -u www-data -- ls /var/lib/fairlead/files/trainingVideo').status).toBe(0);
  for (const folder of ['', '/database', '/keys', '/files', '/files/id_documents'])
    expect(machine.run(`runuser -u www-data -- ls /var/lib/fairlead${folder}`).status, folder).not.toBe(0);
  expect(machine.run('runuser -u nobody -- ls /var/lib/fairlead/files/trainingVideo').status).not.toBe(0);
  expect(enter('find /opt/fairlead -not -user root -o -perm -020 -not -type l -o -perm -002 -not -type l')).toBe('');
  expect(enter(`stat -c %U /proc/${programId()}`).trim()).toBe('fairlead');

  const [doctor = '', backup = ''] = check;
  enter('echo NODE_EXTRA_CA_CERTS=/etc/ssl/academy.pem >> /etc/fairlead/settings');
  enter(backup);
  const { output } = machine.run(doctor);
  expect(output).toContain(`fine   machine   Fairlead ${version}`);
  expect(output).toContain('The web server in front sends films');
  expect(output.match(/^WRONG.*$/gm)).toEqual([
    expect.stringContaining('has the email address of an example'),
    expect.stringContaining('Nobody gets an email'),
  ]);
  // beside the running program, with what the doctor has found
  machine.run('systemctl start fairlead-nightly');
  const night = enter('journalctl --unit=fairlead-nightly --output=cat');
  expect(night).toMatch(/ was restored for trial: [\d,]+ rows, [\d,]+ files\.$/m);
  expect(night).not.toMatch(/^(backup|old backups|trial restore): /m);
  expect(rightsOf('/var/backups/fairlead/first')).toBe('700 fairlead fairlead');
  expect(enter('ls -A /run | grep ^fairlead- || true')).toBe('');
});

test('a second installation changes nothing', () => {
  const state = () =>
    enter('cd /etc; sha256sum fairlead/settings fairlead/secrets/* nginx/sites-available/fairlead passwd group');
  const before = state();
  const id = programId();
  expect(enter(`fairlead-${version}/bin/fairlead install`)).not.toContain('password');
  expect([state(), programId()]).toEqual([before, id]);
});

test('the page about watching: doctor, readiness, the work of a night, and metrics without a fault', async () => {
  const [[doctor = '', ready = ''] = []] = commandsOf('watch', 'Is all well?');
  expect(machine.run(doctor).output).toContain(`fine   machine   Fairlead ${version}`);
  expect(JSON.parse(enter(ready))).toMatchObject({ version });

  const [[night = ''] = []] = commandsOf('watch', 'The night');
  const { status, output } = machine.run(night);
  // nobody gets emails here, which the doctor finds wrong
  expect(status).toBe(1);
  // the night after the installation has restored a backup for trial, so that this one does not
  expect(output).toMatch(/^\/var\/backups\/fairlead\/\S+ of the academy /m);
  expect(enter('ls /var/backups/fairlead')).toMatch(/^\d{4}-\d\d-\d\d/m);

  const [metrics = []] = commandsOf('watch', 'Metrics');
  expect(metrics).toHaveLength(3);
  expect(metrics.map(enter).at(-1)).toContain(`fairlead_build_info{version="${version}",`);
  expect(enter(`${metrics.at(-1)} | promtool check metrics`)).toBe('');
  await becomesReady();
});

test('the page about rescue: backup, another administrator, a restore that was refused before, and new keys', async () => {
  const backup = commandsOf('rescue', 'Backup').flat();
  expect(backup).toHaveLength(2);
  for (const one of backup) enter(one);

  const add = commandsOf('rescue', 'Nobody can log in').flat();
  const said = add.map(enter).join('\n');
  const [, email = '', secret = ''] = /(\S+) may log in at \S+ with the password (\S+)/.exec(said) ?? [];
  await becomesReady();
  expect(logIn(email, secret)).toBe('200');

  const restore = commandsOf('rescue', 'Restore').flat();
  expect(restore).toHaveLength(5);
  const [stop = '', aside = '', empty = '', load = '', start = ''] = restore;
  for (const one of [stop, aside, empty]) enter(one);
  enter('mount -t tmpfs -o size=12m,mode=710,uid=$(id -u fairlead),gid=$(id -g fairlead) none /var/lib/fairlead');
  const full = machine.run(load);
  enter('umount /var/lib/fairlead');
  expect([full.status, full.output]).toEqual([
    1,
    expect.stringMatching(/DATA_DIR \(\/var\/lib\/fairlead\).* are missing/),
  ]);
  for (const one of [load, start]) enter(one);
  await becomesReady();
  // as of the backup: the one that was added since is not known
  expect(logIn(email, secret)).toBe('401');
  expect(logIn('principal@academy.example', password)).toBe('200');
  expect(rightsOf('/var/lib/fairlead')).toBe('710 fairlead fairlead');

  const keys = commandsOf('rescue', 'A lost or stolen key').flat();
  expect(keys.map(enter).join('\n')).toMatch(/^facts: signs with key \S+ from now on$/m);
  await becomesReady();
});

test('an update by the manual replaces what runs, and answers again within seconds', async () => {
  const [[command = ''] = []] = commandsOf('update', 'An installed release');
  const archive = await makeVersion('0.3.0');
  expect(command).toBe(`fairlead update ${archive}`);
  let said = '';
  const { asked, lost, longest, gap } = await whileAsking(() => {
    said = enter(command);
  });
  const times = `one waited ${longest.toFixed(1)} s, ${gap.toFixed(1)} s without an answer`;
  console.log(`${said.trim()}\n${asked} pages asked for, ${lost} not answered, ${times}`);
  expect(lost).toBe(0);
  expect(readyThroughNginx().version).toBe('0.3.0');
  expect(linked()).toBe('/opt/fairlead/releases/0.3.0');
  expect(enter('ls /var/backups/fairlead')).toMatch(/^before-0\.3\.0-/m);
  expect(enter(command)).toContain('0.3.0 runs already');
});

test('an archive that is damaged, or does not start, replaces nothing', async () => {
  const id = programId();
  const damaged = await makeVersion('0.3.1');
  for (const end of ['', '.sha256']) enter(`cp ${damaged}${end} fairlead-0.3.9-linux-x64.tar.gz${end}`);
  appendFileSync(join(machine.home, damaged), 'x');
  expect(machine.run(`fairlead update ${damaged}`)).toMatchObject({
    status: 1,
    output: expect.stringContaining('is not what'),
  });
  expect(machine.run('fairlead update fairlead-0.3.9-linux-x64.tar.gz')).toMatchObject({
    status: 1,
    output: expect.stringContaining('It is named 0.3.9, and is 0.3.1'),
  });
  const broken = await makeVersion('0.3.2', (folder) =>
    writeFileSync(join(folder, 'server/programs/main.ts'), "throw new Error('of another machine');\n"),
  );
  const { status, output } = machine.run(`fairlead update ${broken}`);
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/0\.3\.2 does not run on this machine:[\s\S]*of another machine/),
  ]);
  expect([linked(), programId()]).toEqual(['/opt/fairlead/releases/0.3.0', id]);
});

test('an update that is killed at any step leaves an academy that runs, and is completed by the next one', async () => {
  // the version that did not start, corrected: what was unpacked of it is not used again
  const archive = await makeVersion('0.3.2');
  const states = {
    unpacking: '-e /opt/fairlead/releases/.part',
    trial: '-e /opt/fairlead/releases/.trial/database',
    backup: '-n "$(ls -d /var/backups/fairlead/before-0.3.2-*)"',
    linked: '"$(readlink /opt/fairlead/current)" = /opt/fairlead/releases/0.3.2',
  };
  for (const [state, condition] of Object.entries(states)) {
    const until = `until [ ${condition} ]; do kill -0 $! || exit 9; done 2> /dev/null`;
    enter(`fairlead update ${archive} > /dev/null 2>&1 & ${until}; kill -KILL $!; wait $! || true`);
    await expect.poll(() => machine.run('curl -sS https://academy.example/readyz').output, state).toContain('"ready"');
    await expect.poll(() => enter('ps -o args= -u fairlead').trim().split('\n'), state).toHaveLength(1);
  }
  expect(enter(`fairlead update ${archive}`)).toContain('0.3.2 runs');
  expect(readyThroughNginx().version).toBe('0.3.2');
});

test('a second update is refused while one runs', () => {
  const lock = '/run/fairlead.lock';
  enter(`mkfifo held; flock ${lock} cat held > /dev/null 2>&1 & while flock --nonblock ${lock} true; do :; done`);
  const refused = machine.run('fairlead update fairlead-0.3.0-linux-x64.tar.gz');
  enter('echo > held');
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('Another installation or update') });
});

test('a version that is not ready is taken back', async () => {
  const { status, output } = machine.run(`fairlead update ${await makeVersion('0.3.3', failOnAcademy)}`);
  expect([status, output]).toEqual([1, expect.stringMatching(/0\.3\.3 did not get ready: .*\n0\.3\.2 runs again\./)]);
  expect(linked()).toBe('/opt/fairlead/releases/0.3.2');
  expect(readyThroughNginx().version).toBe('0.3.2');
});

const later = ['9998-later', 'create table later (id integer)'] as const;

test('migrations run in an update; without them the older version does not come back', async () => {
  const migrated = await makeVersion('0.4.0', (folder) => addMigration(folder, ...later));
  enter(`fairlead update ${migrated}`);
  expect(readyThroughNginx().version).toBe('0.4.0');
  const older = machine.run('fairlead update fairlead-0.3.0-linux-x64.tar.gz');
  expect(older).toMatchObject({ status: 1, output: expect.stringContaining('does not know the database of 0.4.0') });

  const refused = await makeVersion('0.4.1', (folder) => {
    addMigration(folder, ...later);
    addMigration(folder, '9999-wrong', 'drop table nothing_of_that_name');
  });
  // its own database is migrated in the trial, which fails
  expect(machine.run(`fairlead update ${refused}`)).toMatchObject({
    status: 1,
    output: expect.stringContaining('0.4.1 does not run'),
  });
  expect(readyThroughNginx().version).toBe('0.4.0');

  // it ends before it migrates
  const early = await makeVersion('0.4.2', (folder) => {
    addMigration(folder, ...later);
    addMigration(folder, '9999-last', 'create table last (id integer)');
    failOnAcademy(folder);
  });
  expect(machine.run(`fairlead update ${early}`)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^0\.4\.0 runs again\.$/m),
  });

  const stuck = await makeVersion('0.5.0', (folder) => {
    addMigration(folder, ...later);
    addMigration(folder, '9999-last', 'create table last (id integer)');
    failAfterMigrating(folder);
  });
  const { status, output } = machine.run(`fairlead update ${stuck}`);
  const wayBack = /0\.4\.0 cannot run on it\. To go back, restore (\S+):/;
  expect([status, output]).toEqual([1, expect.stringMatching(wayBack)]);
  const [, backup = ''] = wayBack.exec(output) ?? [];
  expect(enter(`ls ${backup}`)).toContain('database.jsonl.gz');

  // the way back, as the manual has it
  const [commands = []] = commandsOf('update', 'Back to the older version');
  expect(commands).toHaveLength(6);
  for (const one of commands)
    enter(one.replace(/releases\/\S+/, 'releases/0.4.0').replace(/\/\S+\/before-\S+/, backup));
  await expect
    .poll(() => machine.run('curl -sS https://academy.example/readyz').output, { timeout: 60_000 })
    .toContain('"0.4.0"');
});
