// How far the program goes: the processor time of each call with one, two and three programs on one database, a
// simulation of these, how near it comes to a measured run on this machine, and what it says of larger sites
// (docs/scale.md). Needs PostgreSQL, and a machine without other work, for some fifteen minutes.
//
//   node bench/scale.ts [requests of each kind to each program, 1000 by default] [file]
//
// With a file, what was measured is kept there, and is not measured again: a run can be divided.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { onPostgres, type ServerEngine } from './harness/engines.ts';
import { type Ask, type Load, layLoad } from './harness/load.ts';
import { alternate, type Measured as Compared, spreadOf } from './harness/rounds.ts';
import { forecast, forecastHead } from './scale/forecast.ts';
import { type Arrivals, type Outcome, randomOf, simulate } from './scale/simulation.ts';
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
/** How often each load is measured; its median counts. */
const loadRounds = 5;
/** How often programs that share a database are measured in turn with programs that do not. */
const rounds = 7;
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

/** What a load took: requests a second, and for one of them the mean response and processor time in seconds. */
type Figures = { rate: number; mean: number; cost: number };

/** Lays a mix on a site several times, each with new requests. @returns the medians */
async function measureLoad(
  site: MeasuredSite,
  mix: Mix,
  requests: number,
  pace: Pick<Load, 'connections' | 'perSecond'>,
): Promise<Figures> {
  const loads: Figures[] = [];
  for (let round = 0; round < loadRounds; round += 1) {
    const asks = mixed(site, mix, requests);
    const before = site.spentSeconds();
    const loaded = await layLoad({ url: '', requests: asks.length, asks, from: 'sent', ...pace });
    if (loaded.failures > 0) throw new Error(`${loaded.failures} requests were refused`);
    loads.push({
      rate: asks.length / loaded.seconds,
      mean: loaded.milliseconds.reduce((sum, ms) => sum + ms, 0) / asks.length / 1000,
      cost: (site.spentSeconds() - before) / asks.length,
    });
  }
  const middle = (figure: keyof Figures) => spreadOf(loads.map((load) => load[figure])).median;
  return { rate: middle('rate'), mean: middle('mean'), cost: middle('cost') };
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
    const simulated = (arrivals: Arrivals) => simulate(shared, here, arrivals, { requests: 20_000, seed });
    const full = simulated({ people });
    const highest = await measureLoad(site, mix, Math.ceil(full.perSecond * seconds), { connections: people });
    const row = (load: string, { rate, mean, cost }: Figures, said: Outcome) => {
      const saidCost = ((said.busy[0] ?? 0) * cores) / said.perSecond - generator;
      rows.push([
        ...[mix.name, programs, load, rate.toFixed(0), said.perSecond.toFixed(0), off(said.perSecond, rate)],
        ...[milliseconds(mean), milliseconds(said.mean), off(said.mean, mean)],
        ...[milliseconds(cost), milliseconds(saidCost), off(saidCost, cost)],
      ]);
    };
    row(`${people} at once`, highest, full);
    for (const [load, part] of [
      ['half of that', 0.5],
      ['three quarters', 0.75],
    ] as const) {
      const perSecond = highest.rate * part;
      const pace = { connections: 200, perSecond };
      row(
        load,
        await measureLoad(site, mix, Math.ceil(perSecond * seconds), pace),
        simulated({ perSecond, regular: true }),
      );
    }
  }
  return rows;
}

/**
 * What was measured with a number of programs on one database; `costs` compares the cost of each call, in seconds, with
 * as many programs that have a database each, in the order of `callNames`.
 */
type Measured = { demands: MeasuredDemand[]; costs: Compared[]; compared: unknown[][] };

/** The number of requests of a kind to each program. */
const countOf = (name: CallName) => (name === 'a login' ? count / 10 : count);

async function measureWith(engine: ServerEngine, programs: number): Promise<Measured> {
  const site = await openSite(engine, programs);
  try {
    const demands: MeasuredDemand[] = [];
    for (const name of callNames) demands.push(await site.measure(name, countOf(name)));
    const compared = programs === 2 ? [] : await compare(site, programs, demands);
    return { demands, compared, costs: programs === 1 ? [] : await compareApart(engine, site, programs) };
  } finally {
    await site.close();
  }
}

/** Measures the programs of a site in turn with as many that have a database each: other work affects both. */
async function compareApart(engine: ServerEngine, site: MeasuredSite, programs: number): Promise<Compared[]> {
  const apart = await openSite(engine, programs, { apart: true });
  try {
    const costs: Compared[] = [];
    for (const name of callNames) {
      const each = countOf(name);
      costs.push(
        await alternate(
          rounds,
          () => site.cost(name, each),
          () => apart.cost(name, each),
        ),
      );
    }
    return costs;
  } finally {
    await apart.close();
  }
}

/** The parts of what a call costs, as a cell of the table. */
function partsOf({ main, aside, pool, database, together, busy, batched }: MeasuredDemand): string {
  const among = (own: number, shared = 0) => own + shared / sharersOf(batched);
  const parts = [
    among(main, together?.main),
    pool + among(aside, together?.aside),
    among(database, together?.database),
  ];
  const alone = [main, aside, pool, database, together?.main ?? 0, together?.aside ?? 0, together?.database ?? 0];
  const whole = alone.reduce((sum, part) => sum + part);
  return `${parts.map(milliseconds).join(' + ')} = ${milliseconds(busy)} (${milliseconds(whole)})`;
}

const [measured] = await onPostgres(async (engine) => {
  const kept: Record<string, Measured> = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const programs of [1, 2, 3]) {
    kept[programs] ??= await measureWith(engine, programs);
    if (file) writeFileSync(file, JSON.stringify(kept));
  }
  const compared = Object.values(kept).flatMap((one) => one.compared);
  const [one, two, three] = [1, 2, 3].map((programs) => kept[programs] as Measured) as [Measured, Measured, Measured];
  console.log(`
Processor time of one call in milliseconds, with eight on their way to each program: main thread + other threads +
database = all. In brackets, what it costs when it is alone. 'Apart': with as many programs that have a database each,
measured in turn, ${rounds} rounds. The ratio is what it costs that programs share a database, with its lowest and highest
round; that they share these cores is in both.
`);
  head(['call', '1 program', '2 programs', '2 apart', 'ratio', '3 programs', '3 apart', 'ratio']);
  for (const [index, name] of callNames.entries()) {
    const cells = [two, three].flatMap(({ costs }) => {
      const { ours, limit, ratio } = costs[index] as Compared;
      const spread = `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`;
      return [milliseconds(ours.median), milliseconds(limit.median), spread];
    });
    line([name, partsOf(one.demands[index] as MeasuredDemand), ...cells]);
  }
  const hour = (costs: readonly number[]) =>
    costs.reduce((sum, cost, index) => sum + cost * perHour[callNames[index] as CallName], 0);
  const hours = [two, three].flatMap(({ costs }) => {
    const [shared, apart] = [hour(costs.map(({ ours }) => ours.median)), hour(costs.map(({ limit }) => limit.median))];
    return [shared.toFixed(2), apart.toFixed(2), (shared / apart).toFixed(2)];
  });
  line(['an hour of training, in seconds', hour(one.demands.map(({ busy }) => busy)).toFixed(2), ...hours]);
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
