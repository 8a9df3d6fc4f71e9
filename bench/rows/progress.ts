import { groupDigits } from '@fairlead/contract/values/numbers';
import { filling, startAcademy } from '../harness/academy.ts';
import { type Engine, onBothEngines } from '../harness/engines.ts';
import { type Ask, type Load, layLoad } from '../harness/load.ts';
import { cpuSeconds, type Running, startServer } from '../harness/process.ts';
import { alternate, percentile, spreadOf } from '../harness/rounds.ts';
import { addCourseFor, addOpenedFilm, addSignedIn } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';

type Size = { rounds: number; learners: number };

const bareInserts = new URL('../servers/bare-inserts.ts', import.meta.url);
/** Seconds between two reports of a player. */
const step = 10;
const filmSeconds = 4 * 3600;
const json = { 'content-type': 'application/json' };

/** Progress reports of learners, each with ten more seconds, compared with as many bare inserts by node:http. */
export async function measureProgress(size: Size): Promise<Row[]> {
  return (await onBothEngines((engine) => onEngine(engine, size))).flat();
}

async function onEngine(engine: Engine, { rounds, learners }: Size): Promise<Row[]> {
  const [{ place, remove }, bare] = [await engine.place(), await engine.place()];
  const asks = await filling(place, (db) => addWatching(db, place.dataDir, learners));
  const academy = await startAcademy(place);
  const env = bare.place.url === undefined ? {} : { DATABASE_URL: bare.place.url };
  const limit = await startServer(bareInserts, [bare.place.dataDir], env);
  /** Reports per second of processor time, including the database server's. */
  const rateOf = async (server: Running, load: Omit<Load, 'url'>): Promise<number> => {
    const spent = () => cpuSeconds(server.pid) + (engine.pid === undefined ? 0 : cpuSeconds(engine.pid));
    const before = spent();
    const { failures } = await layLoad({ ...load, url: server.url });
    if (failures > 0) throw new Error(`${failures} of ${load.requests} reports were refused`);
    return load.requests / (spent() - before);
  };
  let reported = 0;
  /** The next ten seconds of each learner. */
  const next = (): Omit<Load, 'url'> => {
    const from = reported * step;
    reported += 1;
    const body = JSON.stringify({ watched: [[from, from + step]], position: from + step });
    return { method: 'PUT', requests: learners, connections: 64, headers: json, body, asks };
  };
  try {
    const measured = await alternate(
      rounds,
      () => rateOf(academy, next()),
      () => rateOf(limit, { ...next(), requests: learners }),
    );
    const paced: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { milliseconds, failures } = await layLoad({
        ...next(),
        url: academy.url,
        connections: 256,
        perSecond: learners / step,
      });
      if (failures > 0) throw new Error(`${failures} of ${learners} reports were refused`);
      paced.push(percentile(milliseconds, 0.99));
    }
    return [
      {
        what: `progress reports of ${groupDigits(learners)} watching learners, ${engine.name}`,
        beside: 'bare inserts by bare node:http',
        unit: 'reports per CPU-second',
        measured,
        goal: { atLeast: 0.5 },
      },
      beside(`the same, one each ${step} s, 99th percentile, ${engine.name}`, spreadOf(paced), {
        limit: 100,
        unit: 'ms',
      }),
    ];
  } finally {
    await limit.stop();
    await academy.stop();
    await bare.remove();
    await remove();
  }
}

/** Adds learners who opened a film hours ago; returns the parts of a report that differ between them. */
async function addWatching(db: Parameters<typeof addSignedIn>[0], dataDir: string, count: number): Promise<Ask[]> {
  const people = await addSignedIn(db, dataDir, count);
  const course = await addCourseFor(db, people);
  const filmId = await addOpenedFilm(db, course, { seconds: filmSeconds, hoursAgo: 8 });
  return people.map(({ accessToken }) => ({
    path: `/api/trainingVideo/${filmId}/progress`,
    headers: { authorization: `Bearer ${accessToken}` },
  }));
}
