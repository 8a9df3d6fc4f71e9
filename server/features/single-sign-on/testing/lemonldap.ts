import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Browser } from '../../../testing/browser.ts';
import { freePort } from '../../../testing/free-port.ts';
import type { ProviderClient } from './openid-provider.ts';

/** Debian's starman, which the test command installs where it has the rights (tools/lemonldap.ts). */
const starman = '/usr/bin/starman';
const shared = '/usr/share/lemonldap-ng/portal';

/** Whether everything that `startLemonldap` starts is installed. */
export const hasLemonldap = [starman, `${shared}/templates`].every((file) => existsSync(file));

/** The demonstration accounts; each has its name as its password. The email address of msmith is not verified. */
type DemoUser = 'dwho' | 'rtyler' | 'msmith';

export type Lemonldap = {
  issuer: string;
  /** Process id of its main process. */
  pid: number;
  /**
   * Follows an authorization request as a browser would, and signs in when the provider asks for it. A request that was
   * left at the login form, or refused by `prompt=none`, is answered in place of the next one for two minutes.
   *
   * @param url the authorization URL.
   * @param who the account; each has a separate browser, and a second request needs no password.
   * @returns the redirect back to the client, not followed: with `code`, `state` and `session_state`, or with `error`.
   * @throws when the provider shows a final page, such as an error page.
   */
  signIn(url: string | URL, who: DemoUser): Promise<URL>;
  /**
   * Ends the session that `signIn` began, at the provider or, with a URL, by the client's logout request. When it
   * returns, the client has answered the logout token; a token is sent only to a client that has exchanged its code.
   *
   * @param url a URL of the end_session_endpoint; the question whether to sign out is answered with yes.
   * @returns the final URL of the browser: the page after the sign-out, not visited when it is the client's. It is a
   *   page of the provider when the client answered the logout token with an error.
   * @throws when the provider still has the session.
   */
  signOut(who: DemoUser, url?: string | URL): Promise<URL>;
  stop(): Promise<void>;
};

/**
 * Starts LemonLDAP::NG as an OpenID Connect provider for one client: own folder, free port, plain http on the loopback.
 * It has the three demonstration accounts, requires PKCE, asks for no consent, and signs with a new RSA key.
 *
 * Scope `email` has email and email_verified; `profile` has name, given_name, family_name and groups. The userinfo
 * endpoint returns all of them; the ID token contains none.
 *
 * @param folder for its configuration, its sessions and its log.
 * @throws when it does not start, with its output.
 */
export async function startLemonldap(of: { folder: string; client: ProviderClient }): Promise<Lemonldap> {
  const { client } = of;
  const folder = resolve(of.folder);
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  await configure(folder, issuer, client);
  const child = await launch(folder, port);
  const browsers = new Map<DemoUser, Browser>();
  const browserOf = (who: DemoUser) => {
    const browser = browsers.get(who) ?? new Browser(issuer);
    browsers.set(who, browser);
    return browser;
  };
  return {
    issuer,
    pid: Number(child.pid),
    signIn: async (url, who) => {
      const { at, page } = await browserOf(who).follow(new URL(url), { user: who, password: who, confirm: '1' });
      if (page === undefined && matches(at, client.redirectUri)) return at;
      throw new Error(`No redirect to the client, but ${at}:\n${await said(folder, page)}`);
    },
    signOut: async (who, url = `${issuer}/?logout=1`) => {
      const browser = browserOf(who);
      const { at, page } = await browser.follow(new URL(url), { confirm: '1' });
      const { page: portal } = await browser.follow(new URL(`${issuer}/`), {});
      if (!portal?.includes('name="password"'))
        throw new Error(`Still signed in, at ${at}:\n${await said(folder, page)}`);
      return at;
    },
    stop: () => stop(child),
  };
}

const matches = ({ origin, pathname }: URL, uri: string) => `${origin}${pathname}` === uri.split('?')[0];

