import { Email } from '@fairlead/contract/values/emails';
import { personName } from '@fairlead/contract/values/shapes';
import { z } from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import type { SignOnConfig } from '../../settings/config.ts';

/** How long somebody has to log in at the provider, in minutes: they may have to find their phone first. */
export const signOnMinutes = 10;

/** Logins via the provider in 15 minutes from one IP address, which an office may share. */
export const signOns = { perNetwork: 600, seconds: 15 * 60 } as const;

/** A person's claims from the ID token and the user info (OpenID Connect Core, 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Refuses somebody whom the provider has authenticated; the reason is audited. */
export class NotLetIn extends AppError {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super('forbidden', message);
    this.reason = reason;
  }
}

/**
 * The email address verified by the provider, in lower case. An address that our form would normalise further is
 * refused: a difference beyond the case of Latin letters is another mailbox.
 *
 * @throws NotLetIn if it is not verified, or not in one of the academy's staff domains.
 */
export function emailOf(claims: Claims, { emailDomains }: Pick<SignOnConfig, 'emailDomains'>): string {
  const email = Email.safeParse(claims.email);
  const { email: said } = claims;
  const isTheSame = typeof said === 'string' && said.replace(/[A-Z]/g, (c) => c.toLowerCase()) === email.data;
  if (!email.success || !isTheSame)
    throw new NotLetIn('no-email', 'The academy’s login service did not send your email address.');
  if (claims.email_verified !== true) {
    throw new NotLetIn('email-not-verified', 'The academy’s login service has not verified your email address.');
  }
  const domain = email.data.slice(email.data.lastIndexOf('@') + 1);
  if (!emailDomains.includes(domain)) {
    throw new NotLetIn('other-domain', 'Your email address is not one of the academy’s staff.');
  }
  return email.data;
}

/**
 * The role of the first entry in the role map whose value is in the claim; administrators can only be appointed by
 * administrators.
 *
 * @returns undefined if no value of the claim is in the map; null if the academy has no map.
 */
export function roleIn(claims: Claims, { roles }: Pick<SignOnConfig, 'roles'>) {
  if (!roles) return null;
  const said = claims[roles.claim];
  // Some providers send a single value, or several in one string.
  const words = Array.isArray(said) ? said : textOf(said).split(/[;,]/);
  const known = new Set(words.map(textOf));
  return [...roles.of].find(([word]) => known.has(word))?.[1];
}

/** Whether the provider says that more than one factor was used (`amr`, RFC 8176). */
export const showsFactors = ({ amr }: Claims): boolean => Array.isArray(amr) && amr.includes('mfa');

const Name = personName('Name', 60);
const nameIn = (value: unknown) => Name.safeParse(textOf(value)).data;

/** First and last name of a new colleague; the local part of their email address if the provider sends no name. */
export function nameOf(claims: Claims, email: string): { firstName: string; lastName: string } {
  const [given, family] = [nameIn(claims.given_name), nameIn(claims.family_name)];
  if (given && family) return { firstName: given, lastName: family };
  const words = textOf(claims.name).split(/\s+/);
  const [first, last] = [nameIn(words.slice(0, -1).join(' ')), nameIn(words.at(-1))];
  if (first && last) return { firstName: first, lastName: last };
  return { firstName: given ?? last ?? nameIn(email.split('@')[0]) ?? 'New', lastName: family ?? 'Colleague' };
}

/** When somebody last authenticated at the provider; the epoch if it does not say, and never in the future. */
export function confirmedAtIn({ auth_time: at }: Claims, now: Date): Date {
  const said = typeof at === 'number' ? at * 1000 : 0;
  return new Date(Math.min(said, now.getTime()));
}

/** A provider's identifier for a person or a session: it never changes, and is no longer than the standard allows. */
const ProviderName = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^\P{C}+$/u));
export const providerName = (value: unknown): string | undefined => ProviderName.safeParse(value).data;
