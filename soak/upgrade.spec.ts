import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startAcademy } from '../e2e/academy.ts';
import { films } from '../e2e/crash/films.ts';
import { heldTest } from '../e2e/crash/held-tests.ts';
import { journeys } from '../e2e/crash/journeys.ts';
import { registrations } from '../e2e/crash/registrations.ts';
import { type Death, expectCutsByDeaths, relay } from '../e2e/crash/relay.ts';
import { expectSoundStore } from '../e2e/crash/store.ts';
import { databaseAt } from '../e2e/engines.ts';
import { createDatabase, dropDatabases, urlOf } from '../server/testing/databases.ts';

// Three instances of the released version (tools/released.json) are replaced by this one, one after the other, while
// people work. The calls are compared, not the pages: these are this version's.

const root = resolve(import.meta.dirname, '..');

/** The sources of a version with what it needs to run; its packages are those of this version. */
function sourcesOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-released-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@fairlead'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@fairlead') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(root, 'node_modules/@fairlead')))
    symlinkSync(join(folder, name), join(modules, '@fairlead', name));
  symlinkSync(join(root, 'web/build'), join(folder, 'web/build'));
  return folder;
}

test('three instances are updated one after the other, and both versions work side by side on the new schema', async () => {
  const maintenance = process.env.TEST_DATABASE_URL;
  if (maintenance === undefined) throw new Error('This test needs a PostgreSQL server: npm run soak starts one.');
  const { commit } = JSON.parse(readFileSync(join(root, 'tools/released.json'), 'utf8')) as { commit: string };
  const released = sourcesOf(commit);
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  await createDatabase(maintenance, name, 'template0');
  const engine = databaseAt(urlOf(maintenance, name));
  const env = { TRUST_PROXY: 'true', DRAIN_SECONDS: '4' };
  const academy = await startAcademy({ engine, mail: 'smtp', behind: 'haproxy', env, sources: released });
  try {
    const clerks = [
      registrations(academy, { atOnce: 1 }),
      await films(academy),
      await journeys(academy, 'Asha'),
      await heldTest(academy, 'Meera'),
    ];
    let [done, over] = [0, false];
    const stops: Death[] = [];
    const update = async () => {
      for (const instance of academy.instances) {
        const from = Date.now();
        await instance.stop();
        stops.push({ from, to: Date.now() });
        await instance.start(root);
        // both versions answer for a while
        await wait(5000);
      }
      over = true;
    };
    const [cuts] = await Promise.all([relay({ clerks, until: () => over, acknowledge: () => void done++ }), update()]);
    // the released version knows no drain
    expectCutsByDeaths(cuts, stops);
    for (const clerk of clerks) await clerk.finish();
    expect(await academy.terminate()).toBe(0);
    const { files: count } = await expectSoundStore(academy);
    console.log(
      `updated from ${commit}, ${done} writes meanwhile, ${cuts.length} requests cut; ${count} files, all whole`,
    );
  } finally {
    await academy.stop();
    await dropDatabases(maintenance, name);
    rmSync(released, { recursive: true, force: true });
  }
});
