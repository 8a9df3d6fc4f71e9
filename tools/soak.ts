// npm run soak: the tests that take too long for npm test, with their figures. ROUNDS says how often the program is
// killed on each engine. `npm run soak -- upload` runs one part: the name of a file of soak/ (`store`: with tests of
// files in an object store before it), `banks`, `packages`, `inspectors`, `engines`, `tests`, `journeys`, `browsers`,
// `components`, `voyage`, `planted`, `mutants`, `bench` or `alerts`.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { hasCeph, needsCeph, startObjectStore } from '../server/platform/files/testing/object-store.ts';
import { missingForCluster } from './cluster-programs.ts';
import { findMutants } from './mutants/run-mutants.ts';
import { findPlantedFaults } from './planted-faults.ts';
import { installPrograms, startServers } from './test-programs.ts';

const missing = missingForCluster();
if (missing) console.log(`${missing}\nWithout them the tests of several instances and of a failover fail.`);
for (const sentence of await installPrograms({ forSoak: true })) console.log(sentence);
const { environment, hasPostgres, stop } = await startServers();

/** The tests that run with an object store too. */
const testsOfFiles = [
  ...[
    'server/platform/files/stores',
    'server/platform/files/resumable-uploads.test.ts',
    'server/checks/uploads.test.ts',
  ],
  ...['server/platform/backup/backup.test.ts', 'server/features/personal-data', 'server/features/course-packs'],
  ...['server/features/training/films/upload-films.test.ts', 'server/features/training/films/film-texts.test.ts'],
  ...[
    'server/features/certificates/verification-lists.test.ts',
    'server/features/overview/evidence/evidence-pack.test.ts',
  ],
  'server/checks/scanning.test.ts',
];

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...env },
  });
  return status === 0;
}

const projects = ['unit', 'embedded', ...(hasPostgres ? ['server'] : [])].map((project) => `--project=${project}`);

/**
 * All tests on both engines, with more generated requests for each call and a larger course aboard, and the journeys on
 * those where the gate has not run them.
 */
const onBothEngines = () => {
  if (!hasPostgres) console.log('Without a PostgreSQL server, the tests cannot run on both engines.');
  const env = {
    EVERY_TEST_ON: 'both',
    FUZZ_RUNS: process.env.FUZZ_RUNS ?? '50',
    CHANGE_EVERY: '1',
    ABOARD_MB: '300',
    CRASH_ROUNDS: '10',
    CROWD: '200',
    LONG_TESTS: '1',
  };
  const tests = run('vitest', ['run', ...projects], env);
  // the gate runs the others on a server
  const onServer = run('playwright', ['test', 'journey.spec'], env);
  const onEmbedded = run('playwright', ['test'], { ...env, TEST_DATABASE_URL: '' });
  const longOnes = journeys({ ...env, TEST_DATABASE_URL: '' });
  return tests && onServer && onEmbedded && longOnes && hasPostgres;
};

/** The files with tests that the gate leaves out (server/testing/cases.ts), and those that are long as a whole. */
const longTests = (): string[] => {
  const files = globSync('{contract,deploy,server,tools}/**/*.test.ts');
  return files.filter(
    (file) => file.endsWith('.soak.test.ts') || /\/cases\.ts|LONG_TESTS/.test(readFileSync(file, 'utf8')),
  );
};

/** Tests without a browser that are rare events, or take long; with more words, those of the files with them. */
const tests = (words: readonly string[]): boolean => {
  const files = longTests().filter((file) => words.every((word) => file.includes(word)));
  return run('vitest', ['run', ...projects, ...files], { LONG_TESTS: '1' });
};

/** The component tests, with axe in both looks at each screen. */
const components = (words: readonly string[]): boolean =>
  run('vitest', ['run', '--project=components', ...words], { LONG_TESTS: '1' });

/** The journeys that the gate leaves out, with axe in both looks. */
const journeys = (env: NodeJS.ProcessEnv = {}, words: readonly string[] = []): boolean =>
  run('playwright', ['test', '--config', 'soak/journeys', ...words], { LONG_TESTS: '1', ...env });

