import { setTimeout as wait } from 'node:timers/promises';
import { test } from '@playwright/test';
import { type Academy, startAcademy } from '../academy.ts';
import type { Engine } from '../engines.ts';
import { type Clerk, isLostLink } from './clerk.ts';
import { films } from './films.ts';
import { journeys } from './journeys.ts';
import { registrations } from './registrations.ts';
import { expectSoundStore, type Left } from './store.ts';

/** How much was acknowledged in all rounds, by kind, and what was found at the end. */
export type Survived = { acknowledged: ReadonlyMap<string, number>; left: Left };

/**
 * Kills a program with -9 again and again while people register, learners go from request to certificate and a
 * colleague uploads films, and looks after each time for everything that it had acknowledged.
 *
 * @param longest the program is killed at random within so many milliseconds after each clerk's first response.
 * @param after kinds of actions of which one each must be acknowledged in a round before that time begins.
 */
export async function crashRounds(
  engine: Engine,
  {
    rounds,
    longest = 2000,
    learners = ['Asha', 'Ravi'],
    after = [],
  }: { rounds: number; longest?: number; learners?: string[]; after?: readonly string[] },
): Promise<Survived> {
  const academy = await startAcademy({ engine, mail: 'smtp', env: { TRUST_PROXY: 'true' } });
  try {
    const clerks = [
      registrations(academy),
      await films(academy),
      ...(await Promise.all(learners.map((name) => journeys(academy, name)))),
    ];
    const acknowledged = new Map<string, number>();
    const acknowledge = (action: string) => acknowledged.set(action, (acknowledged.get(action) ?? 0) + 1);
    for (let round = 1; round <= rounds; round++) {
      const moment = Math.floor(Math.random() * longest);
      await test.step(`round ${round}, killed after ${moment} ms`, async () => {
        await killAtWork(academy, clerks, { moment, acknowledge, after });
        for (const clerk of clerks) await clerk.check();
      });
    }
    for (const clerk of clerks) await clerk.finish();
    await academy.terminate();
    return { acknowledged, left: await expectSoundStore(academy) };
  } finally {
    await academy.stop();
  }
}

type Round = { moment: number; acknowledge: (action: string) => void; after: readonly string[] };

async function killAtWork(academy: Academy, clerks: readonly Clerk[], round: Round): Promise<void> {
  const { moment, acknowledge, after } = round;
  let killed = false;
  const awaited = new Map(after.map((action) => [action, Promise.withResolvers<void>()]));
  const begin = (clerk: Clerk) => {
    const first = Promise.withResolvers<void>();
    const work = async () => {
      try {
        await clerk.work((action) => {
          acknowledge(action);
          first.resolve();
          awaited.get(action)?.resolve();
        });
      } catch (error) {
        if (!killed || !isLostLink(error)) throw error;
      }
    };
    return { first: first.promise, done: work() };
  };
  const begun = clerks.map(begin);
  const working = Promise.all(begun.map(({ done }) => done));
  const firsts = [...begun.map(({ first }) => first), ...[...awaited.values()].map(({ promise }) => promise)];
  await Promise.race([Promise.all(firsts), working]);
  await wait(moment);
  killed = true;
  await academy.crash();
  await working;
}
