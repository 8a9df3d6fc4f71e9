import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, fine, look, wrong } from './finding.ts';

/** What the program makes in DATA_DIR and changes itself; other entries, such as lost+found, are not its own. */
const ours = [
  'academy-id',
  'database',
  'files',
  'keys',
  'secrets',
  'mail',
  'last-backup',
  'last-night',
  'last-sweep',
  'night',
];
/** Folders of which each entry is looked at too. */
const folders = ['files', 'keys', 'secrets', 'database', 'night'];

/**
 * Whether all that the program has made belongs to the user of DATA_DIR: a command that was entered as root leaves
 * files that the program cannot change.
 */
export async function checkOwners(dataDir: string): Promise<Finding[]> {
  const owner = (await stat(dataDir)).uid;
  const others: string[] = [];
  for (const name of await entriesOf(dataDir)) {
    const found = await stat(join(dataDir, name)).catch(() => undefined);
    if (found && found.uid !== owner) others.push(name);
  }
  const [first] = others;
  const [me] = [process.getuid?.()];
  const findings: Finding[] = [];
  if (first !== undefined)
    findings.push(
      wrong(
        `${join(dataDir, first)} belongs to another user than ${dataDir}: the program may not be able to change it.`,
        `chown -R --reference=${dataDir} ${dataDir}, and enter commands as the program’s user`,
      ),
    );
  if (me !== undefined && me !== owner)
    findings.push(
      look(
        `The doctor runs as another user than the owner of ${dataDir}: what the program may not do is not found.`,
        'Run it as the program’s user: fairlead doctor, or sudo -u fairlead npm run doctor',
      ),
    );
  return findings.length > 0 ? findings : [fine(`All of ${dataDir} belongs to the user of the program`)];
}

async function entriesOf(dataDir: string): Promise<string[]> {
  const top = (await readdir(dataDir)).filter((name) => ours.includes(name));
  const within = top
    .filter((name) => folders.includes(name))
    .map(async (name) => (await readdir(join(dataDir, name)).catch(() => [])).map((one) => join(name, one)));
  return [...top, ...(await Promise.all(within)).flat()];
}