/** Journeys in Firefox and WebKitGTK; ENGINE names one of them. */
const browsers = (words: readonly string[]): boolean =>
  run('playwright', ['test', '--config', 'soak/browsers', ...words], { LONG_TESTS: '1' });

/** The long voyage, on both engines; SEED repeats one. */
const voyages = () =>
  ['embedded', ...(hasPostgres ? ['server'] : [])]
    .map((project) =>
      run('vitest', ['run', `--project=${project}`, 'server/features/offline-records/voyage.test.ts'], {
        VOYAGE: 'long',
        EVERY_TEST_ON: 'both',
      }),
    )
    .every(Boolean);

/** The alert rules, with readings at which each fires and does not. */
const alerts = () => {
  if (spawnSync('promtool', ['--version']).status !== 0) {
    console.log('The alert rules were not tested: there is no promtool (apt-get install prometheus).');
    return false;
  }
  return ['check rules deploy/monitoring/alerts.yml', 'test rules deploy/monitoring/alerts.test.yml']
    .map((args) => run('promtool', args.split(' ')))
    .every(Boolean);
};

/** A thousand damaged files of questions, each in a thread as the program reads it; SEED repeats them. */
const banks = () =>
  run('vitest', ['run', '--project=unit', 'server/features/assessments/question-files/damaged-files.test.ts'], {
    DAMAGED_FILES: '1000',
  });

/** A thousand damaged packages, likewise. */
const packages = () =>
  run('vitest', ['run', '--project=unit', 'server/features/packages/reading/refused-packages.test.ts'], {
    DAMAGED_PACKAGES: '1000',
  });

/** Twenty thousand files, made by grammars or changed, against every inspector; FILES, MINUTES and SEED change that. */
const inspectors = () =>
  run('vitest', ['run', '--project=unit', 'server/checks/inspectors.soak.test.ts'], {
    LONG_TESTS: '1',
    FILES: process.env.FILES ?? '20000',
  });

/**
 * The tests of everything that stores, reads, sends, copies or deletes files, with Ceph's gateway as the store. Those
 * that look into the folder themselves are left to the gate.
 */
const inObjectStore = async (): Promise<boolean> => {
  if (!hasCeph()) {
    console.log(needsCeph);
    return false;
  }
  const objectStore = await startObjectStore();
  try {
    const env = { TEST_FILES: objectStore.url };
    // where there is a server, most of these tests run there alone
    const projects = ['unit', 'embedded', ...(hasPostgres ? ['server'] : [])].map((project) => `--project=${project}`);
    return run('vitest', ['run', ...projects, ...testsOfFiles], env);
  } finally {
    await objectStore.stop();
  }
};

const named = [
  'bench',
  'banks',
  'packages',
  'inspectors',
  'engines',
  'tests',
  'components',
  'journeys',
  'browsers',
  'voyage',
  'planted',
  'mutants',
  'alerts',
];
const [part, ...more] = process.argv.slice(2);
const wants = (name: string) => part === undefined || part === name;
const passed: boolean[] = [];
try {
  if (wants('bench')) passed.push(run('node', ['bench/run.ts', '--short']));
  if (wants('engines')) passed.push(onBothEngines());
  if (wants('alerts')) passed.push(alerts());
  if (wants('banks')) passed.push(banks());
  if (wants('packages')) passed.push(packages());
  if (wants('inspectors')) passed.push(inspectors());
  if (wants('voyage')) passed.push(voyages());
  if (wants('planted')) passed.push(findPlantedFaults(more[0]));
  if (wants('mutants')) passed.push(await findMutants(more, { ...process.env, ...environment }));
  if (wants('tests')) passed.push(tests(more));
  if (wants('components')) passed.push(components(more));
  if (wants('journeys')) passed.push(journeys({}, more));
  if (wants('browsers')) passed.push(browsers(more));
  if (wants('store')) passed.push(await inObjectStore());
  if (part === undefined || !named.includes(part))
    passed.push(run('playwright', ['test', '--config', 'soak', ...(part ? [part] : []), ...more], { LONG_TESTS: '1' }));
} finally {
  await stop();
}
process.exitCode = passed.every(Boolean) ? 0 : 1;
