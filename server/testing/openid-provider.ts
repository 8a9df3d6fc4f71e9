import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** The academy as a client of its provider. */
export type Client = {
  id: string;
  secret: string;
  redirectUri: string;
  afterLogoutUri: string;
  backChannelLogoutUri: string;
};

export type OpenidProvider = {
  issuer: string;
  /** What it says of people, by the name under which they log in. */
  people: Map<string, Record<string, unknown>>;
  stop: () => Promise<void>;
};

/**
 * The certified provider of npm (oidc-provider) on a port of its own. Whoever types the name of one of its people is let
 * in; addresses and groups are told by the user info alone, as its defaults are.
 *
 * @param port where it listens; a free one when not given.
 */
export async function startOpenidProvider(client: Client, port = 0): Promise<OpenidProvider> {
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
    features: { backchannelLogout: { enabled: true } },
    // by itself it tells no client at a loopback address of a logout
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
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { issuer, people, stop };
}

/** A browser without a screen: it follows what sends it on, keeps cookies, and fills in forms. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Goes to an address, and on to where that leads; stops before an address that begins as `until` does. */
  async open(url: string, until: string, form?: Record<string, string>): Promise<{ url: URL; page: string }> {
    if (url.startsWith(until)) return { url: new URL(url), page: '' };
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /expires=Thu, 01.Jan.1970/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const onward = response.headers.get('location');
    if (onward) return this.open(new URL(onward, url).href, until);
    return { url: new URL(url), page: await response.text() };
  }

  /** Sends the form of a page with what is filled in, and its hidden fields as they are. */
  submit({ url, page }: { url: URL; page: string }, until: string, filled: Record<string, string>) {
    const action = /<form[^>]*\baction="([^"]*)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`no form at ${url.href}: ${page.slice(0, 2000)}`);
    const hidden = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /\bname="([^"]*)"/.exec(input)?.[1] ?? '',
      /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '',
    ]);
    const target = new URL(action.replaceAll('&amp;', '&'), url).href;
    return this.open(target, until, { ...Object.fromEntries(hidden), ...filled });
  }
}
