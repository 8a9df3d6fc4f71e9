import { z } from 'zod/mini';
import { readLastBackup } from '../../platform/backup/last-backup.ts';
import { transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmails } from '../academy/index.ts';
import { backupFailedEmail } from './email-templates.ts';
import { listAdministrators } from './queries.ts';

export const mailBackupReportJob = 'mail-backup-report';

const Report = z.object({ at: z.string(), folder: z.string(), outcome: z.string(), reason: z.string() });

/** A report that is older, in milliseconds, is not sent: another backup has followed, or the doctor names it. */
const goodFor = 3 * 86_400_000;

/** Enqueues an email to administrators, once, about a backup on this DATA_DIR that has failed or lacks files. */
export async function reportBackup({ db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>): Promise<void> {
  const last = await readLastBackup(config.dataDir);
  if (!last || last.outcome === 'complete' || Date.parse(last.at) < clock().getTime() - goodFor) return;
  const { at, folder = '', outcome, reason = '' } = last;
  await transaction(db, (tx) =>
    enqueue(tx, mailBackupReportJob, { at, folder, outcome, reason }, { key: `${mailBackupReportJob}:${at}` }),
  );
}

/** Sends the email to every administrator. */
export async function mailBackupReport({ db, config }: Pick<Platform, 'db' | 'config'>, payload: unknown) {
  const { at, folder, outcome, reason } = Report.parse(payload);
  const day = at.slice(0, 16).replace('T', ' ');
  const result =
    outcome === 'failed'
      ? 'It failed, and there is no backup of that time.'
      : `It is kept at ${folder}, and lacks files.`;
  await transaction(db, async (tx) => {
    const administrators = await listAdministrators(tx);
    const several = administrators.map(({ email: to, name }) => ({ to, values: { name, day, result, reason } }));
    await sendEmails(tx, config, backupFailedEmail, several);
  });
}
