import { addLearners, filling, password, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { perCpuSecond } from '../harness/per-second.ts';
import { cpuSeconds, type Running, startServer } from '../harness/process.ts';
import { alternate, spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';
import type { Vitals, Watch } from '../servers/academy.ts';

type Size = { rounds: number; requests: number };

const hashing = new URL('../servers/hashing.ts', import.meta.url);

/** A login compared with the hash that it requires, and the effect of many logins on other requests. */
export async function measureLogin({ rounds, requests }: Size): Promise<Row[]> {
  const folder = await temporaryFolder();
  // more accounts than log in at once: the number of concurrent tries for one account is limited
  const crew = await filling({ dataDir: folder.path }, (db) => addLearners(db, 100));
  const academy = await startAcademy({ dataDir: folder.path });
  const limit = await startServer(hashing, [password]);
  /** Milliseconds of processor time per login. */
  const logins = async (): Promise<number> =>
    1000 /
    (await perCpuSecond(academy, {
      path: '/api/user/login',
      method: 'POST',
      requests,
      connections: 16,
      headers: { 'content-type': 'application/json' },
      asks: crew.map(({ email }) => ({ body: JSON.stringify({ email, password }) })),
    }));
  const vitals: Vitals[] = [];
  /** Once more with measurement, since the measurement itself costs time. */
  const watched = async (): Promise<void> => {
    await academy.ask({ watch: 'loop and reads' } satisfies Watch);
    await logins();
    vitals.push((await academy.ask('vitals')) as Vitals);
  };
  try {
    const measured = await alternate(rounds, logins, () => hashes(limit, requests));
    for (let round = 0; round < rounds; round += 1) await watched();
    return [
      {
        what: 'login, embedded engine',
        beside: 'the bare argon2 hash',
        unit: 'ms of CPU',
        measured,
        goal: { atMost: 1.1 },
      },
      beside('event loop, 99th percentile, meanwhile', spreadOf(vitals.map(({ loop }) => loop.p99)), {
        limit: 20,
        unit: 'ms',
      }),
      beside('a file read, 99th percentile, meanwhile', spreadOf(vitals.map(({ read }) => read)), {
        limit: 50,
        unit: 'ms',
      }),
    ];
  } finally {
    await limit.stop();
    await academy.stop();
    await folder.remove();
  }
}

/** Milliseconds of processor time per hash. */
async function hashes(limit: Running, times: number): Promise<number> {
  const before = cpuSeconds(limit.pid);
  await limit.ask(times);
  return ((cpuSeconds(limit.pid) - before) * 1000) / times;
}
