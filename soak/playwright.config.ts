import { defineConfig } from '@playwright/test';
import usual from '../playwright.config.ts';

/** What takes too long for `npm test`: one after the other, without a bound, and never a second try. */
export default defineConfig(usual, {
  testDir: '.',
  outputDir: '../test-results/soak',
  workers: 1,
  timeout: 0,
  retries: 0,
  reporter: 'list',
});
