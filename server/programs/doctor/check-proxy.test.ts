import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../../settings/config.ts';
import { testApp } from '../../testing/app.ts';
import { someOf } from '../../testing/cases.ts';
import { freePort } from '../../testing/free-port.ts';
import { listen } from '../../testing/listen.ts';
import { documented, installedNginx, startNginx } from '../../testing/nginx.ts';
import { selfSigned } from '../../testing/tls.ts';
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
const folder = await mkdtemp(join(tmpdir(), 'fairlead-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const site = (change: Partial<Config> = {}) => faults(checkProxy({ ...config, ...change }, { clock, patience: 50 }));

test('a site that something else answers for, or that has other secrets, is named', async () => {
  const other = await listen(createServer((_request, response) => response.end('It works!')));
  ending.push(other.close);
  const secrets = { ...config.secrets, link: randomBytes(32).toString('hex') };
  expect(await site({ publicUrl: other.url })).toEqual([expect.stringMatching(/^wrong: Something else than Fairlead/)]);
  expect(await site({ secrets })).toEqual([expect.stringMatching(/^wrong: The program at .* has other secrets/)]);
  const { status, body } = await program.request('GET', '/diagnosis/file');
  expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
});

test('a site where visitors can claim an IP address is named', async () => {
  // the program trusts one proxy, and there is none
  expect(await site()).toEqual([expect.stringMatching(/^wrong: Visitors can claim any IP address/)]);
});

test('a site where jobs were given up is named', async () => {
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

  test('with a certificate that nobody vouches for is named', async () => {
    const { certFile, keyFile } = selfSigned(folder);
    const port = await freePort();
    const tls = `listen 127.0.0.1:${port} ssl; ssl_certificate ${certFile}; ssl_certificate_key ${keyFile};`;
    await behind((locations) => `${tls}\n${locations}`);
    const publicUrl = `https://127.0.0.1:${port}`;
    expect(await site({ ...documentedSite, publicUrl })).toEqual([
      expect.stringMatching(/^wrong: Nobody can reach .*self-signed certificate/),
    ]);
  });
});
