// npm run soak -- mutants: puts small faults into the sources that must not be wrong, one at a time, and runs the tests
// that reach the place. With words, only into files whose path has one of them, or into a group.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { equivalents } from './equivalents.ts';
import { type Lane, openLane, probeOf } from './lane.ts';
import { type Mutant, mutantsOf, sayMutant, withMutant, withProbes } from './mutations.ts';
import { nearestTests, readImporters } from './nearest-tests.ts';

/** The sources in question. A file belongs to the first group that has it. */
const groups: readonly (readonly [name: string, ...patterns: string[]])[] = [
  ['rules', 'server/features/**/{rules,policy}.ts'],
  [
    'verifiers',
    'contract/{proofs,certificates/open-badges}/*.ts',
    'server/platform/chain/verify-chain.ts',
    'web/app/features/certificates/{check-proof,badge/check-badge}.ts',
  ],
  [
    'deletions',
    'server/{features,platform}/**/*{erase,sweep,retention,undo,withdraw,remove,quarantine,disuse,deletion}*.ts',
  ],
  ['shapes', 'contract/**/*.ts'],
];

/** The share of the faults, in percent, that tests have to notice. */
const required = 90;

/** The files of each group, each file once. */
function filesOfGroups(): [group: string, files: string[]][] {
  const taken = new Set<string>();
  return groups.map(([name, ...patterns]) => {
    const files = globSync(patterns as string[]).filter(
      (file) => !/\.test\.ts$|\.d\.ts$|\/testing\/|node_modules/.test(file) && !taken.has(file),
    );
    for (const file of files) taken.add(file);
    return [name, files.sort()];
  });
}

/** Does `work` for each item, in as many lanes as there are. */
async function inLanes<Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (item: Item, lane: Lane) => Promise<void>,
) {
  const waiting = [...items];
  const workThrough = async (lane: Lane) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, lane);
  };
  await Promise.all(lanes.map(workThrough));
}

/** How long a test file takes, in milliseconds, and the functions that it reaches, as `file:start`. */
type Reach = ReadonlyMap<string, { ms: number; reached: ReadonlySet<string> }>;

/** Runs each test file without a fault. Those that fail then are said, and notice nothing. */
async function measureReach(
  files: readonly string[],
  tests: readonly string[],
  lanes: readonly Lane[],
  until: number,
): Promise<Reach> {
  const reach = new Map<string, { ms: number; reached: Set<string> }>();
  const sources = files.map((file) => [file, lanes[0]?.read(file) ?? ''] as const);
  for (const lane of lanes)
    for (const [file, source] of sources)
      lane.write(
        file,
        withProbes(source, file, (start) => probeOf(`${file}:${start}`)),
      );
  await inLanes(lanes, tests, async (test, lane) => {
    if (Date.now() > until) return;
    lane.takeNotes();
    const began = Date.now();
    const { failed } = await lane.runTests([test], 900_000);
    if (failed) console.log(`without a fault, ${test} fails`);
    else reach.set(test, { ms: Date.now() - began, reached: lane.takeNotes() });
  });
  for (const lane of lanes) for (const [file, source] of sources) lane.write(file, source);
  return reach;
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The entry of the list by which a fault changes nothing that anybody could notice, if there is one. */
const equivalentOf = (file: string, source: string, mutant: Mutant) =>
  equivalents.find(
    (one) =>
      one.file === file &&
      onOneLine(source.split('\n')[mutant.line - 1] ?? '') === one.line &&
      sayMutant(source, mutant).endsWith(`: ${one.fault}`),
  );

/** The entries of the list that are of these files and name no fault in them. */
const outdatedIn = (files: readonly string[]) =>
  files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const found = new Set(mutantsOf(source, file).map((mutant) => equivalentOf(file, source, mutant)));
    return equivalents.filter((one) => one.file === file && !found.has(one));
  });

type Result = { file: string; killed: number; survived: string[]; notTried: number };

