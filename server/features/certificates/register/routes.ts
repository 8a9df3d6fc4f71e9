import { register } from '@fairlead/contract/certificates/register';
import { dayAt } from '../../../platform/calendar.ts';
import { pageOf } from '../../../platform/db/pagination.ts';
import { Attachment, serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy } from '../../academy/index.ts';
import { correctCertificate } from './correct-certificate.ts';
import { printCertificates } from './print-certificates.ts';
import { listRegister } from './queries.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { toCorrectedFacts, toRegisteredCertificate } from './wire.ts';

/** Routes for the certificate register, for staff. */
export const registerRoutes = (platform: Platform) => {
  const { db, files, config, clock } = platform;
  const { timeZone } = config;
  const linkPdf = (filename: string) => files.link('certificates', filename);
  return serve(register, {
    list: async ({ query }) => {
      const calendar = { today: dayAt(clock(), timeZone), timeZone };
      const { rows, limit, total } = await listRegister(db, query, calendar.today);
      const academy = await getAcademy(db, config);
      return pageOf(rows, limit, total, (shown) => ({
        data: shown.map((row) => toRegisteredCertificate(row, academy, { calendar, linkPdf })),
      }));
    },
    revoke: async ({ actor, params, body, ip }) => {
      await revokeCertificate(platform, { id: params.id, reason: body.reason, actorId: actor.accountId, ip });
      return { message: 'Certificate revoked.' };
    },
    correct: async ({ actor, params, body, ip }) => {
      const facts = toCorrectedFacts(body);
      const action = { id: params.id, facts, reason: body.reason, actorId: actor.accountId, ip };
      const certNo = await correctCertificate(platform, action);
      return { message: `Certificate ${certNo} issued.`, data: { certNo } };
    },
    print: async ({ actor, body, ip }) => {
      const pdf = await printCertificates(platform, { ids: body.ids, actorId: actor.accountId, ip });
      return new Attachment(pdf, 'application/pdf', `certificates-${dayAt(clock(), timeZone)}.pdf`);
    },
  });
};
