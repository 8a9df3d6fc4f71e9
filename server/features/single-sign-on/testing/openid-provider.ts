import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { Browser } from '../../../testing/browser.ts';
import { listen } from '../../../testing/listen.ts';

/** The academy as a client of its identity provider. */
export type ProviderClient = {
  id: string;
  secret: string;
  redirectUri: string;
  afterLogoutUri: string;
  /** The URL that is called with a logout token; LemonLDAP::NG sends one since version 2.17. */
  backChannelLogoutUri: string;
};

export type OpenidProvider = {
  issuer: string;
  /** The claims of people, by their login names. */
  people: Map<string, Record<string, unknown>>;
  /** Logs a person in at an authorization URL; returns the redirect back to the client, not followed. */
  signIn: (url: string, who: string) => Promise<URL>;
  /** Opens the logout page and confirms; returns the URL of the redirect. */
  signOut: (url: string) => Promise<URL>;
  stop: () => Promise<void>;
};

/**
 * The certified provider oidc-provider of npm on a port of its own. Typing the name of one of its people logs in. Email
 * addresses and groups are only in the user info, as by its defaults.
 *
 * @param port the port to listen on; a free one by default.
 */
export async function startOpenidProvider(client: ProviderClient, port = 0): Promise<OpenidProvider> {
  const server = createServer();
  const { url: issuer, close: stop } = await listen(server, port);
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
    // its own fetch sends no logout token to a loopback address
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as unknown as RequestInit),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) }),
    // no consent for the academy's own client
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
  return {
    issuer,
    people,
    stop,
    signIn: (url, login) => follow(url, { login, password: 'any' }),
    signOut: (url) => follow(url, { logout: 'yes' }),
  };
}
