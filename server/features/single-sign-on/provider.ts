import { createHash } from 'node:crypto';
import { signOnReturnPath } from '@fairlead/contract/single-sign-on/calls';
import type { ClientAuth, Configuration } from 'openid-client';
import { AppError } from '../../platform/errors.ts';
import type { Config, SignOnConfig } from '../../settings/config.ts';
import { sessionLife } from '../accounts/index.ts';
import { type Claims, providerName } from './rules.ts';

const timeoutSeconds = 10;
/** Seconds after which the provider must ask for credentials again: the idle timeout of our own staff sessions. */
const oldestLogin = sessionLife.staff.idle;
/** Seconds for which a logout token is valid. */
export const tokenSeconds = 120;
/** Milliseconds until the provider's metadata is refreshed, and until a failed refresh is retried. */
const keptFor = 60 * 60_000;
const triedAgainAfter = 60_000;

type Kept = { readAt: number; configuration: Promise<Configuration> };
const known = new WeakMap<SignOnConfig, Kept>();

/** Imported on first use: most academies have no provider. */
const library = () => import('openid-client');

/** @throws AppError `not-found` where the academy has no provider. */
export function requireProvider({ signOn }: Pick<Config, 'signOn'>): SignOnConfig {
  if (signOn) return signOn;
  throw new AppError('not-found', 'The academy has no login service of its own.');
}

/** The redirect URI to which the provider sends the browser back. */
const returnUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}${signOnReturnPath}`;

const away = (cause: unknown) => {
  const message = 'The academy’s login service does not answer. Please try again, or log in with your password.';
  const refusal = new AppError('unavailable', message, { retryAfter: 30 });
  refusal.cause = cause;
  return refusal;
};

/** Whether an error from the library means that the provider does not answer, or answers with a server error. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (error instanceof TypeError) return code === undefined;
  if (cause instanceof Response) return cause.status >= 500;
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
}

/**
 * The provider's metadata (OpenID Connect Discovery), with our client configuration: cached for an hour, and longer
 * while the provider does not answer.
 *
 * @throws AppError `unavailable` when it does not answer, or not as an OpenID provider.
 */
async function discovered(signOn: SignOnConfig): Promise<Configuration> {
  const kept = known.get(signOn);
  if (kept && Date.now() - kept.readAt < keptFor) return kept.configuration;
  const configuration = discover(signOn).catch((error: unknown) => {
    if (kept) {
      known.set(signOn, { ...kept, readAt: Date.now() - keptFor + triedAgainAfter });
      return kept.configuration;
    }
    // The next call tries again.
    known.delete(signOn);
    throw away(error);
  });
  known.set(signOn, { readAt: Date.now(), configuration });
  return configuration;
}

async function discover({ issuer, clientId, clientSecret, clientAuth }: SignOnConfig): Promise<Configuration> {
  const oidc = await library();
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  // In the body if the provider supports that, since some do not decode the encoding that Basic requires; a provider
  // that does not say which it supports accepts Basic (RFC 8414).
  const authentication: ClientAuth = (provider, ...more) => {
    const takesPost = provider.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    ((clientAuth ?? (takesPost ? 'post' : 'basic')) === 'post' ? post : basic)(provider, ...more);
  };
  const isPlain = issuer.startsWith('http:');
  const provider = await oidc.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // Check the signature of an ID token even though it was received over TLS.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  const { issuer: named, jwks_uri: keysAt } = provider.serverMetadata();
  // For some providers, the library accepts an issuer pattern that covers all their customers' directories; we require
  // the exact issuer.
  if (new URL(named).href !== issuer) throw new Error(`The provider calls itself ${named}`);
  if (!keysAt || !(isPlain || keysAt.startsWith('https:'))) throw new Error('The provider has no keys by https');
  return provider;
}

/** The code challenge sent to the provider for a browser's verifier (PKCE, RFC 7636). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * The URL at which a browser logs in at the provider.
 *
 * @throws AppError `unavailable`, or `not-found` without a provider.
 */
export async function authorizationUrl(
  config: Config,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<string> {
  const signOn = requireProvider(config);
  const [oidc, provider] = await Promise.all([library(), discovered(signOn)]);
  const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
  // Makes the provider state when it last asked for credentials (`auth_time`).
  const age = { max_age: String(oldestLogin) };
  const asked = { redirect_uri: returnUrl(config), scope: signOn.scopes, state, nonce, ...challenge, ...age };
  return oidc.buildAuthorizationUrl(provider, asked).href;
}

/** The parameters that the browser brought back, and the values to check them against. */
export type Answer = { code: string; iss?: string | undefined; state: string; verifier: string; nonce: string };

/** The provider's response is not valid for this login; `reason` is the library's error code. */
export class BadAnswer extends Error {
  readonly reason: string;
  constructor(reason: string, cause: unknown) {
    super(`The provider’s answer is refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Exchanges the code of a login for the person's claims. Checks signature, issuer, audience, nonce and time of the ID
 * token, and that the user info has the same subject.
 *
 * @throws BadAnswer for an invalid response; AppError `unavailable` when the provider does not answer.
 */
