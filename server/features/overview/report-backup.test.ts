import { expect, test } from 'vitest';
import { noteBackup } from '../../platform/backup/last-backup.ts';
import { testApp } from '../../testing/app.ts';
import { reportBackup } from './report-backup.ts';

const token = 'a-token-of-the-watch';
const program = await testApp({ METRICS_TOKEN: token });
const { clock, config, person, mailsTo, wait } = program;
const [admin, registrar] = [await person('admin'), await person('registrar')];

async function countsOf() {
  await reportBackup(program);
  return [(await mailsTo(admin.email)).length, (await mailsTo(registrar.email)).length];
}

const note = (ended: Omit<Parameters<typeof noteBackup>[1], 'at'>) =>
  noteBackup(config.dataDir, { at: clock(), folder: '/backups/night', ...ended });

async function metrics(): Promise<string[]> {
  const { body } = await program.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  return body.split('\n').filter((line) => line.startsWith('fairlead_backup'));
}

test('administrators get one email about each backup that failed or lacks files, and the metrics say so', async () => {
  expect(await countsOf()).toEqual([0, 0]);
  expect(await metrics()).toEqual([]);
  await note({ outcome: 'complete' });
  const complete = `fairlead_backup_complete_timestamp_seconds ${clock().getTime() / 1000}`;
  expect(await countsOf()).toEqual([0, 0]);
  expect(await metrics()).toEqual(['fairlead_backup_incomplete 0', complete]);
  wait(24 * 3600);
  await note({ outcome: 'incomplete', reason: '3 stored files are missing' });
  expect(await countsOf()).toEqual([1, 0]);
  expect(await countsOf()).toEqual([1, 0]);
  const [mail] = await mailsTo(admin.email);
  expect(mail?.subject).toContain('is not complete');
  expect(mail?.text).toContain('It is kept at /backups/night, and lacks files.');
  expect(mail?.text).toContain('3 stored files are missing');
  expect(await metrics()).toEqual(['fairlead_backup_incomplete 1', complete]);
  wait(24 * 3600);
  await note({ outcome: 'failed', reason: 'the disk is full' });
  expect(await countsOf()).toEqual([2, 0]);
  expect((await mailsTo(admin.email))[1]?.text).toContain('the disk is full');
  // one that was made long before the program started
  await note({ outcome: 'failed', reason: 'the disk is still full' });
  wait(4 * 24 * 3600);
  expect(await countsOf()).toEqual([2, 0]);
});
