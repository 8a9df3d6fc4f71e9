import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { requireConfirmed } from '../../../platform/http/access.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAccount } from '../queries.ts';
import { confirmIdentity, requireFactorConfirmed } from '../sign-in/confirm-identity.ts';
import { toOwnAccount, toOwnSession, toSessionUser } from '../wire.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { changeMobile, confirmMobile } from './change-mobile.ts';
import { changePassword } from './change-password.ts';
import { chooseDigest } from './choose-digest.ts';
import { endOwnSession } from './end-own-session.ts';
import { getOwnAccount, listLiveSessions } from './own-account-queries.ts';

/** Routes for a signed-in person's own account; every call is about the person who makes it. */
export const ownAccountRoutes = (platform: Platform) =>
  serve(ownAccount, {
    getOwnAccount: async ({ actor }) =>
      toOwnAccount(await getOwnAccount(platform.db, actor.accountId, platform.clock())),
    confirmIdentity: async ({ actor: { accountId, sessionId }, body, ip }) => {
      await confirmIdentity(platform, { accountId, sessionId, ip, ...body });
      return { message: 'Thank you.' };
    },
    changePassword: async ({ actor, body, ip }) => {
      await requireFactorConfirmed(platform, actor);
      const { accountId, sessionId } = actor;
      await changePassword(platform, { accountId, sessionId, ip, ...body });
      return { message: 'Your password has been changed, and you have been logged out on all other devices.' };
    },
    changeEmail: async ({ actor, body, ip }) => {
      await requireFactorConfirmed(platform, actor);
      await requestEmailChange(platform, { accountId: actor.accountId, ip, ...body });
      return { message: `We sent an OTP to ${body.email}.`, pendingEmail: body.email };
    },
    confirmEmail: async ({ actor: { accountId }, body, ip }) => {
      await confirmEmailChange(platform, { accountId, digits: body.otp, ip });
      const user = toSessionUser(await getAccount(platform.db, accountId));
      return { message: `Your email address has been changed. From now on you log in with ${user.email}.`, user };
    },
    changeMobile: async ({ actor, body, ip }) => {
      requireConfirmed(actor, platform.clock());
      await changeMobile(platform, { accountId: actor.accountId, mobile: body.mobile, ip });
      return { message: 'Your mobile number has been changed.' };
    },
    confirmMobile: async ({ actor: { accountId }, body: { mobile }, ip }) => {
      await confirmMobile(platform, { accountId, mobile, ip });
      return { message: 'Thank you. Your mobile number is confirmed.' };
    },
    chooseDigest: async ({ actor: { accountId }, body: { wanted }, ip }) => {
      await chooseDigest(platform, { accountId, wanted, ip });
      return { message: wanted ? 'You will get the daily email.' : 'You will no longer get the daily email.' };
    },
    listOwnSessions: async ({ actor }) => {
      const sessions = await listLiveSessions(platform.db, actor, platform.clock());
      return sessions.map((session) => toOwnSession(session, actor.sessionId));
    },
    endOwnSession: async ({ actor, params, ip }) => {
      if (params.id !== actor.sessionId) requireConfirmed(actor, platform.clock());
      await endOwnSession(platform, { accountId: actor.accountId, sessionId: params.id, ip });
      return { message: 'The device has been logged out.' };
    },
  });
