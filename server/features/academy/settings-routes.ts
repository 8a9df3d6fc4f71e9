import { settings } from '@fairlead/contract/academy/settings';
import { requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getMailSettings, removeMailServer, saveMailServer } from './mail-server.ts';
import {
  getAcademy,
  getDigestHour,
  getFeeSettings,
  getMostAbsentPercent,
  getRetention,
  getSecondFactorRule,
} from './queries.ts';
import {
  saveAttendanceRule,
  saveBrand,
  saveCertificateSettings,
  saveDigestHour,
  saveFeeSettings,
  saveRetention,
  saveSecondFactorRule,
} from './save-settings.ts';
import { toSettings } from './wire.ts';

/** Routes for the academy's settings. */
export const settingsRoutes = (platform: Platform) => {
  const { db, files, config } = platform;
  const present = async () =>
    toSettings(files, {
      academy: await getAcademy(db, config),
      retention: await getRetention(db),
      digestHour: await getDigestHour(db),
      mostAbsentPercent: await getMostAbsentPercent(db),
      fees: await getFeeSettings(db),
      secondFactor: await getSecondFactorRule(db),
      mail: await getMailSettings(db, config),
    });
  const savedAnswer = async (message: string) => ({ message, data: await present() });

  return serve(settings, {
    get: async () => ({ data: await present() }),
    saveBrand: async ({ actor, body: { removeLogo, noRecognition: _, ...texts }, files: { logo }, ip }) => {
      const picture = logo[0] ?? (removeLogo === 'true' ? null : undefined);
      await saveBrand(platform, { texts, picture, actorId: actor.accountId, ip });
      return savedAnswer('Brand saved.');
    },
    saveCertificates: async ({ actor, body: { removeSignature, ...texts }, files: { signature }, ip }) => {
      const picture = signature[0] ?? (removeSignature === 'true' ? null : undefined);
      await saveCertificateSettings(platform, { texts, picture, actorId: actor.accountId, ip });
      return savedAnswer('Certificate settings saved.');
    },
    saveRetention: async ({ actor, body: retention, ip }) => {
      await saveRetention(platform, { retention, actorId: actor.accountId, ip });
      return savedAnswer('Retention periods saved.');
    },
    saveDigest: async ({ actor, body: { hour }, ip }) => {
      await saveDigestHour(platform, { hour, actorId: actor.accountId, ip });
      return savedAnswer('Daily email saved.');
    },
    saveAttendance: async ({ actor, body: { mostAbsentPercent }, ip }) => {
      await saveAttendanceRule(platform, { mostAbsentPercent, actorId: actor.accountId, ip });
      return savedAnswer('Rule of attendance saved.');
    },
    saveFees: async ({ actor, body: fees, ip }) => {
      await saveFeeSettings(platform, { fees, actorId: actor.accountId, ip });
      return savedAnswer('Fee settings saved.');
    },
    saveMailServer: async ({ actor, body, ip }) => {
      requireConfirmed(actor, platform.clock());
      await saveMailServer(platform, body, { actorId: actor.accountId, ip });
      return savedAnswer('Mail server saved. Send yourself a test email now.');
    },
    removeMailServer: async ({ actor, ip }) => {
      requireConfirmed(actor, platform.clock());
      await removeMailServer(platform, { actorId: actor.accountId, ip });
      return savedAnswer('Mail server removed. Emails are saved as files.');
    },
    saveSecondFactor: async ({ actor, body: rule, ip }) => {
      requireConfirmed(actor, platform.clock());
      await saveSecondFactorRule(platform, { rule, actorId: actor.accountId, ip });
      return savedAnswer('Second factor of staff saved.');
    },
  });
};
