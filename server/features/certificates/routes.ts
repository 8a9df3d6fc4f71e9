import { certificates } from '@fairlead/contract/certificates/calls';
import { dayAt } from '../../platform/calendar.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { notFound } from '../../platform/errors.ts';
import { pageIp } from '../../platform/http/calls.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from '../academy/index.ts';
import { normalizeCertificateNumber } from './certificate-number.ts';
import { requireLogged } from './check-certificates.ts';
import { maySeeWhole } from './policy.ts';
import { proveCertificate } from './prove-certificate.ts';
import { findCertificateByNumber, listOwnCertificates, listWithdrawals } from './queries.ts';
import { oneToShow } from './rules.ts';
import {
  pictureOf,
  toAcademyKeys,
  toHeldCertificate,
  toPublicCertificate,
  toWholeCertificate,
  toWithdrawals,
  verifyUrl,
} from './wire.ts';

/**
 * Limit on verifications from one IP address: a manning agency may verify a whole fleet. Numbers cannot be guessed (60
 * random bits), so this only limits the load.
 */
const verifications = { max: 600, seconds: 15 * 60 };

/** Routes for a holder's own certificate, and for the public verification of any. */
export const certificateRoutes = ({ db, files, keys, config, clock }: Platform) => {
  const { timeZone } = config;
  const calendar = () => ({ today: dayAt(clock(), timeZone), timeZone });
  const links = {
    file: (filename: string) => files.link('certificates', filename),
    verify: (number: string) => verifyUrl(config, number),
  };

  // The lists have a count of their own: somebody who has used up the checks can still check offline.
  const limited = async (ip: string, kind: 'verify' | 'lists' = 'verify') => {
    // All server-rendered pages share one IP: a limit on it would block everyone.
    if (ip !== pageIp) await consume(db, { key: `${kind}:${ip}`, ...verifications }, clock());
  };

  return serve(certificates, {
    keys: async ({ ip }) => {
      await limited(ip, 'lists');
      return { data: toAcademyKeys(await keys.published(), await keys.publishedPdf(), clock()) };
    },
    withdrawals: async ({ ip }) => {
      await limited(ip, 'lists');
      const signing = { key: await keys.facts(), now: clock() };
      return { data: toWithdrawals(await listWithdrawals(db), calendar(), signing) };
    },
    getOwn: async ({ actor, params }) => {
      const shown = oneToShow(await listOwnCertificates(db, actor.accountId, params.courseId), calendar().today);
      if (!shown) throw notFound('Certificate not found.');
      // Of one that the log contradicts no PDF is drawn: the holder must not wait for it.
      if (!shown.pdf) await requireLogged(db, shown.id);
      return { data: toHeldCertificate(shown, await getAcademy(db, config), { calendar: calendar(), links }) };
    },
    verify: async ({ actor, params, ip }) => {
      await limited(ip);
      const number = normalizeCertificateNumber(params.number);
      const found = number === undefined ? undefined : await findCertificateByNumber(db, number);
      if (!found) throw notFound('Certificate not found');
      await requireLogged(db, found.id);
      const isWhole = maySeeWhole(actor, found);
      // To the public, a certificate on hold does not exist yet.
      if (found.status === 'held' && !isWhole) throw notFound('Certificate not found');
      const logProof = (await proveCertificate(db, found.id, { withFacts: isWhole })) ?? null;
      const certificate = isWhole ? toWholeCertificate(found, calendar()) : toPublicCertificate(found, calendar());
      // Staff have the register, and everybody else what is written: the picture shows all numbers.
      const picture = actor?.accountId === found.accountId ? pictureOf(found, links.file) : null;
      return { data: { ...certificate, logProof, picture } };
    },
  });
};
