import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { Facts } from '../../program/academy-facts.ts';
import type { Config } from '../../settings/config.ts';
import { freePort } from '../../testing/free-port.ts';
import { checkMail } from './check-mail.ts';
import { faults } from './testing/findings.ts';
import { mailServerStandIn } from './testing/mail-server.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const config: Pick<Config, 'mail' | 'publicUrl'> = {
  publicUrl: 'https://academy.internal',
  mail: { smtpUrl: undefined, smtpTls: 'opportunistic', isReadable: false, from: 'office@example.org' },
};
const nothing: Facts['mail'] = { server: null, unusable: null, from: 'office@example.org', inbox: null, waiting: null };
const factsOf = (mail: Partial<Facts['mail']>) => ({ mail: { ...nothing, ...mail } }) as Facts;

type Asked = { mail?: Partial<Facts['mail']>; mailbox?: string; publicUrl?: string };
const mail = (change: Partial<Config['mail']>, { mail = {}, mailbox, publicUrl = config.publicUrl }: Asked = {}) =>
  faults(checkMail({ ...config, publicUrl, mail: { ...config.mail, ...change } }, { facts: factsOf(mail), mailbox }));
async function mailServer(options?: SMTPServerOptions) {
  const server = await mailServerStandIn(options);
  ending.push(server.close);
  return server;
}

test('a mail server that takes emails named by the operator or by staff, has no fault and gets a test email alone if asked', async () => {
  const server = await mailServer();
  const smtpUrl = `smtp://academy:right@${server.host}`;
  const entered = { server: { smtpUrl, smtpTls: 'opportunistic' as const }, inbox: 'mate@example.org' };
  expect(await mail({}, { mail: entered })).toEqual([]);
  expect(server).toMatchObject({ senders: ['office@example.org'], taken: 0 });
  expect(
    await mail({ smtpUrl }, { mail: { from: '"The Academy" <staff@example.org>' }, mailbox: 'mate@example.org' }),
  ).toEqual([]);
  expect(server).toMatchObject({ taken: 1 });
  // the test email comes from the academy's sender
  expect(server.senders.slice(1)).toEqual(['staff@example.org', 'staff@example.org']);
});

test('a mail server that is missing, away or unencrypted, or refuses the password or the mailbox, is named', async () => {
  const { host } = await mailServer();
  const busy = await mailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('come later'), { responseCode: 451 })),
  });
  const named = [
    mail({}),
    mail({}, { publicUrl: 'http://127.0.0.1:3000' }),
    mail({}, { mail: { unusable: 'The password of the mail server was stored with another vault secret.' } }),
    mail({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` }),
    mail({ smtpUrl: `smtp://academy:wrong@${host}` }),
    mail({ smtpUrl: `smtp://academy:right@${host}`, smtpTls: 'required' }),
    mail({ smtpUrl: `smtp://academy:right@${host}`, isReadable: true }),
    mail({ smtpUrl: `smtp://academy:right@${host}` }, { mailbox: 'nobody@example.org' }),
    mail({ smtpUrl: `smtp://academy:right@${busy.host}` }, { mail: { inbox: 'mate@example.org' } }),
    mail(
      { smtpUrl: `smtp://academy:right@${host}` },
      { mail: { waiting: { since: '2026-11-30T06:30:00.000Z', error: 'Away: Invalid login' } } },
    ),
  ];
  expect(await Promise.all(named)).toEqual([
    [expect.stringMatching(/^wrong: Nobody gets an email/)],
    [expect.stringMatching(/^look: Emails are written to files in DATA_DIR\/mail\.$/)],
    [expect.stringMatching(/^wrong: The password of the mail server was stored with another/)],
    [expect.stringMatching(/^wrong: The mail server cannot be used: .*ECONNREFUSED/)],
    [expect.stringMatching(/^wrong: The mail server cannot be used: .*wrong password/)],
    [expect.stringMatching(/^wrong: The mail server cannot be used: .*STARTTLS/)],
    [expect.stringMatching(/^wrong: Emails, and the codes in them, can be read/)],
    [
      expect.stringMatching(
        /^wrong: The mail server refuses emails from \S+ to nobody@example\.org: .*no such mailbox/,
      ),
    ],
    [
      expect.stringMatching(
        /^look: The mail server does not take emails from \S+ to mate@example\.org now: .*come later/,
      ),
    ],
    ['wrong: Emails wait since 2026-11-30 06:30 UTC: Invalid login.'],
  ]);
});

test('where the database cannot be asked, the operator’s mail server is examined all the same', async () => {
  const { host } = await mailServer();
  const mail = { ...config.mail, smtpUrl: `smtp://academy:wrong@${host}` };
  expect(await faults(checkMail({ ...config, mail }, { facts: undefined }))).toEqual([
    expect.stringMatching(/^wrong: The mail server cannot be used: .*wrong password/),
  ]);
});
