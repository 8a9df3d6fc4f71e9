import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { stringify } from 'yaml';
import { type Academy, eventually } from '../e2e/academy.ts';
import { addPackage, played } from '../e2e/pages/packages.ts';
import { openSchool } from '../e2e/pages/school.ts';
import { fullName, logIn, register } from '../e2e/pages/seafarer.ts';
import { approveUser, logInAsStaff } from '../e2e/pages/staff.ts';
import { signedIn } from '../e2e/pages/states.ts';
import { scormPackage } from '../server/features/packages/testing/scorm-package.ts';
import { hasCeph, needsCeph } from '../server/platform/files/testing/object-store.ts';
import { mailsIn } from '../server/platform/mail/testing/mails-in.ts';
import { freePort } from '../server/testing/free-port.ts';
import { statedAcademy } from '../server/testing/stated-academy.ts';
import { type Containers, expectNoRights, isReady, node, test } from './containers.ts';

// The compose file as it is. The images that it takes from a registry have stand-ins with this machine's programs:
// PostgreSQL, nginx, and Ceph's gateway as the store.

const root = resolve(import.meta.dirname, '..');

/** The compose file in a folder of its own, with secrets made as it says; project `academy`. */
async function composed({ folder, env, podman, build }: Containers) {
  const standIns = ['database', 'store', 'proxy'];
  const binaries = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  cpSync(join(root, 'soak/stand-ins'), join(folder, 'stand-ins'), { recursive: true });
  for (const name of standIns)
    build(name, [
      `COPY stand-ins/${name}.sh /stand-in`,
      `ENV PATH=${binaries}:/usr/bin:/usr/sbin PGDATA=/var/lib/postgresql/data`,
      'ENTRYPOINT ["/stand-in"]',
    ]);
  const project = join(folder, 'project');
  cpSync(join(root, 'deploy/container'), join(project, 'deploy/container'), { recursive: true });
  const own = join(project, 'own.yaml');
  const images = standIns.map((name) => [name, { image: `localhost/${name}`, volumes: ['/usr:/usr:ro'] }]);
  const fairlead = { environment: statedAcademy };
  writeFileSync(own, stringify({ services: { ...Object.fromEntries(images), fairlead } }));

  const secret = () => randomBytes(32).toString('hex');
  const [password, accessKey, secretKey] = [secret(), randomBytes(10).toString('hex'), secret()];
  const secrets: Record<string, string> = {
    'database-password': password,
    'database-url': `postgres://fairlead:${password}@database/fairlead`,
    vault: secret(),
    token: secret(),
    link: secret(),
    files: `s3://${accessKey}:${secretKey}@fairlead?endpoint=http://store:8333`,
    'store-identities': JSON.stringify({
      identities: [{ name: 'fairlead', credentials: [{ accessKey, secretKey }], actions: ['Read', 'Write', 'List'] }],
    }),
  };
  mkdirSync(join(project, 'secrets'), { mode: 0o700 });
  for (const [name, value] of Object.entries(secrets)) {
    writeFileSync(join(project, 'secrets', name), `${value}\n`);
    // whatever this machine's mask is
    chmodSync(join(project, 'secrets', name), 0o644);
  }
  const [port, contentPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    CONTENT_PORT: String(contentPort),
    PUBLIC_URL: url,
    CONTENT_URL: `http://127.0.0.1:${contentPort}`,
  };
  const compose = (...args: string[]) =>
    execFileSync('podman-compose', ['-p', 'academy', '-f', 'deploy/container/compose.yaml', '-f', own, ...args], {
      cwd: project,
      stdio: 'pipe',
      env: { ...env, ...settings },
    });
  const container = (service: string) => `academy_${service}_1`;
  return {
    url,
    container,
    up: async () => {
      compose('up', '-d');
      await eventually('the store has its bucket', async () => {
        return podman('exec', container('store'), 'test', '-e', '/tmp/has-bucket').status === 0 || undefined;
      });
      await eventually('the academy is ready', () => isReady(url));
    },
    /** The last lines of each, without requests. */
    logs: () =>
      [...standIns, 'fairlead'].flatMap((name) => {
        const { stdout, stderr } = podman('logs', container(name));
        const lines = `${stdout}${stderr}`
          .split('\n')
          .filter((line) => !/"msg":"(request|job done)"|trace=/.test(line));
        return [`${name}:`, ...lines.slice(-30)];
      }),
    down: () => compose('down'),
  };
}

