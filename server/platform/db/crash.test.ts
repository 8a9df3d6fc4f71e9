import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { expect, test } from 'vitest';
import { databaseLocation } from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { openDatabase } from './database.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);

const place = await databaseLocation();
const acknowledged = new Set<string>();

/** Lets a process write until it has acknowledged a random number of transactions, and kills it in the middle. */
async function writeAndKill(): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'testing/write-and-report.ts')], {
    env: { ...process.env, URL_OF_DATABASE: place.url ?? '', DATA_DIR: place.dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let left = randomInt(1, 200);
  for await (const line of readline.createInterface(child.stdout)) {
    for (const key of line.split(' ')) acknowledged.add(key);
    // continues after the kill: what the process printed before it died counts too
    if (--left === 0) child.kill('SIGKILL');
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
}

test(`${ROUNDS} rounds of kill -9 lose no acknowledged row and leave no half transaction`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged.size;
    await writeAndKill();
    expect(acknowledged.size).toBeGreaterThan(before);

    const db = await openDatabase({ ...place, log: silentLog });
    const rows = await db.selectFrom('rateLimit').select('key').execute();
    await db.destroy();
    const present = new Set(rows.map(({ key }) => key));
    expect([...acknowledged].filter((key) => !present.has(key))).toEqual([]);
    const halves = [...present].filter((key) => key.endsWith('-a') && !present.has(key.replace(/a$/, 'b')));
    expect(halves).toEqual([]);
  }
});
