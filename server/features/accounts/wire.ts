import type { ListedUser, SessionUser } from '@fairlead/contract/accounts/calls';
import type { OwnAccount, OwnSession } from '@fairlead/contract/accounts/own-account';
import type { OwnPasskey } from '@fairlead/contract/accounts/passkeys';
import type { SecondFactor } from '@fairlead/contract/accounts/second-factor';
import type { StaffMember } from '@fairlead/contract/accounts/staff-members';
import { permissionsOf, type Role } from '@fairlead/contract/platform/permissions';
import { type CalendarDate, isOver } from '../../platform/calendar.ts';
import { fullName } from '../../platform/names/full-name.ts';
import { deviceInWords, maskedIp } from '../../platform/request/device-words.ts';
import { stateOf } from './rules.ts';

type Named = { id: string; email: string; firstName: string; lastName: string };

/** An account as its own session sees it. */
export const toSessionUser = (account: Named & { role: Role }): SessionUser => ({
  _id: account.id,
  name: fullName(account),
  email: account.email,
  role: account.role,
  permissions: [...permissionsOf[account.role]],
});

type Listed = Named & Parameters<typeof stateOf>[0] & { mobile: string; createdAt: Date; invitedAgainAt: Date | null };

/** An account as a row of the staff's lists. */
export const toListedUser = (account: Listed): ListedUser => ({
  _id: account.id,
  name: fullName(account),
  email: account.email,
  mobile: account.mobile,
  createdAt: account.createdAt.toISOString(),
  state: stateOf(account),
  invitation: toInvitation(account),
});

/** When somebody who has not used the invitation was invited; null for everybody else. */
export const toInvitation = (account: Parameters<typeof stateOf>[0] & { invitedAgainAt: Date | null }) =>
  stateOf(account) === 'invited' && account.invitedAt
    ? { at: account.invitedAt.toISOString(), againAt: account.invitedAgainAt?.toISOString() ?? null }
    : null;

type Mobile = { mobile: string; confirmedMobile: string | null };

/** A mobile number with whether its owner has confirmed it. */
export const toMobile = ({ mobile, confirmedMobile }: Mobile) => ({
  mobile,
  mobileConfirmed: mobile === confirmedMobile,
});

type Own = Named & Mobile & { role: Role; pendingEmail: string | null; wantsDailyMail: boolean };

/** An account as its owner sees it. */
export const toOwnAccount = (account: Own): OwnAccount => ({
  ...toSessionUser(account),
  ...toMobile(account),
  pendingEmail: account.pendingEmail,
  wantsDailyMail: account.wantsDailyMail,
});

type Session = Record<'createdAt' | 'lastUsedAt' | 'expiresAt', Date> & {
  id: string;
  userAgent: string | null;
  address: string | null;
};

/** A session as the owner of its account sees it; `askingId` is the current session. */
export const toOwnSession = (session: Session, askingId: string): OwnSession => ({
  _id: session.id,
  device: deviceInWords(session.userAgent),
  address: maskedIp(session.address),
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  current: session.id === askingId,
});

/** Whether login requires a code, how many recovery codes are left, and by when there must be a second factor. */
export const toSecondFactor = (
  factor: { confirmedAt: Date | null; recoveryCodes: number | null } | undefined,
  due: Date | null,
  now: Date,
): SecondFactor => ({
  since: factor?.confirmedAt?.toISOString() ?? null,
  recoveryCodes: factor?.recoveryCodes ?? 0,
  due: due?.toISOString() ?? null,
  isOverdue: due !== null && due <= now,
});

type Passkey = {
  id: string;
  name: string;
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  blockedAt: Date | null;
};

/** A passkey as the owner of its account sees it. */
export const toOwnPasskey = (passkey: Passkey): OwnPasskey => ({
  _id: passkey.id,
  name: passkey.name,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  synced: passkey.backedUp,
  blocked: passkey.blockedAt !== null,
});

type Colleague = Named & { role: Role; hasSecondFactor: boolean } & Record<
    'disabledAt' | 'lastSeenAt' | 'secondFactorDue',
    Date | null
  >;

/** A staff member; nothing for a learner. */
type Qualified = Omit<StaffMember['qualifications'][number], '_id' | 'isOver'> & { id: string };

export const toStaffMember = (
  { role, disabledAt, lastSeenAt, hasSecondFactor, secondFactorDue, ...account }: Colleague,
  qualifications: readonly Qualified[],
  today: CalendarDate,
): StaffMember[] =>
  role === 'learner'
    ? []
    : [
        {
          _id: account.id,
          name: fullName(account),
          email: account.email,
          role,
          disabled: disabledAt !== null,
          hasSecondFactor,
          secondFactorDue: secondFactorDue?.toISOString() ?? null,
          lastSeenAt: lastSeenAt?.toISOString() ?? null,
          qualifications: qualifications.map(({ id, title, issuer, number, validUntil }) => ({
            _id: id,
            title,
            issuer,
            number,
            validUntil,
            isOver: isOver(validUntil, today),
          })),
        },
      ];
