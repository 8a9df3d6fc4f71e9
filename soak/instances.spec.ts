import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Academy, eventually, openDatabaseOf, startAcademy } from '../e2e/academy.ts';
import { films } from '../e2e/crash/films.ts';
import { heldTest } from '../e2e/crash/held-tests.ts';
import { journeys } from '../e2e/crash/journeys.ts';
import { registrations } from '../e2e/crash/registrations.ts';
import { type Death, expectCutsByDeaths, relay } from '../e2e/crash/relay.ts';
import { expectSoundStore } from '../e2e/crash/store.ts';
import { film } from '../e2e/films.ts';
import { openSchool } from '../e2e/pages/school.ts';
import { expectSeenEverywhere } from '../e2e/seen-everywhere.ts';
import { announce } from '../e2e/tus.ts';
import { uploadsPath } from '../server/platform/files/resumable-uploads.ts';
import { type ObjectStore, startObjectStore } from '../server/platform/files/testing/object-store.ts';
import { fronts } from '../server/testing/cluster/front.ts';
import { installedHaproxy } from '../server/testing/cluster/haproxy.ts';
import { shipped } from '../server/testing/cluster/shipped.ts';
import { installedNginx } from '../server/testing/nginx.ts';
import { selfSigned } from '../server/testing/tls.ts';

// Three instances behind each of the load balancers whose configuration is shipped. LONG=1 has a longer mixed load.

const seconds = Number(process.env.SECONDS ?? (process.env.LONG ? 600 : 60));

/** How many deliveries of emails there were beyond one for each. */
function repeatedMails(mails: Awaited<ReturnType<Academy['mails']>>): number {
  return mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
}

