import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** Journeys in Firefox and WebKitGTK, one after the other. */
export default defineConfig(usual, {
  testDir: '.',
  outputDir: '../../test-results/browsers',
  workers: 1,
  retries: 0,
  reporter: 'list',
});
