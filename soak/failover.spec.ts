import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startAcademy } from '../e2e/academy.ts';
import { films } from '../e2e/crash/films.ts';
import { heldTest } from '../e2e/crash/held-tests.ts';
import { journeys } from '../e2e/crash/journeys.ts';
import { registrations } from '../e2e/crash/registrations.ts';
import { relay } from '../e2e/crash/relay.ts';
import { expectSoundStore } from '../e2e/crash/store.ts';
import { databaseAt } from '../e2e/engines.ts';
import { expectSeenEverywhere } from '../e2e/seen-everywhere.ts';
import { startObjectStore } from '../server/platform/files/testing/object-store.ts';
import { startClusteredDatabase } from '../server/testing/cluster/database.ts';

// Three instances with an object store, and two PostgreSQL servers of Patroni with synchronous replication, behind
// pgbouncer: the primary is killed KILLS times.

const kills = Number(process.env.KILLS ?? (process.env.LONG ? 20 : 2));
/** The longest time without a write after a primary died, in milliseconds. */
const longestPause = 30_000;

test(`a primary that is killed ${kills} times under a mixed load loses nothing acknowledged, and work goes on`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-failover-'));
  const database = await startClusteredDatabase(folder);
  const store = await startObjectStore();
  const env = { TRUST_PROXY: 'true', DATABASE_REPLICA_URL: database.replicaUrl, FILES: store.url };
  const academy = await startAcademy({
    engine: databaseAt(database.url),
    mail: 'smtp',
    behind: 'haproxy',
    env,
  });
  try {
    await expectSeenEverywhere(academy, 3);
    const clerks = [
      registrations(academy, { atOnce: 1 }),
      await films(academy),
      await journeys(academy, 'Asha'),
      await heldTest(academy, 'Meera'),
    ];
    const acknowledged = new Map<string, number>();
    const writes: number[] = [];
    const acknowledge = (action: string) => {
      acknowledged.set(action, (acknowledged.get(action) ?? 0) + 1);
      writes.push(Date.now());
    };
    const pauses: number[] = [];
    let cut = 0;
    for (let round = 1; round <= kills; round++) {
      await test.step(`kill ${round}`, async () => {
        const primary = await database.primary();
        const before = writes.length;
        let over = false;
        const death = async () => {
          await wait(randomInt(2000, 6000));
          const died = Date.now();
          await database.kill(primary);
          // the first write of the new primary: nothing is acknowledged while there is none
          const next = await database.primaryOtherThan(primary);
          expect(next).not.toBe(primary);
          while (!writes.some((at) => at > died + 1000)) await wait(100);
          const pause = longestGap(writes.slice(before), died);
          pauses.push(pause);
          console.log(`kill ${round}: no write for ${(pause / 1000).toFixed(1)} s`);
          await database.start(primary);
          await database.primary();
          over = true;
        };
        const working = relay({ clerks, acknowledge, bearsOutage: true, until: () => over });
        await Promise.all([working.then((cuts) => (cut += cuts.length)), death()]);
      });
    }
    for (const clerk of clerks) await clerk.finish();
    expect(Math.max(...pauses)).toBeLessThan(longestPause);
    const mails = await academy.mails();
    const repeated = mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
    expect(await academy.terminate()).toBe(0);
    const { files: count, links } = await expectSoundStore(academy);
    const counts = [...acknowledged].map(([action, times]) => `${times} ${action}`).join(', ');
    const seconds = pauses.map((pause) => (pause / 1000).toFixed(1));
    console.log(`${kills} primaries killed, each replaced by its standby, and back as the next one
  without a write for ${seconds.join(', ')} s, at most ${(Math.max(...pauses) / 1000).toFixed(1)} s
  acknowledged, and there: ${counts}
  ${cut} requests failed meanwhile; emails delivered twice with one Message-ID: ${repeated}
  in the store: ${count} files, each with its row and whole; ${links} links of the chains hold`);
  } finally {
    await academy.stop();
    await store.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** The longest time between two writes that was not over at a moment, or began after it. */
function longestGap(writes: readonly number[], moment: number): number {
  const gaps = writes.slice(1).map((at, i) => ({ at, gap: at - (writes[i] ?? at) }));
  return Math.max(0, ...gaps.filter(({ at }) => at > moment).map(({ gap }) => gap));
}