test('the compose file starts an academy behind its proxy, and keeps its data when it is ended and begun again', async ({
  page,
  browser,
  containers,
}) => {
  if (!hasCeph()) throw new Error(needsCeph);
  test.setTimeout(600_000);
  const { podman } = containers;
  const { url, container, up, logs, down } = await composed(containers);
  const addressOf = (service: string) => {
    const template = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    return podman('inspect', '--format', template, container(service)).stdout.trim();
  };
  const exec = (service: string, ...command: string[]) => podman('exec', container(service), ...command);
  try {
    await up();
    const { stdout: banner } = podman('logs', container('fairlead'));
    const [, email = '', password = ''] = /as (\S+), password (\S+)/.exec(banner) ?? [];
    const data = podman('volume', 'inspect', '--format', '{{.Mountpoint}}', 'academy_data').stdout.trim();
    const mails = mailsIn([join(data, 'mail')]);
    const mailTo: Academy['mailTo'] = (to, subject) =>
      eventually(`a mail to ${to} about ${subject}`, async () =>
        (await mails()).findLast((mail) => mail.to?.[0]?.address === to && mail.subject?.includes(subject)),
      );
    const academy = { url, admin: { email, password }, mailTo } as Academy;

    // a registration with its code by email, and the login after staff approved it
    const person = { firstName: 'Ravi', lastName: 'Menon', email: 'ravi@example.org', password: 'abaft the beam 1912' };
    const ravi = { ...person, passport: 'Z4839201' };
    await register(page, academy, ravi);
    const staff = await (await browser.newContext({ baseURL: url })).newPage();
    await logInAsStaff(staff, academy);
    await approveUser(staff, fullName(ravi));
    await logIn(page, academy, ravi);

    // a course with a film and a test up to the certificate, and a package at the second origin
    const school = await openSchool(academy);
    const course = await school.course('Mooring', { films: 1, test: true });
    const asha = await school.trained('Asha', course);
    await school.sit(asha, course, true);
    const certificate = async () => {
      const { data } = await school.ask<{ data: { pdfPath: { url: string } | null } }>(
        asha,
        'GET',
        `/certificate/${course}`,
      );
      return data.pdfPath && Buffer.from(await (await fetch(new URL(data.pdfPath.url, url))).arrayBuffer());
    };
    const pdf = await eventually('the certificate is drawn', async () => (await certificate()) ?? undefined);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const withPackage = await school.course('Anchoring', { films: 0, test: true });
    await addPackage(staff, withPackage, scormPackage('2004 3rd Edition'), { title: 'Anchoring safely' });
    await school.enrol(asha, withPackage);
    const learner = await signedIn(browser, academy, asha);
    await learner.goto(`/training/${withPackage}`);
    await expect(played(learner).getByText('Bookmark: none')).toBeVisible({ timeout: 30_000 });

    // rights, and what is reached from where
    expectNoRights(containers, container('fairlead'));
    for (const service of ['fairlead', 'database'])
      expect(podman('healthcheck', 'run', container(service)).status, service).toBe(0);
    const hasWayOut = (service: string) =>
      /^\w+\t0{8}\t/m.test(podman('exec', container(service), '/usr/bin/cat', '/proc/net/route').stdout);
    expect(hasWayOut('proxy')).toBe(true);
    for (const service of ['database', 'store']) {
      expect(hasWayOut(service), service).toBe(false);
      expect(podman('port', container(service)).stdout).toBe('');
    }
    const asks = (host: string) => `fetch('http://${host}:8333').then(({ status }) => status, () => 'no')`;
    for (const host of ['store', addressOf('store')]) {
      expect(exec('fairlead', node, '-e', `${asks(host)}.then(console.log)`).stdout.trim()).toBe('200');
      expect(exec('proxy', 'curl', '--silent', '--max-time', '3', `http://${host}:8333`).status).not.toBe(0);
    }

    // the program is replaced: the proxy finds the new one, which has another address
    const before = addressOf('fairlead');
    podman('rm', '--force', '--time', '40', container('fairlead'));
    await up();
    expect(addressOf('fairlead')).not.toBe(before);

    down();
    expect(await isReady(url)).toBe(undefined);
    await up();
    expect(await certificate()).toEqual(pdf);
    await logIn(await (await browser.newContext()).newPage(), academy, ravi);
  } catch (error) {
    console.log(logs().join('\n'));
    throw error;
  } finally {
    down();
  }
});
