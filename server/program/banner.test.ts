import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { version } from '../settings/version.ts';
import { bannerOf } from './banner.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-banner-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const url = 'http://127.0.0.1:3000';
const admin = { email: 'principal@example.org' };
const banner = (env: Record<string, string>, password?: string) =>
  bannerOf(readConfig({ DATA_DIR: dataDir, ...env }), {
    name: 'Fairlead Maritime Academy',
    url,
    admin: { ...admin, ...(password && { password }) },
    mail: { delivery: env.SMTP_URL ? 'server' : 'files', server: null },
  });

test('shows the URL, who may log in and where mails are sent', () => {
  expect(banner({}, 'made-up')).toBe(`
  Fairlead Maritime Academy
  Version      ${version}
  Address      http://127.0.0.1:3000
  Staff login  http://127.0.0.1:3000/ornate_backend as principal@example.org, password made-up (made up now, shown this once)
  Emails       files in ${dataDir}/mail
`);
});

test('shows the address that people use, and where the program listens behind it', () => {
  expect(banner({ PUBLIC_URL: 'https://academy.example' })).toContain(
    `  Address      https://academy.example, behind which the program listens at ${url}
  Staff login  https://academy.example/ornate_backend as principal@example.org
`,
  );
});

test('shows no configured password, neither the administrator’s nor the mail server’s', () => {
  const text = banner({ SMTP_URL: 'smtp://academy:secret@mail.example.org:587', ADMIN_PASSWORD: 'harbour master' });
  expect(text).toContain('Emails       by mail.example.org:587, STARTTLS required\n');
  expect(text).not.toMatch(/secret|harbour/);
});

// shows: threats/mail-on-its-way
test.each([
  ['smtps://mail.example.org', '', 'by mail.example.org, TLS', false],
  ['smtp://127.0.0.1:25', '', 'by 127.0.0.1:25, STARTTLS if offered', false],
  ['smtp://LOCALHOST', 'none', 'by LOCALHOST, not encrypted', false],
  ['smtp://mail.example.org', 'opportunistic', 'by mail.example.org, STARTTLS if offered', true],
  ['smtp://mail.example.org', 'none', 'by mail.example.org, not encrypted', true],
])('says how mails are encrypted in transit, and warns if they can be read: %s %s', (url, tls, says, warns) => {
  const text = banner({ SMTP_URL: url, SMTP_TLS: tls });
  expect(text).toContain(`Emails       ${says}\n`);
  expect(text.includes(`since SMTP_TLS=${tls}`)).toBe(warns);
  expect(text.includes('Attention')).toBe(warns);
});

test('names what looks like a setting and is none', () => {
  expect(banner({ TRUST_PROXYS: 'true' })).toContain(
    'Attention    TRUST_PROXYS is no setting; TRUST_PROXY may be meant',
  );
});

test.each([
  [{ PUBLIC_URL: 'https://academy.example' }, true],
  [{ PUBLIC_URL: 'https://academy.example', SMTP_URL: 'smtp://127.0.0.1:25' }, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::1' }, false],
])('warns if nobody outside receives mails: %o', (env, warns) => {
  expect(banner(env).includes('Attention    nobody gets a mail')).toBe(warns);
});

test.each([
  ['http://10.0.0.7:7480', true],
  ['https://s3.example', false],
  ['http://127.0.0.1:7480', false],
])('warns if files can be read on their way to the object store: %s', (endpoint, warns) => {
  for (const setting of ['FILES', 'FILES_ALSO']) {
    const text = banner({
      SMTP_URL: 'smtp://127.0.0.1:25',
      [setting]: `s3://key:secret@academy?endpoint=${endpoint}`,
      ...(setting === 'FILES_ALSO' && { FILES: 'folder' }),
    });
    expect(text.includes(`can be read on their way to ${endpoint}: use an endpoint of https`)).toBe(warns);
    expect(text).not.toContain('secret');
  }
});