async function configure(folder: string, issuer: string, client: ProviderClient): Promise<void> {
  const inFolder = (name: string) => join(folder, name);
  for (const name of ['conf', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock', 'cache']) {
    await mkdir(inFolder(name), { recursive: true });
  }
  const inFiles = (name: string) => ({ Directory: inFolder(name), LockDirectory: inFolder(`${name}/lock`) });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const configuration = {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: '1',
    portal: `${issuer}/`,
    domain: '127.0.0.1',
    key: randomBytes(16).toString('hex'),
    cookieName: 'lemonldap',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    // the captcha module is loaded although no form uses it; the default one would need ImageMagick
    captcha: '::UserDB::Null',
    portalDisplayRegister: 0,
    demoExportedVars: { uid: 'uid', cn: 'cn', mail: 'mail' },
    whatToTrace: 'uid',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: inFiles('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: inFiles('psessions'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: inFolder('cache'), default_expires_in: 600 },
    locationRules: {},
    exportedHeaders: {},
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServiceKeyIdSig: createHash('sha256').update(publicKey).digest('base64url').slice(0, 12),
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcRPMetaDataOptions: {
      client: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsDisplayName: 'The academy',
        oidcRPMetaDataOptionsRedirectUris: client.redirectUri,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: client.afterLogoutUri,
        oidcRPMetaDataOptionsLogoutUrl: client.backChannelLogoutUri,
        oidcRPMetaDataOptionsLogoutType: 'back',
        oidcRPMetaDataOptionsLogoutSessionRequired: 1,
        oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
      },
    },
    oidcRPMetaDataMacros: {
      client: {
        emailVerified: '$uid eq "msmith" ? 0 : 1',
        givenName: '(split " ", $cn)[0]',
        familyName: '(split " ", $cn)[1]',
      },
    },
    oidcRPMetaDataExportedVars: {
      client: {
        email: 'mail',
        email_verified: 'emailVerified;bool;never',
        name: 'cn',
        given_name: 'givenName',
        family_name: 'familyName',
        groups: 'groups;string;always',
      },
    },
    oidcRPMetaDataOptionsExtraClaims: { client: { profile: 'name given_name family_name groups' } },
  };
  await writeFile(inFolder('conf/lmConf-1.json'), JSON.stringify(configuration), { mode: 0o600 });
  await writeFile(
    inFolder('lemonldap-ng.ini'),
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${inFolder('conf')}
localStorage = Cache::NullCache
[portal]
staticPrefix = /static
templateDir = ${shared}/templates
languages = en
`,
  );
  await writeFile(
    inFolder('portal.psgi'),
    `use Plack::Builder;
use Lemonldap::NG::Portal::Main;
builder {
  enable 'Static', path => qr{^/static/}, root => '${shared}/htdocs/';
  enable 'Static', path => qr{^/javascript/}, root => '/usr/share/';
  Lemonldap::NG::Portal::Main->run({});
};
`,
  );
}

async function launch(folder: string, port: number): Promise<ChildProcess> {
  const log = await open(join(folder, 'log'), 'w', 0o600);
  // More than one worker: a client that gets a logout token may request the keys before it answers.
  const child = spawn(
    starman,
    [
      ...['--listen', `127.0.0.1:${port}`, '--workers', '2', '--preload-app', '--disable-keepalive'],
      join(folder, 'portal.psgi'),
    ],
    {
      cwd: folder,
      stdio: ['ignore', log.fd, log.fd],
      env: {
        ...process.env,
        PLACK_ENV: 'deployment',
        LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
        // the client is called without a proxy
        no_proxy: '127.0.0.1,localhost',
      },
    },
  );
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  await log.close();
  const ended = once(child, 'exit');
  const patience = AbortSignal.timeout(60_000);
  for (let status = 0; status !== 200; status = await answerOf(port)) {
    if (child.exitCode !== null || child.signalCode !== null || status > 0 || patience.aborted) {
      await stop(child);
      throw new Error(`LemonLDAP::NG did not start:\n${await said(folder)}`);
    }
    await Promise.race([ended, setTimeout(20)]);
  }
  return child;
}

/**
 * The status of its response, 0 while it does not respond. It listens before its startup is complete, and answers 500
 * if that failed.
 */
const answerOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => 0,
  );

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The text of a page, and the beginning of the log. */
async function said(folder: string, page = ''): Promise<string> {
  const log = await readFile(join(folder, 'log'), 'utf8');
  const words = page
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*\b(?:trmsg|trspan)="([^"]*)"[^>]*>/g, ' [$1] ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return `${words}\n${log.slice(0, 6000)}`;
}
