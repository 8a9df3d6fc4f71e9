import { groupDigits } from '@fairlead/contract/values/numbers';
import { checkAndKeep, checkNewEntries } from '../../server/features/audit/check-logs.ts';
import { withMaintenance } from '../../server/testing/databases.ts';
import { filling } from '../harness/academy.ts';
import { onPostgres } from '../harness/engines.ts';
import { addRegister, forgetLastLinks } from '../harness/register.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** The number of certificates, those of one day, and how often each check is run. */
type Size = { certificates: number; daily: number; rounds: number };

/**
 * The whole and the daily check of a register with its logs, on a PostgreSQL server. The daily check finds the entries
 * of a day, and compares a ninetieth of the other certificates.
 */
export async function measureRegister({ certificates, daily, rounds }: Size): Promise<Row[]> {
  const rows = await onPostgres(async (engine) => {
    const { place, remove } = await engine.place();
    try {
      return await filling(place, (db) =>
        withMaintenance(place.url, async (client) => {
          await addRegister({ client, db }, certificates);
          const means = { db, clock: () => new Date() };
          const whole: Spent[] = [];
          const days: Spent[] = [];
          for (let round = 0; round < rounds; round++) {
            whole.push(
              await spentBy(async () => {
                const found = await checkAndKeep(means);
                const flaw = [...found.audit.flaws, ...found.certificates.flaws][0];
                if (flaw) throw new Error(`The register does not agree with its log: ${flaw.number} ${flaw.reason}`);
              }),
            );
            await forgetLastLinks(client, daily);
            days.push(await spentBy(() => checkNewEntries(means)));
          }
          const of = groupDigits(certificates);
          return [
            rowOf(`whole check of a register of ${of} certificates and its logs`, whole, 120),
            rowOf(`daily check of the same, with ${daily} new entries in each log`, days, 1),
          ];
        }),
      );
    } finally {
      await remove();
    }
  });
  return rows.flat();
}

/** Seconds of time, and of our own processor time. */
type Spent = { seconds: number; own: number };

async function spentBy(work: () => Promise<void>): Promise<Spent> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, own: (user + system) / 1e6 };
}

const rowOf = (what: string, spent: readonly Spent[], limit: number): Row =>
  beside(what, spreadOf(spent.map(({ seconds }) => seconds)), {
    limit,
    unit: 's',
    note: `${spreadOf(spent.map(({ own }) => own)).median.toPrecision(3)} s of them the program's own processor time`,
  });
