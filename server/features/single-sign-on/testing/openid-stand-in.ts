import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll } from 'vitest';
import { listen } from '../../../testing/listen.ts';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] | Uint8Array;

/** Deviations from a correct provider. */
export type Lies = {
  /** Claims that replace those of the ID token; undefined removes one. */
  idToken?: JWTPayload;
  /** The signing key and the algorithm. */
  key?: Key;
  alg?: string;
  /** Claims that replace those of the user info. */
  info?: JWTPayload;
  /** The status of the token endpoint's response. */
  status?: number;
};

type Granted = { claims: JWTPayload; challenge: string; nonce: string; redirectUri: string; lies: Lies };

/**
 * A provider that deviates as a test requests, and is correct otherwise: it checks client, code, redirect URL and
 * verifier.
 */
export type OpenidStandIn = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Logs a person in at the authorization URL of a login; returns the parameters of the redirect. */
  authorize: (url: string, claims: JWTPayload, lies?: Lies) => { code: string; state: string; iss: string };
  /** A logout token, correct except for `changes` and the signature given by `how`. */
  logoutToken: (changes: Record<string, unknown>, how?: { key?: Key; alg?: string }) => Promise<string> | string;
  /** While true, it does not respond. */
  isAway: boolean;
};

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export async function openidStandIn(): Promise<OpenidStandIn> {
  const server = createServer();
  const { url: issuer, close } = await listen(server);
  afterAll(close);
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const granted = new Map<string, Granted>();
  const [clientId, clientSecret] = ['academy', 'a secret of the academy’s'];

  const sign = (payload: JWTPayload, { key = privateKey, alg = 'RS256' }: { key?: Key; alg?: string } = {}) => {
    const claims = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    if (alg === 'none') return new UnsecuredJWT(claims).encode();
    return new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key);
  };
  const seconds = () => Math.floor(Date.now() / 1000);
  const usual = () => ({ iss: issuer, aud: clientId, iat: seconds(), exp: seconds() + 300 });

  async function token(request: IncomingMessage): Promise<[status: number, body: object]> {
    const form = new URLSearchParams(await text(request));
    const [id, secret] = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const code = form.get('code') ?? '';
    const grant = granted.get(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (id !== clientId || secret !== clientSecret) return [401, { error: 'invalid_client' }];
    if (!grant || grant.challenge !== verifier || grant.redirectUri !== form.get('redirect_uri')) {
      return [400, { error: 'invalid_grant' }];
    }
    // a second use is for our code to refuse: this provider accepts it
    const { claims, nonce, lies } = grant;
    const { sub, sid, amr, auth_time = seconds() } = claims;
    const idToken = await sign({ ...usual(), sub, sid, amr, auth_time, nonce, ...lies.idToken } as JWTPayload, lies);
    return [lies.status ?? 200, { access_token: code, token_type: 'Bearer', id_token: idToken }];
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const path = new URL(request.url ?? '/', issuer).pathname;
    if (path === '/token') return token(request);
    if (path === '/jwks') return [200, { keys: [jwk] }];
    const grant = granted.get(String(request.headers.authorization).replace('Bearer ', ''));
    if (path === '/me' && grant) return [200, { ...grant.claims, ...grant.lies.info }];
    const endpoints = {
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      end_session_endpoint: `${issuer}/logout`,
      jwks_uri: `${issuer}/jwks`,
    };
    if (path === '/.well-known/openid-configuration') {
      // as LemonLDAP::NG publishes it: it lists more algorithms than we accept
      const algorithms = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
      const says = { authorization_response_iss_parameter_supported: true, subject_types_supported: ['public'] };
      return [200, { issuer, ...endpoints, ...says, response_types_supported: ['code'], ...algorithms }];
    }
    return [404, {}];
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (standIn.isAway) request.socket.destroy();
    else
      void answer(request).then(([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });

  const standIn: OpenidStandIn = {
    issuer,
    clientId,
    clientSecret,
    isAway: false,
    authorize: (url, claims, lies = {}) => {
      const asked = new URL(url).searchParams;
      const code = randomUUID();
      const [challenge, nonce] = [asked.get('code_challenge') ?? '', asked.get('nonce') ?? ''];
      granted.set(code, { claims, challenge, nonce, lies, redirectUri: asked.get('redirect_uri') ?? '' });
      return { code, state: asked.get('state') ?? '', iss: issuer };
    },
    logoutToken: (changes, how) =>
      sign({ ...usual(), jti: randomUUID(), events: { [logoutEvent]: {} }, ...changes } as JWTPayload, how),
  };
  return standIn;
}
