import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { type Machine, startMachine } from './fresh-machine.ts';
import { addMigration, type MadeReleases, makeRelease, version } from './made-releases.ts';

// A machine that was set up by hand for an earlier version, with PostgreSQL and a unit whose user was dynamic: the
// academy is taken over by an installation, updated, and examined by a night.

let machine: Machine;
let releases: MadeReleases;

function enter(command: string): string {
  const { status, output } = machine.run(command);
  expect(status, `${command}\n${output}`).toBe(0);
  return output;
}

const academyId = () => (JSON.parse(enter('cat /var/lib/fairlead/academy-id')) as { academy: string }).academy;
const ready = () => machine.run('curl -sS http://127.0.0.1:3000/readyz').output;
const programId = () => enter('systemctl show --property=MainPID --value fairlead').trim();
const databaseUrl = 'postgres://fairlead@127.0.0.1:5432/fairlead';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  releases = makeRelease();
  machine = await startMachine();
  const { archive } = releases;
  for (const file of [archive, `${archive}.sha256`]) cpSync(file, join(machine.home, basename(file)));
  enter(`mkdir /opt/clone && tar -xzf ${basename(archive)} -C /opt/clone --strip-components=1`);
  const programs = enter('ls -d /usr/lib/postgresql/*/bin').trim().split('\n').at(-1);
  enter('install -d -o postgres /var/lib/pg');
  enter(`cd /; runuser -u postgres -- ${programs}/initdb --auth=trust --encoding=UTF8 --locale=C.UTF-8 /var/lib/pg`);
  enter(`systemd-run --unit=database --uid=postgres ${programs}/postgres -D /var/lib/pg -k /tmp`);
  await expect.poll(() => machine.run('psql -h 127.0.0.1 -U postgres -c "create role fairlead login"').status).toBe(0);
  enter('createdb -h 127.0.0.1 -U postgres --owner=fairlead fairlead');
});
test.afterAll(async () => {
  await machine?.stop();
  releases?.remove();
});

test('the data of a unit with a dynamic user are taken over, also when the command was killed meanwhile', async () => {
  const settings = `DATA_DIR=/var/lib/fairlead DATABASE_URL=${databaseUrl} ADMIN_EMAIL=principal@academy.example`;
  enter(
    `systemd-run --unit=fairlead --property=DynamicUser=yes --property=StateDirectory=fairlead --property=KillMode=mixed ` +
      `${settings.replace(/(^| )/g, ' --setenv=')} /opt/clone/bin/node /opt/clone/server/programs/main.ts`,
  );
  await expect.poll(ready, { timeout: 120_000 }).toContain('"ready"');
  const id = academyId();
  enter('mkdir -m 700 -p /etc/fairlead/secrets');
  enter(`echo ${databaseUrl} > /etc/fairlead/secrets/database-url`);
  const install = '/opt/clone/bin/fairlead install --url https://academy.example --admin principal@academy.example';
  expect(machine.run(install)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^The academy writes into .*: enter systemctl stop fairlead, then this again\.$/m),
  });
  expect(ready()).toContain('"ready"');
  enter('systemctl stop fairlead');
  expect(enter('readlink /var/lib/fairlead').trim()).toBe('private/fairlead');

  // what an installation leaves that is killed between two steps
  enter('rm /var/lib/fairlead');
  enter(install);
  expect(ready()).toContain(`"ready","version":"${version}"`);
  expect(academyId()).toBe(id);
  expect(enter("stat -c '%a %U' /var/lib/fairlead").trim()).toBe('710 fairlead');
  expect(machine.run('ls /var/lib/private/fairlead').status).not.toBe(0);
  // its files are encrypted with the secrets that it had
  expect(enter('ls /etc/fairlead/secrets').trim()).toBe('database-url');
});

test('data in both places are nobody’s to choose', () => {
  enter('mkdir /var/lib/private/fairlead');
  const refused = machine.run('/opt/clone/bin/fairlead install');
  expect(refused).toMatchObject({ status: 1, output: expect.stringMatching(/^There are data in .* and in /m) });
  enter('rmdir /var/lib/private/fairlead');
});

test('an update on a server migrates while the older version answers, and no request fails', async () => {
  const archive = await releases.makeVersion('0.3.0', machine.home, (folder) =>
    addMigration(folder, '9998-later', 'create table later (id integer)'),
  );
  cpSync(join(import.meta.dirname, 'stand-ins/ask.mjs'), join(machine.home, 'ask.mjs'));
  const asking = machine.start('/opt/clone/bin/node ask.mjs http://127.0.0.1:3000/courses asked');
  const said = text(asking.stdout);
  console.log(enter(`fairlead update ${archive}`).trim());
  enter('touch asked');
  const { asked, lost, longest, gap } = JSON.parse(await said) as Record<string, number>;
  console.log(`${asked} pages asked for, ${lost} not answered; one waited ${longest} s; ${gap} s without an answer`);
  expect(lost).toBe(0);
  expect(ready()).toContain('"0.3.0"');
  expect(enter(`psql -At ${databaseUrl} -c "select count(*) from later"`).trim()).toBe('0');
});

test('migrations that fail on a server leave the older version running', async () => {
  const id = programId();
  enter(`psql ${databaseUrl} -c "insert into later values (1)"`);
  const archive = await releases.makeVersion('0.3.1', machine.home, (folder) => {
    addMigration(folder, '9998-later', 'create table later (id integer)');
    // it passes on the empty database of the trial
    addMigration(folder, '9999-wrong', 'alter table later add constraint more check (id > 1)');
  });
  expect(machine.run(`fairlead update ${archive}`)).toMatchObject({
    status: 1,
    output: expect.stringContaining('The migrations failed, and nothing was changed: 0.3.0 runs.'),
  });
  expect([programId(), ready()]).toEqual([id, expect.stringContaining('"0.3.0"')]);
});

test('a night on a server makes a backup, and restores it for trial', () => {
  // the doctor finds what is wrong on this machine, such as that nobody gets an email
  machine.run('systemctl start fairlead-nightly');
  const said = enter('journalctl --unit=fairlead-nightly --output=cat');
  expect(said).toMatch(/^\/var\/backups\/fairlead\/\S+ of the academy \S+: \d+ files, /m);
  expect(said).toMatch(/ was restored for trial: \d+ rows, \d+ files\.$/m);
  expect(enter('ls /var/backups/fairlead')).toMatch(/^\d{4}-\d{2}-\d{2}-\d{6}$/m);
});
