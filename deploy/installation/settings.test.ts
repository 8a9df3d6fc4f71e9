import { expect, test } from 'vitest';
import { CannotInstall } from './places.ts';
import { newSettings, readSettings, socketsOf } from './settings.ts';

test('settings are read as systemd reads them, and an empty one is not set', () => {
  const text = `
# a comment
; another
PUBLIC_URL=https://academy.example
BRAND_NAME="Kochi Nautical College"
SIGNATORY_NAME='Capt. A. Nair'
  SMTP_TLS=none
OIDC_ROLES=office=registrar,teachers=instructor # not a comment
BRAND_CITY=
DATABASE_URL=""
PORT=3000
PORT=
`;
  expect(readSettings(text)).toEqual({
    PUBLIC_URL: 'https://academy.example',
    BRAND_NAME: 'Kochi Nautical College',
    SIGNATORY_NAME: 'Capt. A. Nair',
    SMTP_TLS: 'none',
    OIDC_ROLES: 'office=registrar,teachers=instructor # not a comment',
  });
});

test.each(['PUBLIC_URL', 'export PORT=3000', 'BRAND_NAME=Kochi \\\nNautical'])(
  'a line is refused by its number: %s',
  (line) => {
    expect(() => readSettings(`PORT=3000\n${line}`)).toThrow(/^Line 2 of \/etc\/fairlead\/settings cannot be read/);
  },
);

test('the settings of a new academy are read back, with nginx’s only where it has nginx', () => {
  const given = { url: 'https://academy.example', admin: 'principal@academy.example' };
  expect(readSettings(newSettings({ ...given, nginx: true }))).toEqual({
    PUBLIC_URL: given.url,
    ADMIN_EMAIL: given.admin,
    TRUST_PROXY: 'true',
    HSTS: 'host',
    ACCEL_REDIRECT: '/stored',
  });
  expect(readSettings(newSettings({ ...given, nginx: false }))).not.toHaveProperty('ACCEL_REDIRECT');
});

test.each([
  [{}, ['127.0.0.1:3000']],
  [{ HOST: 'localhost', PORT: '80' }, ['127.0.0.1:80']],
  [{ HOST: '::1', CONTENT_URL: 'https://content.example' }, ['[::1]:3000', '[::1]:3001']],
  [{ HOST: '0.0.0.0', CONTENT_URL: 'https://content.example', CONTENT_PORT: '8081' }, ['0.0.0.0:3000', '0.0.0.0:8081']],
  // without an origin, packages have no address behind a web server
  [{ CONTENT_PORT: '8081' }, ['127.0.0.1:3000']],
])('systemd listens where the settings say: %j', (settings, addresses) => {
  expect(socketsOf(settings)).toEqual(addresses);
});

test.each([
  [{ HOST: 'academy.lan' }, /^HOST is academy\.lan: write an address/],
  [{ HOST: 'fe80::1%eth0' }, /^HOST is fe80::1%eth0: /],
  [{ PORT: '0' }, /^PORT is 0: write a port/],
  [{ PORT: 'http' }, /^PORT is http: /],
  [{ PORT: '65535', CONTENT_URL: 'https://content.example' }, /^CONTENT_PORT is 65536: /],
])('what systemd would refuse is refused in words: %j', (settings, message) => {
  expect(() => socketsOf(settings)).toThrow(CannotInstall);
  expect(() => socketsOf(settings)).toThrow(message);
});
