import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { databaseLocation } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';

/** More than a socket and the program itself keep of lines that nobody reads. */
const requests = 3_000;

// shows: asvs/16.3.4
test('a program whose output nobody reads answers every request, and says afterwards how many lines it has dropped', async () => {
  const { dataDir, url } = await databaseLocation();
  const port = await freePort();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const token = 'unread-output-metrics';
  const settings = { DATA_DIR: dataDir, PORT: String(port), ...(url && { DATABASE_URL: url }) };
  const program = spawn(process.execPath, [join(import.meta.dirname, '../programs/main.ts')], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings, METRICS_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const ask = (path: string, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(20_000) });
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 60_000, interval: 200 });
    for (let asked = 0; asked < requests; asked += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/courses/active')));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    expect((await ask('/readyz')).status).toBe(200);
    const metrics = await ask('/metrics', { authorization: `Bearer ${token}` });
    const counted = Number(/^fairlead_log_dropped_total (\d+)$/m.exec(await metrics.text())?.[1]);
    expect(counted).toBeGreaterThan(0);

    const read: string[] = [];
    let dropped: number | undefined;
    for await (const line of createInterface(program.stdout)) {
      const [, count] = /"dropped":(\d+)/.exec(line) ?? [];
      if (count) dropped = Number(count);
      else if (line.startsWith('{')) read.push(JSON.parse(line).route);
      if (dropped !== undefined) break;
    }
    // those counted, and the request for the metrics itself
    expect(dropped).toBeGreaterThanOrEqual(counted);
    expect(read.filter((route) => route === '/api/courses/active').length + (dropped ?? 0)).toBeGreaterThanOrEqual(
      requests,
    );
  } finally {
    program.kill('SIGKILL');
    if (program.exitCode === null) await once(program, 'exit');
  }
}, 120_000);
