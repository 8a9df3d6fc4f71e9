import { configDefaults, defineConfig } from 'vitest/config';

const exclude = [...configDefaults.exclude, '**/build/**', 'e2e/**'];

export default defineConfig({
  test: {
    // a test waits more than it works: for a disk, a database, the other end of a connection
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          // the embedded engine has nothing to show in the run on a server
          exclude: process.env.TEST_ENGINE === 'server' ? [...exclude, 'server/platform/db/embedded/**'] : exclude,
          // processes, since the server's tests open databases, take locks and change the environment
          pool: 'forks',
          globalSetup: 'server/testing/global-setup.ts',
          setupFiles: 'server/testing/setup.ts',
          // the machine may be shared: an open of the embedded database was seen to take seconds
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: { name: 'parts', include: ['{contract,web,tools,demo}/**/*.test.{ts,tsx}'], exclude },
      },
    ],
  },
});
