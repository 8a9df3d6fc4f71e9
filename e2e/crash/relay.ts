import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type Acknowledge, type Clerk, isLostLink } from './clerk.ts';

/** A request that was cut: when, and what its client saw. */
export type Cut = { clerk: number; at: number; what: string };

/** Thrown into a clerk's work to end it at an acknowledged action. */
class Over extends Error {}

/**
 * Whether a request was cut on its way through a load balancer: its connection ended, or the load balancer says that
 * the instance has not answered.
 */
const isCut = (error: unknown) => isLostLink(error) || (error instanceof Error && /: 50[24] /.test(error.message));
/** Whether the program itself says that it cannot work at the moment. */
const isAway = (error: unknown) => error instanceof Error && /: 503 /.test(error.message);

type Relay = {
  clerks: readonly Clerk[];
  /** Whether it is enough. */
  until: () => boolean;
  acknowledge: Acknowledge;
  /** Whether a refusal with 503 is borne as well, as while a database fails over. */
  bearsOutage?: boolean;
};

/**
 * Has clerks work while parts of the system die. A clerk whose request was cut checks everything that was
 * acknowledged, and goes on.
 *
 * @returns the requests that were cut; any other error fails.
 */
export async function relay({ clerks, until, acknowledge, bearsOutage = false }: Relay): Promise<Cut[]> {
  const cuts: Cut[] = [];
  const bear = async (clerk: number, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof Over) return;
      if (!isCut(error) && !(bearsOutage && isAway(error))) throw error;
      cuts.push({ clerk, at: Date.now(), what: String(error).slice(0, 200) });
      if (isAway(error)) await wait(200);
    }
  };
  const goOn = async (clerk: Clerk, number: number) => {
    while (!until()) {
      await bear(number, () =>
        clerk.work((action) => {
          acknowledge(action);
          if (until()) throw new Over();
        }),
      );
      await bear(number, clerk.check);
    }
  };
  await Promise.all(clerks.map(goOn));
  return cuts;
}

/** When an instance was killed or asked to end, and when its process was gone, in milliseconds since 1970. */
export type Death = { from: number; to: number };

/** How late a client may learn that its request was cut, in milliseconds: the machine is busy. */
const late = 1000;

/**
 * Expects that requests were cut only by deaths. While an instance dies, its sockets are closed one after the other,
 * and it still takes connections; once it is gone, each client has at most the one request that had begun before.
 */
export function expectCutsByDeaths(cuts: readonly Cut[], deaths: readonly Death[]): void {
  const seen = new Set<string>();
  for (const { clerk, at, what } of cuts) {
    const death = deaths.findLastIndex(({ from }) => from <= at + 50);
    const { to = 0 } = deaths[death] ?? {};
    expect(at - to, `${what}, so many ms after the last instance was gone`).toBeLessThan(late);
    if (at <= to) continue;
    const key = `${clerk} ${death}`;
    expect(seen.has(key), `a second request of client ${clerk} was cut after a death: ${what}`).toBe(false);
    seen.add(key);
  }
}