test('haproxy and nginx accept the configuration that is shipped, with TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-front-'));
  try {
    const { key, cert, keyFile, certFile } = selfSigned(folder);
    await writeFile(join(folder, 'academy.pem'), `${cert}${key}`, { mode: 0o600 });
    const own = ['/etc/haproxy/academy.pem', join(folder, 'academy.pem')] as const;
    const authority = ['/etc/haproxy/database-ca.crt', certFile] as const;
    // the highest number of connections that this machine permits is not what is tested
    const few = ['maxconn 20000', 'maxconn 1000'] as const;
    for (const [name, changes] of [
      ['haproxy.cfg', [own, few]],
      ['haproxy-database.cfg', [authority]],
    ] as const) {
      await writeFile(join(folder, name), await shipped(name, changes));
      execFileSync(installedHaproxy, ['-c', '-f', join(folder, name)], { stdio: 'pipe' });
    }
    const site = await shipped('nginx.conf', [
      ['/etc/nginx/academy.crt', certFile],
      ['/etc/nginx/academy.key', keyFile],
    ]);
    const whole = `pid ${folder}/pid; events {} http { ${site} }`;
    await writeFile(join(folder, 'nginx.conf'), whole);
    execFileSync(installedNginx, ['-t', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')], {
      stdio: 'pipe',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

for (const behind of fronts) {
  test(`${behind} passes on who asks, and an upload as it arrives`, async () => {
    const academy = await startAcademy({ mail: 'files', behind });
    try {
      const { email } = academy.admin;
      const body = JSON.stringify({ email, password: 'a wrong guess' });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' };
      const refused = await fetch(`${academy.url}/api/user/login`, { method: 'POST', headers, body });
      expect(refused.status).toBe(401);
      const db = await openDatabaseOf(academy);
      const counted = await db.selectFrom('rateLimit').select('key').where('key', 'like', 'login-from:%').execute();
      await db.destroy();
      expect(counted).toEqual([{ key: 'login-from:127.0.0.1' }]);

      const school = await openSchool(academy);
      const token = school.principal.login.accessToken;
      const content = await readFile(film('e2e-raft'));
      const half = Math.floor(content.length / 2);
      const id = await announce({ url: academy.url, token }, 'raft.mp4', content.length);
      const piece = request(`${academy.url}${uploadsPath}/${id}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': 0,
          'content-type': 'application/offset+octet-stream',
          'content-length': content.length,
        },
      });
      const answered = once(piece, 'response') as Promise<[IncomingMessage]>;
      piece.write(content.subarray(0, half));
      const received = async () => (await stat(join(academy.dataDir, 'files/.uploads', id))).size;
      // before the second half is sent
      await eventually('the first half is stored', async () =>
        (await received()) >= half - 65_536 ? true : undefined,
      );
      piece.end(content.subarray(half));
      const [{ statusCode, headers: answer }] = await answered;
      expect([statusCode, answer['upload-offset']]).toEqual([204, String(content.length)]);
    } finally {
      await academy.stop();
    }
  });

  test(`a change made on one of three instances behind ${behind} is seen on the others within a second`, async () => {
    const academy = await startAcademy({ mail: 'files', behind });
    try {
      await expectSeenEverywhere(academy, 5);
    } finally {
      await academy.stop();
    }
  });

  test(`three instances behind ${behind} are stopped one after the other, and nobody sees an error`, async () => {
    const academy = await startAcademy({ mail: 'smtp', behind, env: { TRUST_PROXY: 'true', DRAIN_SECONDS: '4' } });
    try {
      const clerks = [registrations(academy, { atOnce: 1 }), await journeys(academy, 'Asha'), await films(academy)];
      let done = 0;
      let over = false;
      const restarts = async () => {
        for (const instance of academy.instances) {
          await instance.stop();
          expect(instance.exitCode()).toBe(0);
          await instance.start();
        }
        over = true;
      };
      const [cuts] = await Promise.all([
        relay({ clerks, until: () => over, acknowledge: () => void done++ }),
        restarts(),
      ]);
      expect(cuts).toEqual([]);
      for (const clerk of clerks) await clerk.finish();
      expect(repeatedMails(await academy.mails())).toBe(0);
      console.log(`behind ${behind}, each instance stopped and started once: ${done} writes, no error`);
    } finally {
      await academy.stop();
    }
  });
}

for (const [behind, files] of [
  ['haproxy', 'a folder'],
  ['nginx', 'a folder'],
  ['haproxy', 'an object store'],
] as const) {
  test(`three instances behind ${behind}, with files in ${files}, of which one after the other is killed lose and repeat nothing`, async () => {
    let store: ObjectStore | undefined;
    let academy: Academy | undefined;
    try {
      if (files === 'an object store') store = await startObjectStore();
      const env = { TRUST_PROXY: 'true', ...(store && { FILES: store.url }) };
      const running = await startAcademy({ mail: 'smtp', behind, env });
      academy = running;
      const clerks = [
        registrations(running, { atOnce: 1, of: 1 }),
        registrations(running, { atOnce: 1, of: 2 }),
        await films(running),
        ...(await Promise.all(['Asha', 'Ravi'].map((name) => journeys(running, name)))),
        ...(await Promise.all(['Meera', 'Tomas'].map((name) => heldTest(running, name)))),
      ];
      const acknowledged = new Map<string, number>();
      const acknowledge = (action: string) => acknowledged.set(action, (acknowledged.get(action) ?? 0) + 1);
      const deaths: Death[] = [];
      const end = Date.now() + seconds * 1000;
      const until = () => Date.now() >= end;
      const up = new Set(running.instances);
      const kills = async () => {
        const returning: Promise<unknown>[] = [];
        while (!until()) {
          await wait(randomInt(500, 3000));
          const victim = [...up][randomInt(3)];
          // one at least answers
          if (!victim || up.size < 2) continue;
          up.delete(victim);
          const from = Date.now();
          await victim.kill();
          deaths.push({ from, to: Date.now() });
          const back = async () => {
            await victim.start();
            // until load balancers have noticed: nginx leaves an instance out for two seconds
            await wait(3000);
            up.add(victim);
          };
          returning.push(back());
        }
        await Promise.all(returning);
      };
      const [cuts] = await Promise.all([relay({ clerks, until, acknowledge }), kills()]);
      expectCutsByDeaths(cuts, deaths);
      for (const clerk of clerks) await clerk.finish();
      const repeated = repeatedMails(await running.mails());
      // one that a killed instance had handed over and not noted yet has the same Message-ID
      expect(repeated).toBeLessThanOrEqual(deaths.length);
      expect(await running.terminate()).toBe(0);
      const { files: count, links } = await expectSoundStore(running);
      const longest = Math.max(...deaths.map(({ from, to }) => to - from));
      const counts = [...acknowledged].map(([action, times]) => `${times} ${action}`).join(', ');
      console.log(`three instances behind ${behind}, files in ${files}, ${seconds} s, ${deaths.length} kills
  acknowledged, and there: ${counts}
  cut: ${cuts.length} requests, each by a kill (processes were gone after at most ${longest} ms); emails delivered twice with one Message-ID: ${repeated}
  in the store: ${count} files, each with its row and whole; ${links} links of the chains hold`);
    } finally {
      await academy?.stop();
      await store?.stop();
    }
  });
}
