import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { Browser } from './browser.ts';

/** The academy as a client of its provider. */
export type ProviderClient = {
  id: string;
  secret: string;
  redirectUri: string;
  afterLogoutUri: string;
  /** What is called with a logout token; LemonLDAP::NG sends one from version 2.17 on. */
  backChannelLogoutUri: string;
};

export type OpenidProvider = {
  issuer: string;
  /** What it says of people, by the name under which they log in. */
  people: Map<string, Record<string, unknown>>;
  /** Logs somebody in at an authorization URL; returns where the browser is sent back to, unvisited. */
  signIn: (url: string, who: string) => Promise<URL>;
  /** Goes to the page on which one logs out, and says yes; returns where the browser is sent on to. */
  signOut: (url: string) => Promise<URL>;
  stop: () => Promise<void>;
};

/**
 * The certified provider of npm (oidc-provider) on a port of its own. Who types the name of one of its people is logged in.
 * Addresses and groups are in the user info alone, as its defaults are.
 *
 * @param port where it listens; a free one when not given.
 */
export async function startOpenidProvider(client: ProviderClient, port = 0): Promise<OpenidProvider> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const people: OpenidProvider['people'] = new Map();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.afterLogoutUri],
        backchannel_logout_uri: client.backChannelLogoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for tests alone'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups'],
    },
    features: {
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.body = form.replace('</form>', '<button name="logout" value="yes">Log out</button></form>');
        },
      },
    },
    // its own sends no logout token to a loopback address
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) }),
    // the academy's own client asks nobody for consent
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.on('backchannel.error', (_context, error) => console.error(error));
  server.on('request', provider.callback());
  const browser = new Browser(issuer);
  const follow = async (url: string, fields: Record<string, string>) => (await browser.follow(new URL(url), fields)).at;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    ...{ issuer, people, stop },
    signIn: (url, login) => follow(url, { login, password: 'any' }),
    signOut: (url) => follow(url, { logout: 'yes' }),
  };
}
