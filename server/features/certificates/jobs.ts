import { z } from 'zod/mini';
import type { Logger } from '../../platform/http/log.ts';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { timeStampAuthority } from '../../platform/time-stamps/authority.ts';
import { releaseStatedJob } from '../academy/index.ts';
import { releaseHeldCertificatesJob } from '../seafarers/index.ts';
import type { CertificatePress } from './drawing/draw-certificate.ts';
import { drawPdf, type TimeStamping } from './drawing/draw-pdf.ts';
import { drawUnopenedPictures } from './drawing/draw-unopened-pictures.ts';
import { readCodes } from './drawing/read-codes.ts';
import { renewTimeStamps } from './drawing/renew-time-stamps.ts';
import { renewTimeStamp, signTimeStamped } from './drawing/time-stamp-pdf.ts';
import { drawCertificateJob, releaseHeldCertificates, releaseStatedCertificates } from './issue-certificate.ts';

const Drawing = z.object({ certificateId: z.uuid() });
const Release = z.object({ accountId: z.uuid() });

/** The kind of job that the released version enqueues. */
const releasedDrawingJob = 'draw-certificate';

const readCodesJob = 'read-codes';

/** Hourly, for withdrawn certificates that were drawn before their codes were recorded. */
export const codeReading: Recurring = { kind: readCodesJob, everyMinutes: 60 };

const renewTimeStampsJob = 'renew-time-stamps';

/** Daily, where the academy has a time-stamp authority. */
export const timeStampRenewal: Recurring = { kind: renewTimeStampsJob, everyMinutes: 24 * 60 };

const unopenedPicturesJob = 'draw-unopened-pictures';

/** Hourly, for pictures that were not opened before a file on them was replaced. */
export const unopenedPictures: Recurring = { kind: unopenedPicturesJob, everyMinutes: 60 };

/**
 * For details that the operator has stated in the environment, and passes at the same moment as a change of settings.
 */
export const statedRelease: Recurring = { kind: releaseStatedJob, everyMinutes: 10 };

/** Background jobs for certificates: rendering, time stamps, and releasing those that were on hold. */
export function certificateJobs(platform: Platform, press: CertificatePress, log: Pick<Logger, 'warn'>): JobHandlers {
  const { timeStamps } = platform.config;
  const means = timeStamps && { authority: timeStampAuthority(timeStamps, platform.clock), press };
  const draw: JobHandlers[string] = ({ payload, tries = 1 }) => {
    const timeStamping: TimeStamping | undefined = means && {
      sign: (drawn, identity) => signTimeStamped(drawn, identity, means),
      tries,
    };
    return drawPdf(platform, press, Drawing.parse(payload).certificateId, timeStamping);
  };
  return {
    [drawCertificateJob]: draw,
    [releasedDrawingJob]: draw,
    [renewTimeStampsJob]: async () => {
      if (means) await renewTimeStamps(platform, (pdf) => renewTimeStamp(pdf, means, platform.clock()));
    },
    [readCodesJob]: () => readCodes(platform),
    [unopenedPicturesJob]: () => drawUnopenedPictures(platform, press, log),
    [releaseStatedJob]: () => releaseStatedCertificates(platform),
    [releaseHeldCertificatesJob]: ({ payload }) => releaseHeldCertificates(platform, Release.parse(payload).accountId),
  };
}
