import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { freePort } from '../../testing/free-port.ts';
import { hasLemonldap, startLemonldap } from './testing/lemonldap.ts';
import { startOpenidProvider } from './testing/openid-provider.ts';

/** The academy as a client of a provider, on a port that is known before it listens. */
async function clientOf() {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const client = {
    id: 'academy-id',
    secret: 'a secret: 100% + more, and more',
    redirectUri: `${publicUrl}/signed-on`,
    afterLogoutUri: `${publicUrl}/ornate_backend`,
    backChannelLogoutUri: `${publicUrl}/api/user/sign-on/back-channel-logout`,
  };
  const env = {
    PUBLIC_URL: publicUrl,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_EMAIL_DOMAINS: 'academy.example,badwolf.org',
  };
  const listen = ({ app }: TestApp) => app.listen({ port, host: '127.0.0.1' });
  return { client, env, listen };
}

/** A complete login, including the browser's steps at the provider. */
async function signOn({ call }: TestApp, visit: (url: string) => Promise<URL>) {
  const { url, state, verifier } = (await call(singleSignOn.beginSignOn)).body;
  const { code = '', iss, ...answered } = Object.fromEntries((await visit(url)).searchParams);
  expect(answered.state).toBe(state);
  return call(singleSignOn.finishSignOn, { body: { state, verifier, code, ...(iss && { iss }) } });
}
const statusOf = async ({ app }: TestApp, token: string) =>
  (await app.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('oidc-provider logs a colleague in, and out by its own page and over the back channel', async () => {
  const { client, env, listen } = await clientOf();
  const provider = await startOpenidProvider(client);
  try {
    const program = await testApp({ ...env, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_AUTH: 'basic' });
    await listen(program);
    const { email } = await program.person('registrar', { email: 'leela@academy.example' });
    provider.people.set('leela', { email, email_verified: true, given_name: 'Leela', family_name: 'Das' });
    const { status, body } = await signOn(program, (url) => provider.signIn(url, 'leela'));
    expect([status, body.user.email]).toEqual([200, email]);
    expect(await statusOf(program, body.accessToken)).toBe(200);
    // The page that asks whether to log out, after which the provider notifies us over the back channel.
    expect((await provider.signOut(body.signOutUrl ?? '')).href).toBe(client.afterLogoutUri);
    expect(await statusOf(program, body.accessToken)).toBe(401);
  } finally {
    await provider.stop();
  }
});

test.skipIf(!hasLemonldap)(
  'LemonLDAP::NG logs a colleague in and out, and nobody whose email it has not verified',
  async () => {
    const { client, env, listen } = await clientOf();
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-lemonldap-'));
    const provider = await startLemonldap({ folder, client });
    try {
      const program = await testApp({
        ...env,
        OIDC_ISSUER: provider.issuer,
        OIDC_ROLE_CLAIM: 'groups',
        OIDC_ROLES: 'timelords=registrar,users=instructor',
      });
      await listen(program);
      const { status, body } = await signOn(program, (url) => provider.signIn(url, 'dwho'));
      expect([status, body.user.name, body.user.role]).toEqual([200, 'Doctor Who', 'registrar']);
      expect((await signOn(program, (url) => provider.signIn(url, 'msmith'))).body).toMatchObject({
        message: 'The academy’s login service has not verified your email address.',
      });
      const left = await provider.signOut('dwho', body.signOutUrl ?? '');
      expect(left.href).toBe(client.afterLogoutUri);
    } finally {
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
