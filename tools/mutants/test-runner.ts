// A process that keeps vitest ready in a copy of the sources (its working directory), and runs test files there when it
// is told to.
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';

/** Runs `tests` until one fails, after `changed` have changed. */
export type Order = { changed: readonly string[]; tests: readonly string[] };
/** The file of the first test that failed; none where all passed. */
export type Answer = { failed?: string };

class AsGiven extends BaseSequencer {
  override async sort<Files>(files: Files): Promise<Files> {
    return files;
  }
}

const vitest = await createVitest({
  watch: false,
  // a file that runs on both engines runs on the server, where there is one
  project: ['unit', process.env.TEST_DATABASE_URL ? 'server' : 'embedded'],
  maxWorkers: 1,
  bail: 1,
  reporters: [{}],
  sequence: { sequencer: AsGiven },
});
const inFile = Map.groupBy(await vitest.globTestSpecifications(), ({ moduleId }) => moduleId);

async function failureOf(specifications: TestSpecification[]): Promise<string | undefined> {
  // otherwise failures of earlier runs count, and no test is run
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.find((module) => !module.ok())?.relativeModuleId;
  return failed ?? (unhandledErrors.length > 0 ? 'an error outside of a test' : undefined);
}

async function run({ changed, tests }: Order): Promise<Answer> {
  for (const file of changed) vitest.invalidateFile(`${process.cwd()}/${file}`);
  const chosen = tests.flatMap((test) => inFile.get(`${process.cwd()}/${test}`) ?? []);
  // those that open no database first: they notice most faults
  for (const name of ['unit', 'server', 'embedded']) {
    const ofProject = chosen.filter(({ project }) => project.name === name);
    const failed = ofProject.length > 0 ? await failureOf(ofProject) : undefined;
    if (failed) return { failed };
  }
  return {};
}

process.on('message', async (order: Order) => process.send?.(await run(order)));
// with the processes of its tests, which are of its group
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.send?.({} satisfies Answer);
