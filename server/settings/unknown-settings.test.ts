import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Environment } from './environment.ts';
import { unknownInWords, unknownSettings } from './unknown-settings.ts';

test.each([
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['DATABASE_URl_FILE', undefined],
  ['DATBASE_URL', 'DATABASE_URL'],
  ['DATABASE_URL_FLIE', 'DATABASE_URL_FILE'],
  ['SMTP_URLS', 'SMTP_URL'],
  ['BRAND_TOWN', 'BRAND_NAME'],
  ['OIDC_TENANT', 'OIDC_NAME'],
  ['TRUST_PROXIES', undefined],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
])('%s is taken for %s', (name, meant) => {
  expect(unknownSettings({ [name]: 'x' })).toEqual(meant === undefined ? [] : [{ name, meant }]);
});

test('settings of the released version that are ignored now are named, with what there is in their place', () => {
  const removed = [
    'BRAND_FACEBOOK',
    'BRAND_INSTAGRAM',
    'BRAND_LINKEDIN',
    'MAX_UPLOADS_MB',
    'UPLOADS_A_DAY',
    'UPLOAD_MB_A_DAY',
  ];
  const found = unknownSettings(Object.fromEntries(removed.map((name) => [name, '5']))).map(unknownInWords);
  expect(found).toEqual(
    removed.map((name) => expect.stringMatching(`^${name} is no longer used: (administrators|it is) `)),
  );
});

test('settings, and what other programs have in the same environment, are not named', () => {
  const own = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, 'x']));
  const others = ['PATH', 'HOME', 'HOSTNAME', 'USER', 'LANG', 'TERM', 'PWD', 'SHLVL', 'TZ', 'NODE_ENV', 'NODE_OPTIONS'];
  const more = ['PGHOST', 'PGPORT', 'SMTP_HOST', 'LOGNAME', 'SHELL', 'POST', 'npm_config_cache', 'KUBERNETES_PORT'];
  const foreign = Object.fromEntries([...others, ...more].map((name) => [name, 'x']));
  const found = unknownSettings({ ...own, ...foreign, TOKEN_SECRET_FILE: '/run/secrets/token' });
  // one letter away from PORT: it would be named on a machine that has it, and harm nothing
  expect(found).toEqual([{ name: 'POST', meant: 'PORT' }]);
});

test('what Kubernetes and Docker set for services of other names is not named', () => {
  const of = (service: string) => ({
    [`${service}_SERVICE_HOST`]: '10.0.0.1',
    [`${service}_SERVICE_PORT`]: '443',
    [`${service}_SERVICE_PORT_HTTPS`]: '443',
    [`${service}_PORT`]: 'tcp://10.0.0.1:443',
    [`${service}_PORT_443_TCP`]: 'tcp://10.0.0.1:443',
    [`${service}_PORT_443_TCP_PROTO`]: 'tcp',
    [`${service}_PORT_443_TCP_PORT`]: '443',
    [`${service}_PORT_443_TCP_ADDR`]: '10.0.0.1',
  });
  const services = ['ADMIN', 'BRAND', 'UPLOADS', 'HOST', 'FILES', 'SMTP', 'DATABASE', 'KUBERNETES', 'CONTENT_SERVER'];
  expect(unknownSettings(Object.assign({}, ...services.map(of)))).toEqual([]);
  const { CONTENT_PORT: _, ...content } = of('CONTENT');
  expect(unknownSettings(content)).toEqual([]);
  expect(unknownSettings({ CONTENT_PROT: '3001' })).toEqual([{ name: 'CONTENT_PROT', meant: 'CONTENT_PORT' }]);
});

test('a file among the credentials that is no secret is named, and others of systemd are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['fairlead_database-url', 'fairlead_database_url', 'token-secret', 'ssh.key'])
    writeFileSync(join(folder, name), 'x');
  expect(unknownSettings({ CREDENTIALS_DIRECTORY: folder }).map(unknownInWords)).toEqual([
    'the secret database_url is no setting; database-url may be meant',
  ]);
});
