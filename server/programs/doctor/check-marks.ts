import { counted } from '@fairlead/contract/values/numbers';
import { marksOfRunning } from '../../platform/backup/running-program.ts';
import { connectAsIs } from '../../platform/db/database.ts';
import { countsInWords, examineMarks, type Marks, sumOf } from '../../platform/files/unmark-files.ts';
import { createLog } from '../../platform/http/log.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, notRead, wrong } from './finding.ts';

/** Whether files in use are marked as deleted, so that nobody can open them. */
export async function checkMarks(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Finding[]> {
  const marks = await readMarks(config);
  if (!marks) return [notRead(config)];
  const { files, packages } = marks;
  const count = sumOf(files);
  return [
    count === 0
      ? fine('No file in use is marked as deleted')
      : wrong(
          `${counted(count, 'file in use is', 'files in use are')} marked as deleted, so that nobody can open it: ${countsInWords(files)}.`,
          'npm run files -- unmark',
        ),
    ...packages.map((title) =>
      wrong(
        `The package "${title}" has lost the list of its pages and cannot be played.`,
        'Upload it again, on the page of its training.',
      ),
    ),
  ];
}

async function readMarks({
  databaseUrl: url,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Marks | undefined> {
  if (url === undefined) return marksOfRunning(dataDir, { method: 'GET' });
  const db = connectAsIs(url, createLog('warn'));
  try {
    return await examineMarks(db);
  } finally {
    await db.destroy();
  }
}
