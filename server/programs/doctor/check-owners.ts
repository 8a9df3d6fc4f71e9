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

/** Whose DATA_DIR and its entries are, and who asks: user ids. */
export type Owners = { dataDir: string; owner: number; me: number; entries: ReadonlyMap<string, number> };

/**
 * Whether all that the program has made belongs to its user: a command that was entered as root leaves files that the
 * program cannot change.
 */
export async function checkOwners(dataDir: string): Promise<Finding[]> {
  const { uid: owner } = await stat(dataDir);
  const entries = new Map<string, number>();
  for (const name of await entriesOf(dataDir)) {
    const found = await stat(join(dataDir, name)).catch(() => undefined);
    if (found) entries.set(name, found.uid);
  }
  return judgeOwners({ dataDir, owner, me: process.getuid?.() ?? owner, entries });
}

/**
 * The program's user is the doctor's, and for a doctor that runs as root, the owner of DATA_DIR. A volume of Kubernetes
 * is root's, and open to the program by its group.
 */
export function judgeOwners({ dataDir, owner, me, entries }: Owners): Finding[] {
  const user = me === 0 ? owner : me;
  const uids = [...entries.values()];
  const [other] = [...entries].find(([, uid]) => uid !== user) ?? [];
  const isNobodys = owner !== user && uids.length > 0 && !uids.includes(user);
  const isUnknown = isNobodys || (user === 0 && other !== undefined);
  const findings: Finding[] = [];
  if (other !== undefined && !isUnknown)
    findings.push(
      wrong(
        `${join(dataDir, other)} belongs to another user than the program’s (${user}), which may not be able to change it.`,
        `chown -R ${user} ${dataDir} as root, and enter commands as the program’s user`,
      ),
    );
  if (isUnknown || (me === 0 && owner !== 0))
    findings.push(
      look(
        `The doctor runs as another user than the owner of what is in ${dataDir}: what the program may not do is not ` +
          'found.',
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
