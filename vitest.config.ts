import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import journeys from './playwright.config.ts';
import { preferColors, preferMedia, pressAndRelease, savePicture } from './web/testing/commands.ts';
import { desk } from './web/testing/looks.ts';

// Processes and threads that tests start find the server's modules compiled. The program has a thread for each uploaded
// file, and half of its processor time was for removing types and compiling.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/tests');

const inBrowser = 'web/**/*.browser.test.tsx';
/** Rare events, and what takes long for what it shows: `npm run soak -- tests` runs them, and sets LONG_TESTS. */
const long = '**/*.soak.test.ts';
const exclude = [
  ...[...configDefaults.exclude, '**/build/**', 'e2e/**', inBrowser],
  ...(process.env.LONG_TESTS ? [] : [long]),
];

/** What a test file of the server that opens a database says. One that opens it without saying so finds none. */
const opensDatabase = /testing\/(app|database)\.ts'/;
const withDatabase = globSync('server/**/*.test.ts', { exclude: process.env.LONG_TESTS ? [] : [long] }).filter((file) =>
  opensDatabase.test(readFileSync(file, 'utf8')),
);

/** Test files that depend on the engine: transactions, durability, migrations, chains, jobs, backups. */
const ofBothEngines = [
  'server/platform/{db,chain,jobs}/**/*.test.ts',
  'server/platform/backup/backup.test.ts',
  'server/features/audit/check-whole-logs.test.ts',
];
/**
 * These show nothing more on a server. Requests made up from the contract run most of the program's statements, those
 * of every list, search and filter among them.
 */
const ofEmbeddedEngine = ['server/platform/db/embedded/**/*.test.ts', 'server/checks/fuzz.test.ts'];
/** The embedded engine has no replica. */
const ofServer = 'server/platform/db/replica.test.ts';

// Files share a process and its modules: to load the program again for each took half of the time. What a test changes
// of the process (a variable of the environment, console) it puts back.
const shared = {
  isolate: false,
  unstubGlobals: true,
  unstubEnvs: true,
  expect: { requireAssertions: true },
} as const;

/** The machine may be shared: an open of the embedded database was seen to take seconds. */
const patient = { testTimeout: 60_000, hookTimeout: 120_000 } as const;

const server = {
  ...shared,
  ...patient,
  // processes, since the server's tests open databases, take locks and change the environment
  pool: 'forks',
  // a quarter less processor time: V8 does not compile the database's WebAssembly a second time, optimised
  execArgv: ['--liftoff-only'] as string[],
  globalSetup: 'server/testing/global-setup.ts',
  setupFiles: 'server/testing/setup.ts',
} as const;

// With a PostgreSQL server at TEST_DATABASE_URL the tests that open a database run there, and on the embedded engine
// those alone that depend on it. Without one all of them run on the embedded engine; with EVERY_TEST_ON=both, on both.
const hasServer = process.env.TEST_DATABASE_URL !== undefined;
const onBoth = process.env.EVERY_TEST_ON === 'both';
const ofEngine = [...ofBothEngines, ...ofEmbeddedEngine].flatMap((pattern) => globSync(pattern));
const onEmbedded = withDatabase.filter(
  (file) => file !== ofServer && (!hasServer || onBoth || ofEngine.includes(file)),
);
const notOnServer = onBoth ? ofEmbeddedEngine.slice(0, 1) : ofEmbeddedEngine;

/** The browser, its country and its clock are those of the journeys. */
const { launchOptions = {}, locale, timezoneId } = journeys.use ?? {};

export default defineConfig({
  test: {
    allowOnly: false,
    // a test waits as much as it works, for a disk, a database or the other end of a connection: three share two cores
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['server/**/*.test.ts', '{contract,web,tools,demo,deploy}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...withDatabase],
          pool: 'forks',
          setupFiles: 'server/testing/setup.ts',
          ...patient,
        },
      },
      { test: { ...server, name: 'embedded', include: onEmbedded, exclude } },
      ...(hasServer
        ? [{ test: { ...server, name: 'server', include: withDatabase, exclude: [...exclude, ...notOnServer] } }]
        : []),
      {
        plugins: [tailwindcss()],
        resolve: { alias: { '@react-router/dev/routes': resolve(import.meta.dirname, 'web/testing/route-config.ts') } },
        // all of them by name: one that is found on the way makes the browser load the page of a test again
        optimizeDeps: {
          noDiscovery: true,
          include: [
            '@noble/ed25519',
            '@noble/hashes/sha2.js',
            '@scure/base',
            '@simplewebauthn/browser',
            '@tanstack/react-query',
            'asn1js',
            'axe-core',
            'cborg',
            'hls.js/light',
            'jsonld',
            'qr',
            'qr/decode.js',
            'react',
            'react-dom',
            'react-dom/client',
            'react-router',
            'react/jsx-dev-runtime',
            'react/jsx-runtime',
            'tus-js-client',
            'zod/mini',
          ],
        },
        test: {
          name: 'components',
          include: [inBrowser],
          ...shared,
          // it puts everything back after every test
          setupFiles: 'web/testing/browser-setup.ts',
          env: {
            SCREENSHOTS: process.env.SCREENSHOTS ?? '',
            ANSWER_FRAMES: process.env.ANSWER_FRAMES ?? '0',
            LONG_TESTS: process.env.LONG_TESTS ?? '',
          },
          // the machine may be shared, as with the journeys
          testTimeout: 60_000,
          expect: { requireAssertions: true, poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions,
              contextOptions: { ...(locale && { locale }), ...(timezoneId && { timezoneId }), reducedMotion: 'reduce' },
              actionTimeout: 15_000,
            }),
            instances: [{ browser: 'chromium' }],
            viewport: desk,
            testerHtmlPath: 'web/testing/page.html',
            screenshotFailures: false,
            commands: { preferColors, preferMedia, pressAndRelease, savePicture },
          },
        },
      },
    ],
  },
});
