import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import type { FastifyInstance } from 'fastify';
import { registerRaw, requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/request/network.ts';
import { toSessionUser } from '../accounts/index.ts';
import { beginSignOn } from './begin-sign-on.ts';
import { endProviderSessions } from './end-provider-sessions.ts';
import { finishSignOn } from './finish-sign-on.ts';
import { BadAnswer } from './provider.ts';
import { listIdentities } from './queries.ts';
import { removeSignOn } from './remove-sign-on.ts';
import { toStaffSignOn } from './wire.ts';

/** Routes for the login of staff via the academy's OpenID provider. */
export const signOnRoutes = (platform: Platform) => {
  const { db, config, clock } = platform;
  return serve(singleSignOn, {
    getProvider: async () => ({ name: config.signOn?.name ?? null }),
    beginSignOn: ({ ip }) => beginSignOn(platform, { ip }),
    finishSignOn: async ({ body, ip, userAgent }) => {
      const { account, ...session } = await finishSignOn(platform, { ...body, ip, userAgent });
      return { message: 'Login successful!', ...session, user: toSessionUser(account) };
    },
    list: async () => ({
      data: config.signOn ? (await listIdentities(db, config.signOn.issuer)).map(toStaffSignOn) : [],
    }),
    remove: async ({ actor, params, ip }) => {
      requireConfirmed(actor, clock());
      await removeSignOn(platform, { accountId: params.id, actorId: actor.accountId, ip });
      return { message: 'Login with the provider removed. The person is logged out everywhere.' };
    },
  });
};

/**
 * The endpoint for the provider's logout notifications (OpenID Connect Back-Channel Logout, 2.5 to 2.8): a form with a
 * logout token. Only the token's signature authenticates the request.
 */
export function registerBackChannelLogout(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(String(text))),
    );
    registerRaw(scope, {
      method: 'POST',
      url: '/api/user/sign-on/back-channel-logout',
      who: 'anyone',
      handler: async ({ body, ip }, reply) => {
        reply.header('cache-control', 'no-store');
        const token = body instanceof URLSearchParams ? body.get('logout_token') : null;
        try {
          await endProviderSessions(platform, { token: token ?? '', ip: networkOf(ip) });
        } catch (error) {
          if (!(error instanceof BadAnswer)) throw error;
          return reply.code(400).send({ error: 'invalid_request', error_description: error.reason });
        }
        return reply.send();
      },
    });
  });
}
