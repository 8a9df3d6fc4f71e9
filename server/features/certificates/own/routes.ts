import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { dayAt } from '../../../platform/calendar.ts';
import { notFound } from '../../../platform/errors.ts';
import { Attachment, serve } from '../../../platform/http/serve.ts';
import { iCalendar } from '../../../platform/icalendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy } from '../../academy/index.ts';
import { endCalendar, getCalendarOwner, limitOpenings, presentCalendar, renewCalendar } from '../../accounts/index.ts';
import { endOf, findRenewals, type HeldRow, kindsByCode, listHeld, titleOf } from '../../wallet/index.ts';
import { filesOf, toWholeCertificate, verifyUrl } from '../wire.ts';
import { openShare } from './open-share.ts';
import { listOwn, listShares } from './queries.ts';
import { revokeShare, shareCertificate } from './share-certificate.ts';
import { toOwnCertificate, toShare } from './wire.ts';

/** Routes for holders to use and share their certificates, and for those they share them with. */
export const ownCertificateRoutes = (platform: Platform) => {
  const { db, files, config, clock } = platform;
  const { publicUrl, timeZone } = config;
  const calendar = () => ({ today: dayAt(clock(), timeZone), timeZone });
  const links = {
    file: (filename: string) => files.link('certificates', filename),
    verify: (number: string) => verifyUrl(config, number),
  };
  const limit = (ip: string) => limitOpenings(db, ip, clock());

  const calendarFile = async (documents: readonly HeldRow[], name: string) => {
    const { name: academy } = await getAcademy(db, config);
    const head = { academy, subject: 'Certificates', host: new URL(publicUrl).host, made: clock() };
    const renewalOf = await findRenewals(db, calendar().today);
    const kinds = await kindsByCode(db);
    const events = documents.flatMap((document) => {
      if (document.isReplaced || document.status === 'refused') return [];
      const isCertificate = document.source === 'certificate';
      const renewal = isCertificate ? renewalOf({ ...document, qualification: document.kind }) : undefined;
      const url = renewal ? `${publicUrl}/courses/${renewal.courseId}` : `${publicUrl}/documents`;
      const event = endOf({ ...document, title: titleOf(document, kinds), isCertificate }, url);
      return event ? [event] : [];
    });
    return new Attachment(Buffer.from(iCalendar(events, head)), 'text/calendar; charset=utf-8', `${name}.ics`);
  };
  const own = (accountId: string) => ({ accountId, kind: 'certificates' }) as const;

  return serve(ownCertificates, {
    list: async ({ actor }) => {
      const academy = await getAcademy(db, config);
      const rows = await listOwn(db, actor.accountId, calendar().today);
      return { data: rows.map((row) => toOwnCertificate(row, academy, { calendar: calendar(), links })) };
    },
    listShares: async ({ actor, params }) => ({
      data: (await listShares(db, { certificateId: params.id, accountId: actor.accountId })).map(toShare),
    }),
    share: async ({ actor, params, body, ip }) => {
      const sharing = { certificateId: params.id, accountId: actor.accountId, days: body.days, ip };
      const token = await shareCertificate(platform, sharing);
      return { message: 'Link created.', data: { url: `${publicUrl}/shared/${token}` } };
    },
    revokeShare: async ({ actor, params, ip }) => {
      await revokeShare(platform, { shareId: params.id, accountId: actor.accountId, ip });
      return { message: 'Link ended.' };
    },
    renewCalendar: async ({ actor, ip }) => {
      const token = await renewCalendar(platform, { ...own(actor.accountId), sessionId: actor.sessionId, ip });
      return { message: 'Calendar link created.', data: { url: `${publicUrl}/api/calendar/${token}` } };
    },
    endCalendar: async ({ actor, ip }) => {
      await endCalendar(platform, { ...own(actor.accountId), ip });
      return { message: 'Calendar link ended.' };
    },
    calendarState: async ({ actor }) => ({ data: await presentCalendar(db, own(actor.accountId)) }),
    calendar: async ({ params, ip }) => {
      await limit(ip);
      const owner = await getCalendarOwner(db, { token: params.token, kind: 'certificates' });
      return calendarFile(await listHeld(db, owner.accountId), 'certificates');
    },
    expiry: async ({ actor, params }) => {
      const held = await listHeld(db, actor.accountId);
      const own = held.find(({ id, source }) => id === params.id && source === 'certificate');
      if (!own || own.lastDay === null) throw notFound('This certificate has no date of expiry.');
      return calendarFile([own], own.number);
    },
    openShare: async ({ actor, params, ip, userAgent }) => {
      await limit(ip);
      const opening = { token: params.token, ip, userAgent, readerId: actor?.accountId };
      const share = await openShare(platform, opening);
      const linkOf = (filename: string) => files.link('certificates', filename, { holder: { share: share.shareId } });
      const { pdf: pdfPath, picture } = filesOf(share, linkOf);
      return {
        data: {
          ...toWholeCertificate(share, calendar()),
          pdfPath,
          picture,
          linkExpiresAt: share.linkExpiresAt.toISOString(),
        },
      };
    },
  });
};
