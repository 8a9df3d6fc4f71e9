import { z } from 'zod/mini';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { releaseHeldCertificatesJob } from '../seafarers/confirm-identity.ts';
import type { CertificatePress } from './drawing/draw-certificate.ts';
import { drawPdf } from './drawing/draw-pdf.ts';
import { readCodes } from './drawing/read-codes.ts';
import { drawCertificateJob, releaseHeldCertificates } from './issue-certificate.ts';

const Drawing = z.object({ certificateId: z.uuid() });
const Release = z.object({ accountId: z.uuid() });

const readCodesJob = 'read-codes';

/** Hourly, for withdrawn certificates that were drawn before their codes were recorded. */
export const codeReading: Recurring = { kind: readCodesJob, everyMinutes: 60 };

/** Background jobs for certificates: rendering, and releasing those that were on hold for a check. */
export const certificateJobs = (platform: Platform, press: CertificatePress): JobHandlers => ({
  [drawCertificateJob]: ({ payload }) => drawPdf(platform, press, Drawing.parse(payload).certificateId),
  [readCodesJob]: () => readCodes(platform),
  [releaseHeldCertificatesJob]: ({ payload }) => releaseHeldCertificates(platform, Release.parse(payload).accountId),
});
