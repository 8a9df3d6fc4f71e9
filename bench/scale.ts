// How far the program goes: the processor time of each call with one, two and three programs on one database, a
// simulation of these, how near it comes to a measured run on this machine, and what it says of larger sites
// (docs/scale.md). Needs PostgreSQL, and a machine without other work, for some eight minutes.
//
//   node bench/scale.ts [requests of each kind to each program, 1000 by default] [file]
//
// With a file, what was measured is kept there, and is not measured again: a run can be divided.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { onPostgres, type ServerEngine } from './harness/engines.ts';
import { type Ask, layLoad } from './harness/load.ts';
import { forecast, forecastHead } from './scale/forecast.ts';
import { randomOf, simulate } from './scale/simulation.ts';
import {
  type CallName,
  callNames,
  type MeasuredDemand,
  type MeasuredSite,
  openSite,
  perHour,
  sharersOf,
} from './scale/site.ts';

const count = Number(process.argv[2] ?? 1000);
const file = process.argv[3];
const cores = availableParallelism();
const seed = 20261126;
/** People who send the next request after each response. */
const people = 16;
/** How long each load lasts, in seconds. */
const seconds = 6;
const off = (said: number, found: number) => `${((said / found - 1) * 100).toFixed(0)} %`;
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

/** Cells of the table that compares a simulated load with the same one on this machine, for the programs of a site. */
async function compare(site: MeasuredSite, programs: number, demands: readonly MeasuredDemand[]): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for (const mix of mixes) {
    const shared = demands.map((demand) => ({ ...demand, share: mix.shares[demand.name] ?? 0 }));
    const weight = shared.reduce((sum, { share }) => sum + share, 0);
    const generator = shared.reduce((sum, one) => sum + (one.generator * one.share) / weight, 0);
    // programs, database and load generator share the cores
    const here = {
      ...{ cores: [cores], programs: Array<number>(programs).fill(0), database: 0 },
      generator: { machine: 0, seconds: generator },
    };
    const full = simulate(shared, here, { people }, { requests: 20_000, seed });
    for (const [load, part] of [
      [`${people} at once`, undefined],
      ['half of that', 0.5],
      ['three quarters', 0.75],
    ] as const) {
      const perSecond = full.perSecond * (part ?? 1);
      const asks = mixed(site, mix, Math.ceil(perSecond * seconds));
      const pace = part === undefined ? { connections: people } : { connections: 200, perSecond };
      const before = site.spentSeconds();
      const loaded = await layLoad({ url: '', requests: asks.length, asks, from: 'sent', ...pace });
      if (loaded.failures > 0) throw new Error(`${loaded.failures} requests were refused`);
      const said =
        part === undefined ? full : simulate(shared, here, { perSecond, regular: true }, { requests: 20_000, seed });
      const rate = asks.length / loaded.seconds;
      const mean = loaded.milliseconds.reduce((sum, ms) => sum + ms, 0) / asks.length / 1000;
      const cost = (site.spentSeconds() - before) / asks.length;
      const saidCost = ((said.busy[0] ?? 0) * cores) / said.perSecond - generator;
      rows.push([
        ...[mix.name, programs, load, rate.toFixed(0), said.perSecond.toFixed(0), off(said.perSecond, rate)],
        ...[milliseconds(mean), milliseconds(said.mean), off(said.mean, mean)],
        ...[milliseconds(cost), milliseconds(saidCost), off(saidCost, cost)],
      ]);
    }
  }
  return rows;
}

/**
 * What was measured with a number of programs on one database; `apart` is the cost of each call with as many programs
 * that have a database each, in seconds, in the order of `callNames`.
 */
type Measured = { demands: MeasuredDemand[]; apart: number[]; compared: unknown[][] };

/** The number of requests of a kind to each program. */
const countOf = (name: CallName) => (name === 'a login' ? count / 10 : count);

async function costsApart(engine: ServerEngine, programs: number): Promise<number[]> {
  const sites = await openSite(engine, programs, { apart: true });
  try {
    const costs: number[] = [];
    for (const name of callNames) costs.push(await sites.cost(name, countOf(name)));
    return costs;
  } finally {
    await sites.close();
  }
}

async function measureWith(engine: ServerEngine, programs: number): Promise<Measured> {
  const site = await openSite(engine, programs);
  try {
    const demands: MeasuredDemand[] = [];
    for (const name of callNames) demands.push(await site.measure(name, countOf(name)));
    return { demands, apart: [], compared: programs === 2 ? [] : await compare(site, programs, demands) };
  } finally {
    await site.close();
  }
}

const [measured] = await onPostgres(async (engine) => {
  const kept: Record<string, Measured> = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const programs of [1, 2, 3]) {
    const one = kept[programs] ?? (await measureWith(engine, programs));
    kept[programs] = one;
    if (programs > 1 && one.apart.length === 0) one.apart = await costsApart(engine, programs);
    if (file) writeFileSync(file, JSON.stringify(kept));
  }
  const compared = Object.values(kept).flatMap((one) => one.compared);
  const [one, two, three] = [1, 2, 3].map((programs) => kept[programs] as Measured) as [Measured, Measured, Measured];
  console.log(`
Processor time of one call in milliseconds, with eight on their way to each program: main thread + other threads +
database = all. In brackets, what it costs when it is alone. 'Apart': with as many programs that have a database each. The
ratio is what it costs that programs share a database; that they share these cores is in both.
`);
  head(['call', '1 program', '2 programs', '2 apart', 'ratio', '3 programs', '3 apart', 'ratio']);
  const figures = ({ main, aside, pool, database, together, busy, batched }: MeasuredDemand) => {
    const among = (own: number, shared = 0) => own + shared / sharersOf(batched);
    const parts = [
      among(main, together?.main),
      pool + among(aside, together?.aside),
      among(database, together?.database),
    ];
    const alone = [main, aside, pool, database, together?.main ?? 0, together?.aside ?? 0, together?.database ?? 0];
    return `${parts.map(milliseconds).join(' + ')} = ${milliseconds(busy)} (${milliseconds(alone.reduce((a, b) => a + b))})`;
  };
  for (const [index, name] of callNames.entries()) {
    const cells = [two, three].flatMap(({ demands, apart }) => {
      const demand = demands[index] as MeasuredDemand;
      const alone = apart[index] ?? Number.NaN;
      return [figures(demand), milliseconds(alone), (demand.busy / alone).toFixed(2)];
    });
    line([name, figures(one.demands[index] as MeasuredDemand), ...cells]);
  }
  const hour = (costs: readonly number[]) =>
    costs.reduce((sum, cost, index) => sum + cost * perHour[callNames[index] as CallName], 0);
  const ofAll = ({ demands }: Measured) => hour(demands.map(({ busy }) => busy));
  line([
    'an hour of training, in seconds',
    ofAll(one).toFixed(2),
    ...[two, three].flatMap((some) => [
      ofAll(some).toFixed(2),
      hour(some.apart).toFixed(2),
      (ofAll(some) / hour(some.apart)).toFixed(2),
    ]),
  ]);
  console.log('\nSimulated and measured on this machine: programs, database and load generator share its cores\n');
  head([
    ...['mix', 'programs', 'load', 'a second', 'simulated', 'off by', 'mean, ms', 'simulated', 'off by'],
    ...['processor, ms', 'simulated', 'off by'],
  ]);
  for (const cells of compared) line(cells);
  return one.demands;
});
if (!measured) throw new Error('PostgreSQL is not installed on this machine.');

console.log('\nSites, as simulated\n');
head(forecastHead);
for (const cells of forecast(measured, seed)) line(cells);
