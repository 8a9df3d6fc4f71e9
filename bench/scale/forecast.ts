import { type Demand, type Site, simulate } from './simulation.ts';

/** Dollars a month for one virtual core: m7g.large at 0.0816 $ an hour (AWS, us-east-1, June 2026), 730 hours. */
const coreAMonth = (0.0816 / 2) * 730;
/** The database has a standby of the same size, and the cores of programs one machine more than are needed. */
const standby = 2;
/** Share of all learners who are in training in the busiest hour (docs/performance.md). */
const atOnce = 0.05;
/** How busy main threads and cores may be in that hour: the rest is for peaks, and for a machine that is gone. */
const mostBusy = 0.5;
/** Cores of a machine on which programs run, one program each. */
const programsOnMachine = 4;

/** A site to forecast: academies with a database each, or one database for all. */
type Wanted = { name: string; databases: number; learners: number };
const wanted: Wanted[] = [
  { name: '1 academy of 100,000 learners', databases: 1, learners: 100_000 },
  { name: '10 academies of 100,000, a database each', databases: 10, learners: 100_000 },
  { name: '100 academies of 100,000, a database each', databases: 100, learners: 100_000 },
  { name: '1 academy of 1,000,000 learners', databases: 1, learners: 1_000_000 },
  { name: '1 academy of 10,000,000 learners', databases: 1, learners: 10_000_000 },
];

const seconds = (some: number) => (some * 1000).toPrecision(3);
const rounded = (some: number) => Math.round(some).toLocaleString('en-IN');

/**
 * For each site the machines that it needs, by the demands of its calls, and the response times that a simulation of one
 * of its databases with its programs has: cells of a table.
 */
export function forecast(demands: readonly Demand[], seed: number): string[][] {
  const shares = demands.reduce((sum, { share }) => sum + share, 0);
  const mean = (part: (demand: Demand) => number) =>
    demands.reduce((sum, demand) => sum + (part(demand) * demand.share) / shares, 0);
  return wanted.map(({ name, databases, learners }) => {
    const perSecond = (learners * atOnce * shares) / 3600;
    const byMain = (perSecond * mean(({ main }) => main)) / mostBusy;
    const byCores = (perSecond * mean(({ main, other }) => main + other)) / mostBusy;
    const machines = Math.max(1, Math.ceil(Math.max(byMain, byCores) / programsOnMachine));
    const databaseCores = Math.max(2, Math.ceil((perSecond * mean(({ database }) => database)) / mostBusy));
    const site: Site = {
      cores: [...Array<number>(machines).fill(programsOnMachine), databaseCores],
      programs: Array.from({ length: machines * programsOnMachine }, (_, index) => index % machines),
      database: machines,
    };
    const { mean: response, p95 } = simulate(demands, site, { perSecond }, { requests: 30_000, seed });
    const cores = machines * programsOnMachine + databaseCores * standby;
    return [
      name,
      rounded(perSecond * databases),
      rounded(machines * programsOnMachine * databases),
      databases === 1 ? String(databaseCores) : `${databases} × ${databaseCores}`,
      seconds(response),
      seconds(p95),
      `$ ${rounded(cores * coreAMonth * databases)}`,
    ];
  });
}
