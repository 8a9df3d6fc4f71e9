import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { LAST_BACKUP_FILE, noteBackup } from '../../platform/backup/last-backup.ts';
import { LAST_NIGHT_FILE, noteNight } from '../../platform/backup/last-night.ts';
import { testApp } from '../../testing/app.ts';
import { reportNight } from './report-night.ts';

const token = 'a-token-of-the-watch';
const program = await testApp({ METRICS_TOKEN: token });
const { clock, config, person, mailsTo, wait } = program;
const [admin, registrar] = [await person('admin'), await person('registrar')];

async function countsOf() {
  await reportNight(program);
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

const night = async () => {
  const get = (as: typeof admin) => program.call(overview.getOverview, as);
  const [seen, bySomebodyElse] = [await get(admin), await get(registrar)];
  expect(bySomebodyElse.body.data.night).toBeNull();
  return seen.body.data.night;
};

test('what else the night found wrong is emailed once a week, and is on the overview until it is corrected', async () => {
  await note({ outcome: 'complete' });
  expect(await night()).toBeNull();
  const before = (await countsOf())[0] ?? 0;
  const wrong = async (gigabytes: number) =>
    noteNight(config.dataDir, {
      at: clock().toISOString(),
      faults: [
        { step: 'backup', says: 'said by an email of its own' },
        { step: 'doctor', says: `files: ${gigabytes} GB are free.` },
      ],
      restoredAt: clock().toISOString(),
    });
  await wrong(3);
  expect(await countsOf()).toEqual([before + 1, 0]);
  const mail = (await mailsTo(admin.email)).at(-1);
  expect(mail?.text).toContain('Doctor: files: 3 GB are free.');
  expect(mail?.text).not.toContain('an email of its own');
  expect(await night()).toEqual({ at: clock().toISOString(), faults: ['Doctor: files: 3 GB are free.'] });
  const { body } = await program.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  expect(body).toContain('fairlead_night_faults{step="doctor"} 1');
  expect(body).toContain('fairlead_night_faults{step="trial restore"} 0');
  expect(body).toContain(`fairlead_backup_restored_timestamp_seconds ${clock().getTime() / 1000}`);
  wait(24 * 3600);
  await note({ outcome: 'complete' });
  await wrong(2);
  expect(await countsOf()).toEqual([before + 1, 0]);
  wait(7 * 24 * 3600);
  await note({ outcome: 'complete' });
  await wrong(2);
  expect(await countsOf()).toEqual([before + 2, 0]);
  await noteNight(config.dataDir, { at: clock().toISOString(), faults: [] });
  expect(await night()).toBeNull();
});

test('a backup that stopped coming is on the overview', async () => {
  await note({ outcome: 'complete' });
  wait(49 * 3600);
  expect(await night()).toBeNull();
  wait(24 * 3600);
  expect((await night())?.faults).toEqual(['The last complete backup is 3 days old.']);
  await note({ outcome: 'failed', reason: 'the disk is full' });
  expect((await night())?.faults).toEqual([
    'The last backup is not complete: the disk is full',
    'The last complete backup is 3 days old.',
  ]);
});

test('a note that cannot be read is a fault on the overview, which shows everything else', async () => {
  await note({ outcome: 'complete' });
  await noteNight(config.dataDir, {
    at: clock().toISOString(),
    faults: [{ step: 'doctor', says: 'the disk is slow' }],
  });
  await writeFile(join(config.dataDir, LAST_BACKUP_FILE), '{"at":');
  const faults = ['The file last-backup of DATA_DIR cannot be read.', 'Doctor: the disk is slow'];
  expect(await night()).toEqual({ at: clock().toISOString(), faults });
  await writeFile(join(config.dataDir, LAST_NIGHT_FILE), '');
  expect((await night())?.faults).toEqual([faults[0], 'The file last-night of DATA_DIR cannot be read.']);
});
