import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deviceInWords } from '../../../platform/request/device-words.ts';
import { toOwnPasskey, toSessionUser } from '../wire.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { beginPasskeyLogin, logInByPasskey } from './log-in-by-passkey.ts';
import { listPasskeys } from './passkey-queries.ts';
import { offersPasskeys } from './passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';

/** Routes for a person's own passkeys, and for login with one. */
export const passkeyRoutes = (platform: Platform) =>
  serve(passkeys, {
    listPasskeys: async ({ actor, userAgent }) => ({
      offered: offersPasskeys(platform.config),
      suggestedName: deviceInWords(userAgent ?? null),
      passkeys: (await listPasskeys(platform.db, actor.accountId)).map(toOwnPasskey),
    }),
    beginPasskey: ({ actor: { accountId }, body, ip }) => beginPasskey(platform, { accountId, ip, ...body }),
    addPasskey: async ({ actor: { accountId, sessionId }, body, ip }) => {
      await addPasskey(platform, { accountId, sessionId, ip, ...body });
      return { message: 'Passkey added. You can log in with it from now on.' };
    },
    renamePasskey: async ({ actor: { accountId }, params, body }) => {
      await renamePasskey(platform, { accountId, id: params.id, name: body.name });
      return { message: 'Passkey renamed.' };
    },
    removePasskey: async ({ actor: { accountId, sessionId }, params, body, ip }) => {
      await removePasskey(platform, { accountId, sessionId, id: params.id, ip, ...body });
      return { message: 'Passkey removed, and you have been logged out on all other devices.' };
    },
    beginPasskeyLogin: ({ ip }) => beginPasskeyLogin(platform, { ip }),
    logInByPasskey: async ({ body, ip, userAgent }) => {
      const { account, accessToken, refreshToken } = await logInByPasskey(platform, { ...body, ip, userAgent });
      return { message: 'Login successful!', accessToken, refreshToken, user: toSessionUser(account) };
    },
  });
