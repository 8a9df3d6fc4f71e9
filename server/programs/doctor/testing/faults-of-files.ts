import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noteBackup } from '../../../platform/backup/last-backup.ts';
import type { Fault } from './faults-of-database.ts';

/** Changes a file of JSON until the end of the test. */
async function edit(file: string, change: object, undo: Parameters<Fault['plant']>[1]): Promise<undefined> {
  const before = await readFile(file, 'utf8');
  undo(() => writeFile(file, before));
  await writeFile(file, JSON.stringify({ ...JSON.parse(before), ...change }));
}

/** Only root can give files away. */
const ofRoot: Fault[] =
  process.getuid?.() === 0
    ? [
        {
          fault: 'a file of another user',
          plant: async ({ dataDir }, undo) => {
            const { uid, gid } = await stat(dataDir);
            await chown(dataDir, uid + 1, gid);
            undo(() => chown(dataDir, uid, gid));
          },
          finds: {
            machine: [
              /^wrong: \S+ belongs to another user than the program’s \(1\)/,
              /^look: The doctor runs as another user/,
            ],
          },
        },
      ]
    : [];

export const faultsOfFiles: Fault[] = [
  {
    fault: 'a backup that is empty',
    plant: async ({ backup }, undo) => {
      await rename(backup, `${backup}-away`);
      await mkdir(backup);
      undo(async () => {
        await rm(backup, { recursive: true });
        await rename(`${backup}-away`, backup);
      });
    },
    finds: { backups: /^wrong: There is no backup in \S+ any more: it lacks backup\.json\.$/ },
  },
  {
    fault: 'a backup of another academy',
    plant: ({ backup }, undo) =>
      edit(join(backup, 'backup.json'), { academy: '0198c0de-0000-7000-8000-000000000000' }, undo),
    finds: { backups: /^wrong: The backup at \S+ is of another academy, 0198c0de/ },
  },
  {
    fault: 'a backup that is too old',
    plant: ({ backup }, undo) =>
      edit(join(backup, 'backup.json'), { takenAt: new Date(Date.now() - 4 * 86_400_000).toISOString() }, undo),
    finds: { backups: /^wrong: The last backup is 4 days old\.$/ },
  },
  {
    fault: 'a backup on the disk of the academy',
    plant: async ({ backup, dataDir, folder }, undo) => {
      const copy = join(folder, 'copy');
      await cp(backup, copy, { recursive: true });
      await noteBackup(dataDir, { at: new Date(), folder: copy, outcome: 'complete' });
      undo(async () => {
        await noteBackup(dataDir, { at: new Date(), folder: backup, outcome: 'complete' });
        await rm(copy, { recursive: true });
      });
    },
    finds: { backups: /^look: The last backup is on the same disk as DATA_DIR/ },
  },
  {
    fault: 'a damaged film',
    plant: async ({ film }, undo) => {
      const content = await readFile(film);
      undo(() => writeFile(film, content));
      const damaged = Buffer.from(content);
      damaged.writeUInt8(damaged.readUInt8(70_000) ^ 1, 70_000);
      await writeFile(film, damaged);
    },
    finds: { files: /^wrong: 1 file of a film is damaged, such as trainingVideo\/\S+\.mp4\.$/ },
  },
  {
    fault: 'a film that is cut off',
    plant: async ({ film }, undo) => {
      const content = await readFile(film);
      undo(() => writeFile(film, content));
      await writeFile(film, content.subarray(0, 50_000));
    },
    finds: { files: /^wrong: 1 file of a film is damaged, such as trainingVideo\/\S+\.mp4\.$/ },
  },
  {
    fault: 'a missing film',
    plant: async ({ film }, undo) => {
      await rename(film, `${film}-away`);
      undo(() => rename(`${film}-away`, film));
    },
    finds: { files: /^wrong: 1 file of a film is missing, such as trainingVideo\/\S+\.mp4\.$/ },
  },
  {
    fault: 'secrets that everybody can read',
    plant: async ({ dataDir }, undo) => {
      await chmod(join(dataDir, 'secrets'), 0o755);
      undo(() => chmod(join(dataDir, 'secrets'), 0o700));
    },
    finds: { keys: /^wrong: Others can read \S+secrets, and log in as anybody/ },
  },
  {
    fault: 'a file of a secret that everybody can read',
    plant: async ({ folder }, undo) => {
      const file = join(folder, 'token');
      await writeFile(file, 'x', { mode: 0o644 });
      await chmod(folder, 0o755);
      undo(() => chmod(folder, 0o700));
      return { settings: { secretFiles: [{ name: 'TOKEN_SECRET_FILE', file }] } };
    },
    finds: { keys: /^wrong: Every user of this machine can read \S+\/token, with the secret of TOKEN_SECRET_FILE\.$/ },
  },
  {
    fault: 'a lost key',
    plant: async ({ dataDir, folder }, undo) => {
      const [name = ''] = await readdir(join(dataDir, 'keys'));
      await rename(join(dataDir, 'keys', name), join(folder, name));
      undo(() => rename(join(folder, name), join(dataDir, 'keys', name)));
    },
    finds: { keys: /^wrong: The program does not start: DATA_DIR\/keys lacks / },
  },
  {
    fault: 'a second instance with other files',
    plant: async ({ dataDir, folder }, undo) => {
      const own = await mkdtemp(join(folder, 'second-'));
      undo(() => rm(own, { recursive: true }));
      for (const name of ['academy-id', 'keys', 'secrets', 'last-backup'])
        await cp(join(dataDir, name), join(own, name), { recursive: true });
      return { settings: { dataDir: own, handOver: undefined } };
    },
    finds: {
      files: /^wrong: None of the academy’s 2 files is in \S+: this instance has other files than the rest/,
      site: /^wrong: An instance at PUBLIC_URL does not see the files of this one/,
    },
  },
  ...ofRoot,
];
