import type { OwnAccount as WireAccount, OwnSession as WireSession } from '@fairlead/contract/own-account';

/** The signed-in person's own account. */
export type OwnAccount = {
  name: string;
  email: string;
  mobile: string;
  role: string;
  /** A new email address that is not confirmed yet. */
  pendingEmail: string | null;
  /** Whether a staff member wants the daily email about pending items. */
  wantsDailyMail: boolean;
};

export const ownAccountOf = ({ _id: _, permissions: __, ...account }: WireAccount): OwnAccount => account;

/** A device or browser where the person is signed in. */
export type OwnSession = Omit<WireSession, '_id'> & { id: string };

export const ownSessionOf = ({ _id, ...session }: WireSession): OwnSession => ({ id: _id, ...session });
