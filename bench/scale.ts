// How far the program goes: the processor time of each call with one, two and three programs on one database, a
// simulation of these, how near it comes to a measured run on this machine, and what it says of larger sites
// (docs/scale.md). Needs PostgreSQL, and a machine without other work.
//
//   node bench/scale.ts [requests of each kind, 2000 by default]
import { availableParallelism } from 'node:os';
import { onPostgres } from './harness/engines.ts';
import { type Ask, layLoad } from './harness/load.ts';
import { forecast } from './scale/forecast.ts';
import { type Demand, randomOf, simulate } from './scale/simulation.ts';
import { callNames, type MeasuredDemand, type MeasuredSite, openSite, perHour } from './scale/site.ts';

const count = Number(process.argv[2] ?? 2000);
const cores = availableParallelism();
const seed = 20261126;
const milliseconds = (seconds: number) => (seconds * 1000).toPrecision(3);
const line = (cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);
const head = (cells: readonly string[]) => {
  line(cells);
  line(cells.map(() => '---'));
};

/** A mix of calls: each kind with its share. */
type Mix = { name: string; shares: Record<string, number> };
const mixes: Mix[] = [
  { name: 'an hour of training', shares: perHour },
  { name: 'the first minutes: pages, logins and lists', shares: { ...perHour, 'a progress report': 2 } },
];

const total = ({ main, other, database }: Demand) => main + other + database;

/** Requests of all kinds in random order, by the shares of a mix. */
function mixed(site: MeasuredSite, { shares }: Mix, requests: number): Ask[] {
  const random = randomOf(seed);
  const all = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const asks = callNames.flatMap((name) => site.asks(name, Math.round((requests * (shares[name] ?? 0)) / all)));
  return asks
    .map((ask) => ({ ask, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ ask }) => ask);
}

const [measured] = await onPostgres(async (engine) => {
  const byPrograms: MeasuredDemand[][] = [];
  console.log('\nProcessor time of one call in milliseconds: main thread, other threads, database; and their sum\n');
  head(['call', '1 program', '2 programs', '3 programs', '2 ÷ 1', '3 ÷ 1']);
  for (const programs of [1, 2, 3]) {
    const site = await openSite(engine, programs);
    const demands: MeasuredDemand[] = [];
    for (const name of callNames) demands.push(await site.measure(name, name === 'a login' ? count / 4 : count));
    byPrograms.push(demands);
    await site.close();
  }
  const [one = [], two = [], three = []] = byPrograms;
  const figures = (demand: MeasuredDemand | undefined) =>
    demand &&
    `${[demand.main, demand.other, demand.database].map(milliseconds).join(' + ')} = ${milliseconds(total(demand))}`;
  for (const [index, demand] of one.entries()) {
    const [second, third] = [two[index], three[index]];
    const ratio = (some: MeasuredDemand | undefined) => some && (total(some) / total(demand)).toFixed(2);
    line([demand.name, figures(demand), figures(second), figures(third), ratio(second), ratio(third)]);
  }

  console.log('\nSimulated and measured on this machine: programs, database and load generator share its cores\n');
  head(['mix', 'programs', 'load', 'requests a second', 'simulated', 'mean, ms', 'simulated', 'off by']);
  for (const [programs, demands] of [
    [1, one],
    [3, three],
  ] as const) {
    for (const mix of mixes) {
      const site = await openSite(engine, programs);
      const shared = demands.map((demand) => ({ ...demand, share: mix.shares[demand.name] ?? 0 }));
      const weight = shared.reduce((sum, { share }) => sum + share, 0);
      const generator = shared.reduce((sum, one) => sum + (one.generator * one.share) / weight, 0);
      const here = {
        ...{ cores: [cores], programs: Array<number>(programs).fill(0), database: 0 },
        generator: { machine: 0, seconds: generator },
      };
      const run = { requests: count * 3, seed };
      await layLoad({ url: '', requests: count, connections: 8, asks: mixed(site, mix, count) });
      const people = 16;
      const full = simulate(shared, here, { people }, run);
      for (const [name, perSecond] of [
        [`${people} at once`, undefined],
        ['half of it', full.perSecond / 2],
        ['three quarters', full.perSecond * 0.75],
      ] as const) {
        const asks = mixed(site, mix, run.requests);
        const pace = perSecond === undefined ? {} : { perSecond };
        const loaded = await layLoad({ url: '', requests: asks.length, connections: people, asks, ...pace });
        if (loaded.failures > 0) throw new Error(`${loaded.failures} requests were refused`);
        const said = perSecond === undefined ? full : simulate(shared, here, { perSecond, regular: true }, run);
        const rate = asks.length / loaded.seconds;
        const mean = loaded.milliseconds.reduce((sum, ms) => sum + ms, 0) / asks.length / 1000;
        const off = perSecond === undefined ? full.perSecond / rate - 1 : said.mean / mean - 1;
        line([
          ...[mix.name, programs, name, rate.toFixed(0), said.perSecond.toFixed(0)],
          ...[milliseconds(mean), milliseconds(said.mean), `${(off * 100).toFixed(0)} %`],
        ]);
      }
      await site.close();
    }
  }
  return one;
});
if (!measured) throw new Error('PostgreSQL is not installed on this machine.');

console.log('\nSites, as simulated\n');
head(['site', 'calls a second', 'programs (cores)', 'cores of the database', 'mean, ms', '95 in 100, ms', 'a month']);
for (const cells of forecast(measured, seed)) line(cells);
