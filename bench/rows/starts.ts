import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../server/testing/free-port.ts';
import { statedAcademy } from '../../server/testing/stated-academy.ts';
import { addCourses, addLearners, filling, temporaryFolder } from '../harness/academy.ts';
import type { GuardedPart } from '../harness/guarded.ts';
import { cpuSeconds } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

const main = resolve(import.meta.dirname, '../../server/programs/main.ts');

type Start = { seconds: number; cpu: number };

/**
 * How long a program takes from its command to the first request that it can answer, on the embedded engine; in notes,
 * the processor time of all its threads, which depends less on other work of the machine.
 */
export async function measureStarts({ rounds }: { rounds: number }): Promise<Row[]> {
  const [migrated, first, again]: [Start[], Start[], Start[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    const folder = await temporaryFolder();
    const empty = await temporaryFolder();
    try {
      const [begun, used] = [performance.now(), cpuSeconds(process.pid)];
      await filling({ dataDir: folder.path }, async (db) => {
        migrated.push({ seconds: (performance.now() - begun) / 1000, cpu: cpuSeconds(process.pid) - used });
        await addCourses(db, 50);
        await addLearners(db, 500);
      });
      first.push(await startOn(empty.path));
      // keys and the like are there from now on
      await startOn(folder.path);
      again.push(await startOn(folder.path));
    } finally {
      await folder.remove();
      await empty.remove();
    }
  }
  // the first round compiles the program's files
  const rowOf = (what: string, starts: readonly Start[], limit: number) => {
    const { median } = spreadOf(starts.slice(1).map(({ cpu }) => cpu));
    const seconds = spreadOf(starts.slice(1).map((one) => one.seconds));
    return beside(`${what}, embedded`, seconds, { limit, unit: 's', note: `${median.toFixed(1)} s CPU` });
  };
  return [
    rowOf('an empty folder becomes a migrated database', migrated, 2),
    rowOf('first start until it is ready', first, 4),
    rowOf('restart until it is ready', again, 1.5),
  ];
}

/** What starts cost, to be compared with those of another commit. */
export async function openStarts(): Promise<GuardedPart> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, async (db) => {
    await addCourses(db, 50);
    await addLearners(db, 500);
  });
  const restarted = async () => ({ 's CPU': (await startOn(folder.path)).cpu });
  const migrated = async () => {
    const empty = await temporaryFolder();
    const used = cpuSeconds(process.pid);
    try {
      await filling({ dataDir: empty.path }, async () => {});
      return { 's CPU': cpuSeconds(process.pid) - used };
    } finally {
      await empty.remove();
    }
  };
  const guarded = [
    { what: 'restart until it is ready', measure: restarted },
    { what: 'an empty folder becomes a migrated database', measure: migrated },
  ];
  return { guarded, close: folder.remove };
}

/** Starts the program on a folder as an operator does, waits until it is ready, and ends it. */
async function startOn(dataDir: string): Promise<Start> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...statedAcademy, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' };
  const begun = performance.now();
  const program = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    while (!(await isReady(port))) {
      if (program.exitCode !== null) throw new Error(`The program ended with ${program.exitCode}`);
      await setTimeout(5);
    }
    return { seconds: (performance.now() - begun) / 1000, cpu: cpuSeconds(Number(program.pid)) };
  } finally {
    await end(program);
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
}
