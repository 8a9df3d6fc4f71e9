import { createHash } from 'node:crypto';
import { signOnReturnPath } from '@fairlead/contract/single-sign-on';
import type { ClientAuth, Configuration } from 'openid-client';
import type { Config, SignOnConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { sessionLife } from '../accounts/rules.ts';
import { type Claims, providerName } from './rules.ts';

const timeoutSeconds = 10;
/** Seconds after which somebody who is logged in at the provider is asked again there, as a session of ours would be over. */
const oldestLogin = sessionLife.staff.idle;
/** Seconds for which a logout token is good. */
export const tokenSeconds = 120;
/** Milliseconds after which what the provider says of itself is read again, and after which it is tried again. */
const keptFor = 60 * 60_000;
const triedAgainAfter = 60_000;

type Kept = { readAt: number; configuration: Promise<Configuration> };
const known = new WeakMap<SignOnConfig, Kept>();

/** Loaded when somebody uses it: most academies have no provider. */
const library = () => import('openid-client');

/** @throws AppError `not-found` where the academy has no provider. */
export function demandProvider({ signOn }: Pick<Config, 'signOn'>): SignOnConfig {
  if (signOn) return signOn;
  throw new AppError('not-found', 'The academy has no login of its own.');
}

/** Where the provider sends the browser back to. */
const returnUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}${signOnReturnPath}`;

const away = (cause: unknown) => {
  const message = 'The academy’s login does not answer. Please try again, or log in with your password.';
  const refusal = new AppError('unavailable', message, { retryAfter: 30 });
  refusal.cause = cause;
  return refusal;
};

/** What the library says when nobody answers, or what answers has a fault of its own. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (error instanceof TypeError) return code === undefined;
  if (cause instanceof Response) return cause.status >= 500;
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
}

/**
 * What the provider says of itself (OpenID Connect Discovery), with us as its client: kept for an hour, and longer while
 * it does not answer.
 *
 * @throws AppError `unavailable` when it does not answer, or not as a provider does.
 */
async function discovered(signOn: SignOnConfig): Promise<Configuration> {
  const kept = known.get(signOn);
  if (kept && Date.now() - kept.readAt < keptFor) return kept.configuration;
  const configuration = discover(signOn).catch((error: unknown) => {
    if (kept) {
      known.set(signOn, { ...kept, readAt: Date.now() - keptFor + triedAgainAfter });
      return kept.configuration;
    }
    // those who come next ask again
    known.delete(signOn);
    throw away(error);
  });
  known.set(signOn, { readAt: Date.now(), configuration });
  return configuration;
}

async function discover({ issuer, clientId, clientSecret, clientAuth }: SignOnConfig): Promise<Configuration> {
  const oidc = await library();
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  // In the body where the provider takes that, since some do not decode what Basic has to encode; a provider that does not
  // say takes Basic (RFC 8414).
  const authentication: ClientAuth = (provider, ...more) => {
    const takesPost = provider.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    ((clientAuth ?? (takesPost ? 'post' : 'basic')) === 'post' ? post : basic)(provider, ...more);
  };
  const isPlain = issuer.startsWith('http:');
  const provider = await oidc.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // the signature of an ID token is checked although it came by TLS
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  const { issuer: named, jwks_uri: keysAt } = provider.serverMetadata();
  // the library lets some providers name a pattern that stands for the directories of all their customers
  if (new URL(named).href !== issuer) throw new Error(`The provider calls itself ${named}`);
  if (!keysAt || !(isPlain || keysAt.startsWith('https:'))) throw new Error('The provider has no keys by https');
  return provider;
}

/** The part of a browser's secret that the provider gets to see (PKCE, RFC 7636). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Where a browser goes to log in at the provider.
 *
 * @throws AppError `unavailable`, or `not-found` without a provider.
 */
export async function authorizationUrl(
  config: Config,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<string> {
  const signOn = demandProvider(config);
  const [oidc, provider] = await Promise.all([library(), discovered(signOn)]);
  const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
  // has the provider say when it last asked for a password
  const age = { max_age: String(oldestLogin) };
  const asked = { redirect_uri: returnUrl(config), scope: signOn.scopes, state, nonce, ...challenge, ...age };
  return oidc.buildAuthorizationUrl(provider, asked).href;
}

/** What came back with the browser, and what it is checked against. */
export type Answer = { code: string; iss?: string | undefined; state: string; verifier: string; nonce: string };

/** The provider's answer is not one to this login; `reason` is the library's code for what is wrong. */
export class BadAnswer extends Error {
  readonly reason: string;
  constructor(reason: string, cause: unknown) {
    super(`The provider’s answer is refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Trades the code of a login for what the provider says of the person: signature, issuer, audience, nonce and time of
 * the ID token are checked, and the user info has to be of the same subject.
 *
 * @throws BadAnswer for whatever is wrong with it; AppError `unavailable` when the provider does not answer.
 */
