import type { StaffInvitation } from '@fairlead/contract/accounts/staff-members';
import type { Role } from '@fairlead/contract/platform/permissions';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { getAccount } from '../queries.ts';
import { endAllSessions } from '../sign-in/sessions.ts';
import { invitationEmail, roleChangedEmail } from '../staff-email-templates.ts';
import { invite, isUnproved, unknownPassword } from './invitations.ts';
import { requireAnotherAdmin } from './keep-an-admin.ts';

type By = { actorId: string; ip: string };

/** The roles as named in emails. */
const roleInWords = { registrar: 'registrar', instructor: 'instructor', admin: 'administrator' } as const;

type Colleague = Pick<StaffInvitation, 'firstName' | 'email' | 'role'> & {
  lastName: string;
  prefix: StaffInvitation['tittle'];
  passwordHash: string;
  /** Null if the academy's provider vouches for them. */
  approvedBy: string | null;
};

/** Inserts an account of a colleague, who may log in at once; undefined when the email address is in use. */
export function insertStaff(tx: Tx, { email, ...colleague }: Colleague, now: Date) {
  const values = { ...colleague, mobile: '', emailVerifiedAt: now, approvedAt: now, createdAt: now };
  return tx
    .insertInto('account')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values).where(isUnproved))
    .returning('id')
    .executeTakeFirst();
}

/**
 * Creates an account for a colleague and mails the link to choose its password: it has none before. The administrator
 * vouches for the email address, so that no stranger can sign up with it meanwhile.
 *
 * @throws AppError `exists` for an email address in use.
 */
export async function inviteStaff(
  platform: Platform,
  { invitation, actorId, ip }: By & { invitation: StaffInvitation },
): Promise<void> {
  const { tittle: prefix, firstName, email, role } = invitation;
  const lastName = invitation.lastName ?? '';
  const passwordHash = await unknownPassword();
  await transaction(platform.db, async (tx) => {
    const colleague = { email, prefix, firstName, lastName, role, passwordHash, approvedBy: actorId };
    const made = await insertStaff(tx, colleague, platform.clock());
    if (!made) {
      const message = 'This email address is already in use.';
      throw new AppError('exists', message, { fields: { email: message } });
    }
    const subject = { kind: 'account', id: made.id };
    await appendAudit(tx, { actorId, action: 'account.invite-staff', subject, details: { to: role }, ip });
    await invite(tx, platform, {
      accountId: made.id,
      email,
      invitedBy: actorId,
      template: invitationEmail,
      values: {
        name: fullName(colleague),
        inviter: fullName(await getAccount(tx, actorId)),
        role: roleInWords[role],
        loginLink: `${platform.config.publicUrl}/ornate_backend`,
      },
    });
  });
}

/**
 * Changes a colleague's role. Every session ends, so that the user interface shows the new role too.
 *
 * @throws AppError `conflict` for one's own role and the last administrator's, `done` for an unchanged one;
 *   `not-found`.
 */
export async function changeRole(
  platform: Platform,
  { accountId, role, actorId, ip }: By & { accountId: string; role: StaffInvitation['role'] },
): Promise<void> {
  if (accountId === actorId) throw new AppError('conflict', 'You cannot change your own role.');
  await transaction(platform.db, async (tx) => {
    // Before the account is read: waits for a concurrent removal of an administrator.
    if (role !== 'admin') await requireAnotherAdmin(tx, accountId, 'The last administrator must keep this role.');
    const account = await tx
      .selectFrom('account')
      .select(['id', 'role', 'email', 'firstName', 'lastName'])
      .where('id', '=', accountId)
      .where('role', '!=', 'learner')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw notFound('There is no such staff member.');
    if (account.role === role) throw new AppError('done', `This person is ${roleInWords[role]} already.`);
    await setRole(tx, platform, { account, role, actorId, ip });
  });
}

type Setting = {
  account: { id: string; role: Role; email: string; firstName: string; lastName: string };
  role: StaffInvitation['role'];
  /** Null if the academy's provider assigns the role. */
  actorId: string | null;
  ip: string;
};

/** Sets a colleague's role, ends all their sessions, and notifies them. */
export async function setRole(
  tx: Tx,
  { config, clock }: Platform,
  { account, role, actorId, ip }: Setting,
): Promise<void> {
  await tx.updateTable('account').set({ role }).where('id', '=', account.id).execute();
  await endAllSessions(tx, account.id, clock());
  const subject = { kind: 'account', id: account.id };
  const details = { from: account.role, to: role };
  await appendAudit(tx, { actorId, action: 'account.change-role', subject, details, ip });
  const values = { name: fullName(account), role: roleInWords[role] };
  const url = `${config.publicUrl}/ornate_backend`;
  await sendEmail(tx, config, roleChangedEmail, { to: account.email, values, url });
}
