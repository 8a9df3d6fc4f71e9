import { expect, test } from 'vitest';
import { newSettings, readSettings, socketsOf } from './settings.ts';

test('settings are read as systemd reads them', () => {
  const text = `
# a comment
; another
PUBLIC_URL=https://academy.example
BRAND_NAME="Kochi Nautical College"
SIGNATORY_NAME='Capt. A. Nair'
  SMTP_TLS=none
OIDC_ROLES=office=registrar,teachers=instructor # not a comment
BRAND_CITY=
`;
  expect(readSettings(text)).toEqual({
    PUBLIC_URL: 'https://academy.example',
    BRAND_NAME: 'Kochi Nautical College',
    SIGNATORY_NAME: 'Capt. A. Nair',
    SMTP_TLS: 'none',
    OIDC_ROLES: 'office=registrar,teachers=instructor # not a comment',
    BRAND_CITY: '',
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
