import { createHash } from 'node:crypto';
import { counted } from '@fairlead/contract/values/numbers';
import { z } from 'zod/mini';
import { LAST_BACKUP_FILE, readLastBackup } from '../../platform/backup/last-backup.ts';
import { LAST_NIGHT_FILE, readLastNight } from '../../platform/backup/last-night.ts';
import { transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmails } from '../academy/index.ts';
import { backupFailedEmail, nightFailedEmail } from './email-templates.ts';
import { listAdministrators } from './queries.ts';

export const mailBackupReportJob = 'mail-backup-report';
export const mailNightReportJob = 'mail-night-report';

const dayMs = 86_400_000;

/** A report that is older, in milliseconds, is not sent: another backup has followed, or the doctor names it. */
const goodFor = 3 * dayMs;
/** The same faults are emailed again after so long, in milliseconds. */
const repeatedAfter = 7 * dayMs;
/** Nightly backups that are missing for so long have stopped: one night may fail. In milliseconds. */
const missingAfter = 50 * 3_600_000;

/** The notes of the last backup and the last night. */
const noteFiles = [LAST_BACKUP_FILE, LAST_NIGHT_FILE];

type With = Pick<Platform, 'db' | 'config' | 'clock'>;

/**
 * What the last backup and the last work of a night on this DATA_DIR have found wrong, a line each; a note of them that
 * cannot be read is such a fault, and stands on the Overview in place of bringing it down.
 *
 * @returns null where there is nothing; `at` is when that was found.
 */
export async function findNightFaults({
  config: { dataDir },
  clock,
}: Pick<Platform, 'config' | 'clock'>): Promise<{ at: string; faults: string[] } | null> {
  const notes = await Promise.allSettled([readLastBackup(dataDir), readLastNight(dataDir)]);
  const [backup, night] = [noteIn(notes[0]), noteIn(notes[1])];
  const age = backup?.completeAt ? clock().getTime() - Date.parse(backup.completeAt) : 0;
  const faults = [
    ...notes.flatMap((note, nth) =>
      note.status === 'rejected' ? [`The file ${noteFiles[nth]} of DATA_DIR cannot be read.`] : [],
    ),
    ...(backup && backup.outcome !== 'complete' ? [`The last backup is not complete: ${backup.reason ?? ''}`] : []),
    ...(age > missingAfter ? [`The last complete backup is ${counted(Math.floor(age / dayMs), 'day')} old.`] : []),
    ...(night?.faults ?? []).flatMap(({ step, says }) => (step === 'backup' ? [] : [inWords(step, says)])),
  ];
  const at = night?.at ?? backup?.at ?? clock().toISOString();
  return faults.length > 0 ? { at, faults } : null;
}

const noteIn = <Note>(note: PromiseSettledResult<Note>) => (note.status === 'fulfilled' ? note.value : undefined);

const inWords = (step: string, says: string) => `${step.slice(0, 1).toUpperCase()}${step.slice(1)}: ${says}`;

/**
 * Enqueues an email to administrators about a backup on this DATA_DIR that has failed or lacks files, once, and about
 * what else was wrong in the last night.
 */
export async function reportNight({ db, config, clock }: With): Promise<void> {
  const isLate = (at: string) => Date.parse(at) < clock().getTime() - goodFor;
  const backup = await readLastBackup(config.dataDir);
  if (backup && backup.outcome !== 'complete' && !isLate(backup.at)) {
    const { at, folder = '', outcome, reason = '' } = backup;
    const key = `${mailBackupReportJob}:${at}`;
    await transaction(db, (tx) => enqueue(tx, mailBackupReportJob, { at, folder, outcome, reason }, { key }));
  }
  const night = await readLastNight(config.dataDir);
  const faults = (night?.faults ?? []).filter(({ step }) => step !== 'backup');
  if (!night || faults.length === 0 || isLate(night.at)) return;
  const lines = faults.map(({ step, says }) => inWords(step, says));
  // numbers of days and gigabytes in the lines change every night
  const same = createHash('sha256').update(lines.join('\n').replace(/\d+/g, '')).digest('hex');
  const week = Math.floor(Date.parse(night.at) / repeatedAfter);
  const key = `${mailNightReportJob}:${week}:${same}`;
  await transaction(db, (tx) => enqueue(tx, mailNightReportJob, { at: night.at, lines }, { key }));
}

const dayOf = (at: string) => at.slice(0, 16).replace('T', ' ');

const BackupReport = z.object({ at: z.string(), folder: z.string(), outcome: z.string(), reason: z.string() });

/** Sends the email about a backup to every administrator. */
export async function mailBackupReport({ db, config }: Pick<Platform, 'db' | 'config'>, payload: unknown) {
  const { at, folder, outcome, reason } = BackupReport.parse(payload);
  const result =
    outcome === 'failed'
      ? 'It failed, and there is no backup of that time.'
      : `It is kept at ${folder}, and lacks files.`;
  await transaction(db, async (tx) => {
    const administrators = await listAdministrators(tx);
    const values = { day: dayOf(at), result, reason };
    const several = administrators.map(({ email: to, name }) => ({ to, values: { name, ...values } }));
    await sendEmails(tx, config, backupFailedEmail, several);
  });
}

const NightReport = z.object({ at: z.string(), lines: z.array(z.string()) });

/** Sends the email about a night to every administrator. */
export async function mailNightReport({ db, config }: Pick<Platform, 'db' | 'config'>, payload: unknown) {
  const { at, lines } = NightReport.parse(payload);
  await transaction(db, async (tx) => {
    const administrators = await listAdministrators(tx);
    const values = { day: dayOf(at), faults: lines.join('\n') };
    const several = administrators.map(({ email: to, name }) => ({ to, values: { name, ...values } }));
    await sendEmails(tx, config, nightFailedEmail, several);
  });
}
