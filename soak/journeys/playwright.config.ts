import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** Journeys that the gate leaves out, run like its own: what they show of a rule is shown on a lower level too. */
export default defineConfig(usual, {
  testDir: '.',
  outputDir: '../../test-results/journeys',
  retries: 0,
  reporter: 'list',
});
