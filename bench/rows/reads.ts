import { openSession } from '../../server/features/accounts/sign-in/sessions.ts';
import { transaction } from '../../server/platform/db/database.ts';
import { type DatabaseLocation, filling, startAcademy } from '../harness/academy.ts';
import { onPostgres } from '../harness/engines.ts';
import { layLoad } from '../harness/load.ts';
import { addMultitude, nthId, settled } from '../harness/multitude.ts';
import { cpuSeconds } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { sessionMeans } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';

/**
 * What one page asks for, by people of one kind; `limit` is the goal for all of it together, in milliseconds of CPU.
 */
type Read = { what: string; paths: readonly string[]; by: 'staff' | 'learner'; limit: number };

const course = nthId('course', 0);
const reads: readonly Read[] = [
  { what: 'first page of a learner', paths: ['/home', '/courses/active'], by: 'learner', limit: 2 },
  {
    what: 'page of a course for a learner',
    paths: [`/courses/${course}/dates`, '/userCourses/states'],
    by: 'learner',
    limit: 2,
  },
  { what: '100 learners of a course', paths: [`/courses/${course}/learners?limit=100`], by: 'staff', limit: 4 },
  { what: '100 requests', paths: ['/userCourses/inactive?limit=100'], by: 'staff', limit: 12 },
  { what: '100 profiles', paths: ['/userProfile/getAllUserProfiles?limit=100'], by: 'staff', limit: 12 },
  { what: '100 people', paths: ['/user/getApprovedUsers?limit=100'], by: 'staff', limit: 4 },
];

/** The learners who ask in turn. */
const readers = 50;

/**
 * What reads cost in processor time, program and database together, in an academy of some thousand learners on a
 * PostgreSQL server. The first round only warms.
 */
export async function measureReads({
  rounds,
  learners,
  times,
}: {
  rounds: number;
  learners: number;
  times: number;
}): Promise<Row[]> {
  const rows = await onPostgres(async (engine) => {
    const { place, remove } = await engine.place();
    const { token } = await addMultitude(place, learners);
    const tokens = { staff: [token], learner: await tokensOf(place, learners) };
    const academy = await startAcademy(place);
    try {
      await settled(place.url);
      const costs = reads.map(() => ({ program: [] as number[], database: [] as number[] }));
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, { paths, by }] of reads.entries()) {
          const asks = tokens[by].flatMap((one) =>
            paths.map((path) => ({ path: `/api${path}`, headers: { authorization: `Bearer ${one}` } })),
          );
          const before = { program: cpuSeconds(academy.pid), database: cpuSeconds(engine.pid) };
          const { failures } = await layLoad({
            url: academy.url,
            requests: times * paths.length,
            connections: 4,
            headers: { 'accept-encoding': 'br, gzip' },
            asks,
          });
          if (failures > 0) throw new Error(`${failures} of ${paths.join(', ')} were refused`);
          if (round === 0) continue;
          const of = costs[index] as (typeof costs)[number];
          of.program.push(((cpuSeconds(academy.pid) - before.program) * 1000) / times);
          of.database.push(((cpuSeconds(engine.pid) - before.database) * 1000) / times);
        }
      }
      return reads.map(({ what, limit }, index) => {
        const { program, database } = costs[index] as (typeof costs)[number];
        const both = spreadOf(program.map((one, at) => one + (database[at] ?? 0)));
        const middle = (values: number[]) => spreadOf(values).median.toFixed(1);
        return beside(`${what}, on a server`, both, {
          limit,
          unit: 'ms CPU',
          note: `${middle(database)} database, ${middle(program)} program`,
        });
      });
    } finally {
      await academy.stop();
      await remove();
    }
  });
  return rows.flat();
}

/** Sessions of learners spread over the whole academy. */
function tokensOf(place: DatabaseLocation, learners: number): Promise<string[]> {
  const means = sessionMeans(place.dataDir);
  return filling(place, (db) =>
    transaction(db, async (tx) => {
      const tokens: string[] = [];
      for (let n = 0; n < readers; n += 1) {
        // every eighth is disabled, from the fourth on
        const account = {
          id: nthId('account', Math.floor((n * learners) / readers / 8) * 8),
          role: 'learner' as const,
        };
        const { accessToken } = await openSession(tx, means, { account, ip: '127.0.0.1', userAgent: 'bench' });
        tokens.push(accessToken);
      }
      return tokens;
    }),
  );
}
