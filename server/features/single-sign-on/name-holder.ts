import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAccountByEmail, forgetCodes, getStanding, insertStaff, unknownPassword } from '../accounts/index.ts';
import { BadAnswer, requireProvider } from './provider.ts';
import { findIdentity, hasIdentity } from './queries.ts';
import { type Claims, emailOf, NotLetIn, nameOf, providerName, roleIn } from './rules.ts';

/** The person identified by the provider, with the claims that matter here. */
export type Named = {
  accountId: string;
  subject: string;
  /** The role that the academy's role map assigns; null if the academy has none. */
  role: 'registrar' | 'instructor' | null;
  providerSession: string | null;
};

/**
 * Finds the account that the provider's claims belong to: by the provider's subject, or the first time by the verified
 * email address. If the academy has a role map, a new colleague gets an account.
 *
 * @throws BadAnswer for a subject or session that is not a valid identifier; NotLetIn with the reason, for somebody who
 * is not admitted.
 */
export async function nameHolder(platform: Platform, claims: Claims, ip: string): Promise<Named> {
  const { db, config } = platform;
  const signOn = requireProvider(config);
  const { issuer } = signOn;
  const email = emailOf(claims, signOn);
  const subject = providerName(claims.sub);
  const providerSession = claims.sid === undefined ? null : providerName(claims.sid);
  if (!subject || providerSession === undefined) throw new BadAnswer('no-name', undefined);
  const role = roleIn(claims, signOn);
  const known = await findIdentity(db, { issuer, subject });
  const found = known ? { id: known.accountId } : await findAccountByEmail(db, email);
  const account = found && (await getStanding(db, found.id));
  if (role === undefined && account?.role !== 'admin') {
    throw new NotLetIn(
      'no-role',
      'The academy’s login service has not given you a role here. Please ask an administrator.',
    );
  }
  if (account && account.role !== 'learner') {
    if (!known && (await hasIdentity(db, { issuer, accountId: account.id }))) {
      const message = 'This account belongs to another login of the academy. Please ask an administrator.';
      throw new NotLetIn('another-subject', message);
    }
    return { accountId: account.id, subject, role: role ?? null, providerSession };
  }
  const made = role && (await makeColleague(platform, { claims, email, role, ip }));
  if (made) return { accountId: made, subject, role, providerSession };
  // A concurrent login has created the account.
  if (role && !account) return nameHolder(platform, claims, ip);
  throw account
    ? new NotLetIn('learner', 'This email address belongs to a seafarer’s account. Please ask an administrator.')
    : new NotLetIn('no-account', 'You have no staff account here yet. Please ask an administrator to invite you.');
}

type Newcomer = { claims: Claims; email: string; role: 'registrar' | 'instructor'; ip: string };

/** Creates the account of a new colleague; undefined when there is one with this email address. */
async function makeColleague(
  { db, clock }: Platform,
  { claims, email, role, ip }: Newcomer,
): Promise<string | undefined> {
  const passwordHash = await unknownPassword();
  return transaction(db, async (tx) => {
    // Providers state no title.
    const colleague = { ...nameOf(claims, email), email, prefix: 'Mr' as const, role, passwordHash, approvedBy: null };
    const made = await insertStaff(tx, colleague, clock());
    if (!made) return undefined;
    await forgetCodes(tx, made.id);
    const subject = { kind: 'account', id: made.id };
    await appendAudit(tx, { actorId: null, action: 'account.add-by-sign-on', subject, details: { to: role }, ip });
    return made.id;
  });
}
