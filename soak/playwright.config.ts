import { defineConfig } from '@playwright/test';
import usual from '../playwright.config.ts';

/**
 * Tests that take too long for `npm test`: one after the other, without a time limit or retries. Journeys are apart.
 */
export default defineConfig(usual, {
  testDir: '.',
  testIgnore: ['journeys/**', 'browsers/**'],
  outputDir: '../test-results/soak',
  workers: 1,
  timeout: 0,
  retries: 0,
  reporter: 'list',
});
