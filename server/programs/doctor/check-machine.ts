import { readFile, stat, statfs } from 'node:fs/promises';
import type { Config } from '../../settings/config.ts';
import { leastNode, version } from '../../settings/version.ts';
import { checkOwners } from './check-owners.ts';
import { type Finding, fine, gigabytes, look, wrong } from './finding.ts';

/** Below this, in bytes, a busy day fills the disk. */
const leastFree = 2 ** 30;
/** A connection and a file each need one: those of a thousand learners, with room for films. */
const leastOpenFiles = 4096;

/** The version of the program, that of Node, the mode and the disk of DATA_DIR, and the limit of open files. */
export async function checkMachine({ dataDir, limits }: Pick<Config, 'dataDir' | 'limits'>): Promise<Finding[]> {
  return [
    fine(`Fairlead ${version}`),
    nodeVersion(),
    await folderMode(dataDir),
    await freeDisk(dataDir, limits),
    await openFiles(),
    ...(await checkOwners(dataDir)),
  ];
}

function nodeVersion(): Finding {
  const { node } = process.versions;
  return Number.parseInt(node, 10) >= leastNode
    ? fine(`Node ${node}`)
    : wrong(`Node ${node} is too old.`, `Install Node ${leastNode} or newer.`);
}

async function folderMode(dataDir: string): Promise<Finding> {
  const mode = (await stat(dataDir)).mode & 0o777;
  return (mode & 0o007) === 0
    ? fine(`${dataDir} is closed to other users`)
    : wrong(`Every user of this machine can read ${dataDir}, with its keys.`, `chmod 700 ${dataDir}`);
}

async function freeDisk(dataDir: string, { uploadBytes }: Config['limits']): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const has = `The disk of ${dataDir} has ${gigabytes(free)} free`;
  if (free < leastFree) return wrong(`${has}.`, 'Delete what is not needed there, or move DATA_DIR to a larger disk.');
  return free < uploadBytes
    ? look(`${has}, but uploads of ${gigabytes(uploadBytes)} are permitted.`, 'Lower MAX_FILM_MB.')
    : fine(has);
}

async function openFiles(): Promise<Finding> {
  // Node raises the soft limit to the hard one; only Linux has this file
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  // the name, the soft limit and the hard one, in columns
  const line = limits.split('\n').find((one) => one.startsWith('Max open files'));
  const most = line?.slice('Max open files'.length).split(' ').filter(Boolean)[1];
  return most !== undefined && Number(most) < leastOpenFiles
    ? wrong(
        `This user may have ${most} files open: connections are refused on a busy day.`,
        'ulimit -Hn 65536, or LimitNOFILE=65536 in the systemd unit.',
      )
    : fine('Open files suffice');
}
