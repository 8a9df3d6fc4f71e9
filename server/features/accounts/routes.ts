import { accounts } from '@fairlead/contract/accounts/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { approveAccount } from './people/approve-account.ts';
import { registerAccount } from './people/register-account.ts';
import { resendVerificationCode, verifyEmail } from './people/verify-email.ts';
import { getAccount, listByEmails, listLearners } from './queries.ts';
import { logIn } from './sign-in/log-in.ts';
import { requestPasswordReset, resetPassword } from './sign-in/reset-password.ts';
import { logOut, logOutEverywhere, refreshSession } from './sign-in/sessions.ts';
import { acceptInvitation } from './staff/invitations.ts';
import { toListedUser, toSessionUser } from './wire.ts';

/** Routes from registration to login, for sessions, and for the approval of people. */
export const accountRoutes = (platform: Platform) => {
  const { timeZone } = platform.config;
  return serve(accounts, {
    register: async ({ body, ip }) => {
      const registration = await registerAccount(platform, { registration: body, ip });
      return { message: 'User registered successfully!', registration };
    },
    verifyEmail: async ({ body, ip }) => {
      const { email, otp, registration: registrationId } = body;
      await verifyEmail(platform, { email, registrationId, digits: otp, ip });
      return { message: 'Email verified. We will email you when the academy has approved your account.' };
    },
    resendCode: async ({ body, ip }) => {
      await resendVerificationCode(platform, { email: body.email, registrationId: body.registration, ip });
      return { message: 'If this address is not verified yet, we have sent a new OTP to it.' };
    },
    login: async ({ body, ip, userAgent }) => {
      const { account, accessToken, refreshToken, device } = await logIn(platform, { ...body, ip, userAgent });
      return { message: 'Login successful!', accessToken, refreshToken, device, user: toSessionUser(account) };
    },
    refresh: ({ body, ip }) => refreshSession(platform, { ...body, ip }),
    logout: async ({ body, ip }) => {
      await logOut(platform, { ...body, ip });
      return undefined;
    },
    logoutEverywhere: async ({ actor, ip }) => {
      requireConfirmed(actor, platform.clock());
      await logOutEverywhere(platform, { accountId: actor.accountId, ip });
      return { message: 'You have been logged out everywhere.' };
    },
    forgotPassword: async ({ body, ip }) => {
      await requestPasswordReset(platform, { email: body.email, ip });
      return { message: 'If this address has an account, we have sent an OTP to it.' };
    },
    resetPassword: async ({ body, ip }) => {
      const { email, otp, newPassword } = body;
      const device = await resetPassword(platform, { email, digits: otp, password: newPassword, ip });
      return { message: 'Your password has been reset. Please log in.', device };
    },
    acceptInvitation: async ({ body, ip }) => {
      await acceptInvitation(platform, { token: body.token, password: body.newPassword, ip });
      return { message: 'Your password has been set. Please log in.' };
    },
    me: async ({ actor }) => toSessionUser(await getAccount(platform.db, actor.accountId)),
    listUnapproved: async ({ query }) => {
      const { rows, limit, total } = await listLearners(platform.db, 'waiting', { ...query, timeZone });
      return pageOf(rows, limit, total, (page) => page.map(toListedUser));
    },
    listApproved: async ({ query }) => {
      const people = await listLearners(platform.db, 'approved', { ...query, timeZone });
      return pageOf(people.rows, people.limit, people.total, (page) => page.map(toListedUser), people.isBounded);
    },
    listByEmails: async ({ body }) => ({ data: (await listByEmails(platform.db, body.emails)).map(toListedUser) }),
    approve: async ({ actor, params, ip }) => {
      await approveAccount(platform, { accountId: params.id, actorId: actor.accountId, ip });
      return { message: 'User approved successfully!' };
    },
  });
};