/** Puts each fault into a file, and runs the tests that reach it until one fails. */
async function tryFile(
  file: string,
  tests: readonly string[],
  reach: Reach,
  lane: Lane,
  until: number,
): Promise<Result> {
  const source = lane.read(file);
  const mutants = mutantsOf(source, file).filter((mutant) => !equivalentOf(file, source, mutant));
  const result: Result = { file, killed: 0, survived: [], notTried: 0 };
  let order = tests.filter((test) => reach.has(test));
  order.sort((one, other) => (reach.get(one)?.ms ?? 0) - (reach.get(other)?.ms ?? 0));
  for (const mutant of mutants) {
    const place = `${file}:${mutant.inside}`;
    const reaching = order.filter((test) => mutant.inside === undefined || reach.get(test)?.reached.has(place));
    if (Date.now() > until) {
      result.notTried += 1;
      continue;
    }
    const usual = reaching.reduce((sum, test) => sum + (reach.get(test)?.ms ?? 0), 0);
    lane.write(file, withMutant(source, mutant));
    const { failed } = reaching.length > 0 ? await lane.runTests(reaching, 3 * usual + 15_000) : {};
    if (failed) result.killed += 1;
    else result.survived.push(`${sayMutant(source, mutant)}${reaching.length === 0 ? ' (no test reaches it)' : ''}`);
    // what noticed one fault of a file probably notices the next
    if (failed && order.includes(failed)) order = [failed, ...order.filter((test) => test !== failed)];
  }
  lane.write(file, source);
  return result;
}

/** One line for a file, and one for each fault that no test noticed. */
function print({ file, killed, survived, notTried }: Result): void {
  const left = notTried > 0 ? `, ${notTried} not tried for lack of time` : '';
  if (killed + survived.length + notTried === 0) return;
  console.log(`${file}: ${killed} of ${killed + survived.length} killed${left}`);
  for (const one of survived) console.log(`  survived: ${one}`);
}

/** Tries the faults of these files, for so many seconds at most, and prints what became of them. */
async function tryFiles(files: readonly string[], env: NodeJS.ProcessEnv, seconds = 1e9): Promise<Result[]> {
  const importers = readImporters();
  const nearest = new Map(files.map((file) => [file, nearestTests(file, importers)]));
  const began = Date.now();
  const lanes = Array.from({ length: Math.min(availableParallelism(), files.length) }, () => openLane(env));
  const results: Result[] = [];
  try {
    const tests = [...new Set([...nearest.values()].flat())];
    const reach = await measureReach(files, tests, lanes, began + 500 * seconds);
    await inLanes(lanes, files, async (file, lane) => {
      const result = await tryFile(file, nearest.get(file) ?? [], reach, lane, began + 1000 * seconds);
      print(result);
      results.push(result);
    });
  } finally {
    for (const lane of lanes) lane.stop();
  }
  return results;
}

const sumUp = (results: readonly Result[]) => {
  const killed = results.reduce((sum, result) => sum + result.killed, 0);
  const tried = killed + results.reduce((sum, { survived }) => sum + survived.length, 0);
  return { killed, tried, percent: tried === 0 ? 100 : (100 * killed) / tried };
};

/** Tries every fault. Returns whether tests noticed enough of each group. */
export async function findMutants(words: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const chosen = filesOfGroups().map(([name, all]) => {
    const isWanted = (file: string) => words.length === 0 || words.some((word) => word === name || file.includes(word));
    return { name, files: all.filter(isWanted) };
  });
  const results = await tryFiles(
    chosen.flatMap(({ files }) => files),
    env,
  );
  const sums = chosen.map(({ name, files }) => ({
    name,
    ...sumUp(results.filter(({ file }) => files.includes(file))),
  }));
  for (const { name, killed, tried, percent } of sums)
    if (tried > 0) console.log(`${name}: ${killed} of ${tried} faults were noticed, ${percent.toFixed(1)} %`);
  const outdated = outdatedIn(results.map(({ file }) => file));
  for (const { file, fault } of outdated) console.log(`equivalents.ts: ${file} has no such fault: ${fault}`);
  return results.length > 0 && outdated.length === 0 && sums.every(({ percent }) => percent >= required);
}

/** How long `npm run check` tries faults, in seconds. */
const secondsInCheck = 60;

/**
 * Tries faults in what the last commit and the working tree have changed in these folders. Returns whether tests
 * noticed enough of those that were tried.
 */
export async function findChangedMutants(folders: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const { stdout } = spawnSync('git', ['diff', '--name-only', 'HEAD~1'], { encoding: 'utf8' });
  const changed = new Set(stdout.split('\n'));
  const files = filesOfGroups().flatMap(([, all]) => all.filter((file) => changed.has(file)));
  const own = files.filter((file) => folders.some((folder) => file.startsWith(folder)));
  return own.length === 0 || sumUp(await tryFiles(own, env, secondsInCheck)).percent >= required;
}
