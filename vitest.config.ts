import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';

const exclude = [...configDefaults.exclude, '**/build/**', 'e2e/**'];

/** What a test file of the server that opens a database says. One that opens it without saying so finds none. */
const opensDatabase = /testing\/(app|database)\.ts'/;
const withDatabase = globSync('server/**/*.test.ts').filter((file) => opensDatabase.test(readFileSync(file, 'utf8')));

/** What shows something of the embedded engine that the same test on a PostgreSQL server does not. */
const ofEmbeddedEngine = ['server/platform/db/**/*.test.ts'];
const ofEmbeddedEngineAlone = 'server/platform/db/embedded/**';

const server = {
  // processes, since the server's tests open databases, take locks and change the environment
  pool: 'forks',
  globalSetup: 'server/testing/global-setup.ts',
  setupFiles: 'server/testing/setup.ts',
  // the machine may be shared: an open of the embedded database was seen to take seconds
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const;

// With a PostgreSQL server at TEST_DATABASE_URL the tests that open a database run there, and on the embedded engine
// those alone that depend on it. Without one all of them run on the embedded engine.
const hasServer = process.env.TEST_DATABASE_URL !== undefined;

export default defineConfig({
  test: {
    // a test waits more than it works: for a disk, a database, the other end of a connection
    maxWorkers: '100%',
    // Files share a process and its modules: to load the program anew for each took half of the time. What a test
    // changes of the process (a variable of the environment, console) it puts back.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/**/*.test.ts', '{contract,web,tools,demo}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...withDatabase, '**/*.browser.test.tsx'],
          pool: 'forks',
          setupFiles: 'server/testing/setup.ts',
          testTimeout: 60_000,
        },
      },
      { test: { ...server, name: 'embedded', include: hasServer ? ofEmbeddedEngine : withDatabase, exclude } },
      ...(hasServer
        ? [{ test: { ...server, name: 'server', include: withDatabase, exclude: [...exclude, ofEmbeddedEngineAlone] } }]
        : []),
    ],
  },
});