export async function claimsFor(config: Config, { code, iss, state, verifier, nonce }: Answer): Promise<Claims> {
  const [oidc, provider] = await Promise.all([library(), discovered(requireProvider(config))]);
  const answered = new URL(returnUrl(config));
  for (const [name, value] of Object.entries({ code, state, iss })) if (value) answered.searchParams.set(name, value);
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, maxAge: oldestLogin };
    const tokens = await oidc.authorizationCodeGrant(provider, answered, { ...checks, idTokenExpected: true });
    const idToken = tokens.claims();
    if (!idToken) throw new BadAnswer('no-id-token', undefined);
    // Many providers return email addresses and groups only there.
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
 * Merges the claims of both. The claims on how and when somebody logged in are taken only from the signed ID token; an
 * email address and its verification are taken from the same source.
 */
function claimsOf(idToken: Claims, info: Claims): Claims {
  const { email, email_verified } = idToken.email === undefined ? info : idToken;
  const { amr, sid, auth_time } = idToken;
  return { ...info, ...idToken, email, email_verified, amr, sid, auth_time };
}

/** The URL at which a browser logs out of the provider, and returns; null if the provider has no such page. */
export async function signOutUrl(config: Config): Promise<string | null> {
  const [oidc, provider] = await Promise.all([library(), discovered(requireProvider(config))]);
  if (!provider.serverMetadata().end_session_endpoint) return null;
  const back = `${config.publicUrl}/ornate_backend`;
  return oidc.buildEndSessionUrl(provider, { post_logout_redirect_uri: back }).href;
}

const keySets = new WeakMap<Configuration, ReturnType<typeof import('jose').createRemoteJWKSet>>();

/** Asymmetric algorithms only: a secret shared by both sides proves nothing to a third party. */
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
 * @returns the token's id, and whose sessions end: all of a subject's, or those that one session of the provider
 * opened.
 * @throws BadAnswer for one that is forged, expired, from another issuer, for another client, or not a logout token.
 */
export async function readLogoutToken(
  config: Config,
  token: string,
): Promise<{ id: string; subject: string | undefined; providerSession: string | undefined; issuedAt: Date }> {
  const signOn = requireProvider(config);
  const [jose, provider] = await Promise.all([import('jose'), discovered(signOn)]);
  const { jwks_uri: keysAt = '', issuer } = provider.serverMetadata();
  const keys = keySets.get(provider) ?? jose.createRemoteJWKSet(new URL(keysAt), { timeoutDuration: 10_000 });
  keySets.set(provider, keys);
  const read = await jose
    .jwtVerify(token, keys, {
      issuer,
      audience: signOn.clientId,
      algorithms,
      maxTokenAge: tokenSeconds,
      clockTolerance: 60,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    .catch((error: unknown) => {
      // The signing keys could not be read: the provider may send the token again.
      const { code } = error as { code?: string };
      if (error instanceof TypeError || code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC') throw away(error);
      throw new BadAnswer(String((error as { code?: unknown }).code ?? 'unknown'), error);
    });
  const { jti, sub, sid, nonce, events, iat = 0 } = read.payload;
  const isLogout =
    typeof events === 'object' && events !== null && 'http://schemas.openid.net/event/backchannel-logout' in events;
  const [id, subject, providerSession] = [jti, sub, sid].map(providerName);
  // An ID token is not a logout token: it has a nonce, and no event.
  if (!isLogout || nonce !== undefined || !id || !(subject || providerSession)) {
    throw new BadAnswer('no-logout-token', undefined);
  }
  return { id, subject, providerSession, issuedAt: new Date(iat * 1000) };
}
