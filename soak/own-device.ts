import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { type Academy, startAcademy } from '../e2e/academy.ts';
import { launchOwnBrowser, type OwnBrowser, startOwnBrowser } from '../e2e/pages/own-browser.ts';
import { type Learner, openSchool, type School } from '../e2e/pages/school.ts';

/** The academy of a test file, and the browser profile of the device of its current test. */
export let academy: Academy;
export let school: School;
export let profile: string;
let ship: OwnBrowser | undefined;

/** Starts an academy for the tests of this file, each of which has a device of its own. */
export function haveOwnDevices(): void {
  test.beforeAll(async () => {
    academy = await startAcademy({ mail: 'files' });
    school = await openSchool(academy);
  });
  test.afterAll(() => academy.stop());
  test.beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'fairlead-profile-'));
  });
  test.afterEach(async () => {
    await leave();
    await rm(profile, { recursive: true, force: true });
  });
}

/** Starts the browser of this test's device, after it was killed if it runs, with somebody signed in. */
export async function board(person: Learner, url = academy.url): Promise<Page> {
  await leave();
  ship = await startOwnBrowser(profile, { ...academy, url }, person);
  return ship.page;
}

/** Takes its browser from this test's device, which stays as it is. */
export async function leave(): Promise<void> {
  await ship?.kill();
  ship = undefined;
}

/** Starts the browser of this test's device with what it has kept, and opens nothing. */
export async function boardAgain(): Promise<Page> {
  ship = await launchOwnBrowser(profile);
  return ship.page;
}
