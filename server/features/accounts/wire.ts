import type { ListedUser, SessionUser } from '@fairlead/contract/accounts';
import type { OwnAccount, OwnSession } from '@fairlead/contract/own-account';
import type { OwnPasskey } from '@fairlead/contract/passkeys';
import type { PeopleImport, PeopleImportRow } from '@fairlead/contract/people-import';
import { permissionsOf, type Role } from '@fairlead/contract/permissions';
import type { SecondFactor } from '@fairlead/contract/second-factor';
import type { StaffMember } from '@fairlead/contract/staff-members';
import { deviceInWords, maskedIp } from '../../platform/request/device-words.ts';
import { fullName } from './full-name.ts';

type Named = { id: string; email: string; firstName: string; lastName: string };

/** An account as its own session sees it. */
export const toSessionUser = (account: Named & { role: Role }): SessionUser => ({
  _id: account.id,
  name: fullName(account),
  email: account.email,
  role: account.role,
  permissions: [...permissionsOf[account.role]],
});

/** An account as a row of the staff's lists. */
export const toListedUser = (account: Named & { mobile: string; createdAt: Date }): ListedUser => ({
  _id: account.id,
  name: fullName(account),
  email: account.email,
  mobile: account.mobile,
  createdAt: account.createdAt.toISOString(),
});

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
export const toStaffMember = ({
  role,
  disabledAt,
  lastSeenAt,
  hasSecondFactor,
  secondFactorDue,
  ...account
}: Colleague): StaffMember[] =>
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
        },
      ];

type Import = Pick<PeopleImport, 'filename' | 'counts'> & { id: string; createdAt: Date; confirmedAt: Date | null };

/** A table of people as staff see it. */
export const toPeopleImport = ({ id, filename, counts, createdAt, confirmedAt }: Import): PeopleImport => ({
  _id: id,
  filename,
  counts,
  createdAt: createdAt.toISOString(),
  confirmedAt: confirmedAt?.toISOString() ?? null,
});

type ImportRow = Named & Pick<PeopleImportRow, 'row' | 'mobile' | 'reason'> & { outcome: string };

/** A row of such a table. */
export const toPeopleImportRow = (row: ImportRow): PeopleImportRow => ({
  _id: row.id,
  row: row.row,
  name: fullName(row).trim(),
  email: row.email,
  mobile: row.mobile,
  outcome: row.outcome as PeopleImportRow['outcome'],
  reason: row.reason,
});
