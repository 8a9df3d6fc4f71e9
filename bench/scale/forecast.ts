import { groupDigits } from '@fairlead/contract/values/numbers';
import { type Demand, type Site, simulate } from './simulation.ts';

/** Dollars a month for one virtual core: m7g.large at 0.0816 $ an hour (AWS, us-east-1, June 2026), 730 hours. */
const coreAMonth = (0.0816 / 2) * 730;
/** What leaves the cloud in a month: up to so many GB, dollars for one (AWS, us-east-1, June 2026). */
const traffic: readonly (readonly [upTo: number, dollars: number])[] = [
  [10_000, 0.09],
  [50_000, 0.085],
  [150_000, 0.07],
  [Number.POSITIVE_INFINITY, 0.05],
];
/** Hours of film that a learner watches in a year, and GB of one hour at 1 Mbit/s (480 lines). */
const [hoursAYear, gigabytesAnHour] = [20, 0.45];
/** The database has a standby of the same size. */
const standby = 2;
/** Share of all learners who are in training in the busiest hour (docs/performance.md). */
const atOnce = 0.05;
/** How busy main threads and cores may be in that hour: the rest is for peaks, and for a machine that is gone. */
const mostBusy = 0.5;
/** Cores of a machine on which programs run, one program each. */
const programsOnMachine = 4;

/** A site to forecast: so many academies, each with a database and programs of its own. */
type Wanted = { name: string; academies: number; learners: number };
const wanted: Wanted[] = [
  { name: '1 academy of 100,000', academies: 1, learners: 100_000 },
  { name: '10 academies of 100,000', academies: 10, learners: 100_000 },
  { name: '100 academies of 100,000', academies: 100, learners: 100_000 },
  { name: '1 academy of 10,000,000', academies: 1, learners: 10_000_000 },
];

const milliseconds = (some: number) => (some * 1000).toPrecision(3);
const rounded = (some: number) => groupDigits(Math.round(some));

/** Dollars a month for what leaves the cloud. */
export function trafficAMonth(gigabytes: number): number {
  let [dollars, from] = [0, 0];
  for (const [upTo, price] of traffic) {
    dollars += Math.max(0, Math.min(gigabytes, upTo) - from) * price;
    from = upTo;
  }
  return dollars;
}

export const forecastHead = [
  ...['learners', 'calls a second', 'machines for programs (4 cores)', 'cores of the database, twice', 'mean, ms'],
  ...['95 in 100, ms', 'machines a month', 'films, TB a month', 'films a month'],
];

/**
 * For each site the machines that it needs in its busiest hour, by the demands of its calls, and the response times
 * that a simulation of one academy has: cells of a table. The demands are those of calls of which two share what they
 * have in common.
 */
export function forecast(demands: readonly Demand[], seed: number): string[][] {
  const shares = demands.reduce((sum, { share }) => sum + share, 0);
  const mean = (part: 'main' | 'aside' | 'pool' | 'database') =>
    demands.reduce((sum, demand) => {
      const common = part === 'pool' ? 0 : (demand.together?.[part] ?? 0);
      return sum + ((demand[part] + common / 2) * demand.share) / shares;
    }, 0);
  return wanted.map(({ name, academies, learners }) => {
    const perSecond = (learners * atOnce * shares) / 3600;
    const byMain = (perSecond * mean('main')) / mostBusy;
    const byCores = (perSecond * (mean('main') + mean('aside') + mean('pool'))) / mostBusy;
    const machines = Math.max(1, Math.ceil(Math.max(byMain, byCores) / programsOnMachine));
    const databaseCores = Math.max(2, Math.ceil((perSecond * mean('database')) / mostBusy));
    const site: Site = {
      cores: [...Array<number>(machines).fill(programsOnMachine), databaseCores],
      programs: Array.from({ length: machines * programsOnMachine }, (_, index) => index % machines),
      database: machines,
    };
    const { mean: response, p95 } = simulate(demands, site, { perSecond }, { requests: 30_000, seed });
    const cores = machines * programsOnMachine + databaseCores * standby;
    const gigabytes = (academies * learners * hoursAYear * gigabytesAnHour) / 12;
    return [
      name,
      rounded(perSecond * academies),
      rounded(machines * academies),
      academies === 1 ? rounded(databaseCores) : `${academies} × ${databaseCores}`,
      milliseconds(response),
      milliseconds(p95),
      `$ ${rounded(cores * coreAMonth * academies)}`,
      rounded(gigabytes / 1000),
      `$ ${rounded(trafficAMonth(gigabytes))}`,
    ];
  });
}
