import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { desk } from './web/testing/looks.ts';

/** Headless, without anything that would ask the world outside for something. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

export default defineConfig({
  testDir: 'e2e',
  // absolute: npm run soak has a configuration in another folder
  globalSetup: join(import.meta.dirname, 'e2e/database-template.ts'),
  outputDir: 'test-results/e2e',
  // Each journey has a program, a database and a mailbox of its own, and waits for them a third of its time.
  workers: Math.ceil(availableParallelism() * 1.5),
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A second try tells a machine that stalled from a fault; the test command names what needed one.
  retries: process.env.CI ? 1 : 0,
  use: {
    browserName: 'chromium',
    viewport: desk,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A test that lets a call fail must meet the call itself; the worker is let in where it is what is tested.
    serviceWorkers: 'block',
    // recording one costs a sixth of the time of a run; --trace on records
    trace: 'on-first-retry',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags },
  },
});