export async function claimsFor(config: Config, { code, iss, state, verifier, nonce }: Answer): Promise<Claims> {
  const [oidc, provider] = await Promise.all([library(), discovered(demandProvider(config))]);
  const answered = new URL(returnUrl(config));
  for (const [name, value] of Object.entries({ code, state, iss })) if (value) answered.searchParams.set(name, value);
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, maxAge: oldestLogin };
    const tokens = await oidc.authorizationCodeGrant(provider, answered, { ...checks, idTokenExpected: true });
    const idToken = tokens.claims();
    if (!idToken) throw new BadAnswer('no-id-token', undefined);
    // many providers give addresses and groups there alone
    const info = provider.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(provider, tokens.access_token, idToken.sub)
      : {};
    return claimsOf(idToken, info);
  } catch (error) {
    if (isAway(error)) throw away(error);
    if (error instanceof BadAnswer) throw error;
    throw new BadAnswer(String((error as { code?: unknown }).code ?? 'unknown'), error);
  }
}

/**
 * The claims of both. How and when somebody logged in is what is signed alone; an address and whether it is verified come
 * from one of them.
 */
function claimsOf(idToken: Claims, info: Claims): Claims {
  const { email, email_verified } = idToken.email === undefined ? info : idToken;
  const { amr, sid, auth_time } = idToken;
  return { ...info, ...idToken, email, email_verified, amr, sid, auth_time };
}

/** Where a browser goes to log out of the provider, and comes back from; null where the provider has no such page. */
export async function signOutUrl(config: Config): Promise<string | null> {
  const [oidc, provider] = await Promise.all([library(), discovered(demandProvider(config))]);
  if (!provider.serverMetadata().end_session_endpoint) return null;
  const back = `${config.publicUrl}/ornate_backend`;
  return oidc.buildEndSessionUrl(provider, { post_logout_redirect_uri: back }).href;
}

const keySets = new WeakMap<Configuration, ReturnType<typeof import('jose').createRemoteJWKSet>>();

/** Algorithms with a public key: a secret that both sides know proves nothing to a third. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout, 2.4 to 2.6).
 *
 * @returns the token's own id, and whose sessions end: all of a subject's, or those that one session of the provider
 *   opened.
 * @throws BadAnswer for one that is forged, of another issuer or for another client, old, or no logout token.
 */
export async function readLogoutToken(
  config: Config,
  token: string,
): Promise<{ id: string; subject: string | undefined; providerSession: string | undefined; issuedAt: Date }> {
  const signOn = demandProvider(config);
  const [jose, provider] = await Promise.all([import('jose'), discovered(signOn)]);
  const { jwks_uri: keysAt = '', issuer } = provider.serverMetadata();
  const keys = keySets.get(provider) ?? jose.createRemoteJWKSet(new URL(keysAt), { timeoutDuration: 10_000 });
  keySets.set(provider, keys);
  const read = await jose
    .jwtVerify(token, keys, {
      ...{ issuer, audience: signOn.clientId, algorithms },
      ...{ maxTokenAge: tokenSeconds, clockTolerance: 60, requiredClaims: ['iat', 'jti', 'events'] },
    })
    .catch((error: unknown) => {
      // the keys could not be read: the provider may send the token again
      const { code } = error as { code?: string };
      if (error instanceof TypeError || code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC') throw away(error);
      throw new BadAnswer(String((error as { code?: unknown }).code ?? 'unknown'), error);
    });
  const { jti, sub, sid, nonce, events, iat = 0 } = read.payload;
  const isLogout =
    typeof events === 'object' && events !== null && 'http://schemas.openid.net/event/backchannel-logout' in events;
  const [id, subject, providerSession] = [jti, sub, sid].map(providerName);
  // an ID token is no logout token: it has a nonce, and no event
  if (!isLogout || nonce !== undefined || !id || !(subject || providerSession)) {
    throw new BadAnswer('no-logout-token', undefined);
  }
  return { id, subject, providerSession, issuedAt: new Date(iat * 1000) };
}
