import { AppError, type ErrorCode } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { isPassing } from '../../platform/db/database-error.ts';
import { isFirstInWindow } from '../../platform/db/rate-limits.ts';
import type { Handling } from '../../platform/mail/mailbox.ts';
import { groundLost } from '../../platform/outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/send-email.ts';
import { fullName } from '../accounts/full-name.ts';
import { progressCountedEmail, progressRefusedEmail } from './email-templates.ts';
import { progressInEmail } from './progress-in-email.ts';
import { findPerson } from './queries.ts';
import { readProgress, type SignedProgress, takeProgress } from './upload-progress.ts';

type Log = { error(fields: object, text: string): void };

/** Refusals that the person can do something about. All others are about the file, or about nobody we know. */
const actionable: readonly ErrorCode[] = ['forbidden', 'conflict', 'invalid'];
/** A person is told once a day that files are refused, however often they arrive. */
const oncePer = 24 * 3600;

/**
 * Counts the progress files of an email to the academy's mailbox, each as an uploaded one. Idempotent. The person of a
 * file is told at their registered email address what was credited, and what they can do about a refusal; the sender
 * never is.
 *
 * @param source undefined for an email that is too large to be read.
 * @returns `left` for an email of which something was not counted, for staff to look at.
 * @throws the error of a database that is away or of a machine that is too busy; the email is to be read again.
 */
export async function takeEmail(platform: Platform, source: Uint8Array | undefined, log: Log): Promise<Handling> {
  if (!source) return 'left';
  const { files, isIncomplete, isAutomatic } = await progressInEmail(source);
  const fates: Handling[] = [];
  for (const file of new Set(files)) fates.push(await takeFile(platform, { file, mayWrite: !isAutomatic }, log));
  if (fates.includes('later')) return 'later';
  return files.length === 0 || isIncomplete || fates.includes('left') ? 'left' : 'taken';
}

async function takeFile(
  platform: Platform,
  { file, mayWrite }: { file: string; mayWrite: boolean },
  log: Log,
): Promise<Handling> {
  let progress: SignedProgress | undefined;
  try {
    progress = await readProgress(platform, file);
    await count(platform, progress, mayWrite);
    return 'taken';
  } catch (error) {
    if (groundLost(error)) throw error;
    if (isPassing(error)) return 'later';
    if (!(error instanceof AppError)) {
      log.error({ err: error }, 'a progress file in an email could not be counted');
      return 'left';
    }
    // too much at once, or something that is busy: nothing is wrong with the file
    if (error.retryAfter !== undefined) return 'later';
    if (progress && mayWrite && actionable.includes(error.code)) await tellRefusal(platform, progress, error.message);
    return 'left';
  }
}

/** Credits a file, and tells its person if that added something. */
async function count(platform: Platform, progress: SignedProgress, mayWrite: boolean): Promise<void> {
  const { passId } = progress;
  await takeProgress(platform, progress, {
    byEmail: true,
    note: async (tx, { enrolmentId, creditedSeconds, isNew }) => {
      // the same email can come again and again
      if (!isNew && creditedSeconds === 0) return;
      await appendAudit(tx, {
        ...{ actorId: null, action: 'offline-record.email' },
        ...{ subject: { kind: 'enrolment', id: enrolmentId }, details: { passId, creditedSeconds } },
      });
      const addressed = mayWrite && creditedSeconds > 0 && (await personOf(platform, tx, progress));
      if (!addressed) return;
      const { values, ...to } = addressed;
      const minutes = `${Math.max(1, Math.round(creditedSeconds / 60))}`;
      await sendEmail(tx, platform.config, progressCountedEmail, { ...to, values: { ...values, minutes } });
    },
  });
}

const tellRefusal = (platform: Platform, progress: SignedProgress, reason: string): Promise<void> =>
  transaction(platform.db, async (tx) => {
    const window = { key: `progress-refused:${progress.personId}`, seconds: oncePer };
    if (!(await isFirstInWindow(tx, window, platform.clock()))) return;
    const addressed = await personOf(platform, tx, progress);
    if (!addressed) return;
    const { values, ...to } = addressed;
    await sendEmail(tx, platform.config, progressRefusedEmail, { ...to, values: { ...values, reason } });
  });

/** Where and how to write to the person of a pass; undefined for somebody whose account is disabled. */
async function personOf({ config }: Platform, tx: Tx, { passId }: SignedProgress) {
  const person = await findPerson(tx, passId);
  if (!person || person.disabledAt) return undefined;
  const { email, courseTitle, courseId } = person;
  const values = { name: fullName(person), course: courseTitle };
  return { to: email, values, url: `${config.publicUrl}/training/${courseId}` };
}
