import { vi } from 'vitest';
import { answered, isAnswering } from './stand-in-server.ts';

type Timer = { at: number; run: () => void; every: number | undefined };

const turn = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(undefined);
  return promise;
};

/** Waits until calls, React and its router have finished: they use tasks that do not depend on the clock. */
async function settled(): Promise<void> {
  do {
    await answered();
    for (let count = 0; count < 20; count++) await turn();
  } while (isAnswering());
}

/**
 * Stops the page's clock until the test is over; `passes` moves it on, and timers without a delay run at
 * once. (The fake timers of `vi` do not serve: they move on by themselves while a test waits for something on the
 * page.)
 */
export function stopClock(): { passes: (seconds: number) => Promise<void> } {
  const real = { set: window.setTimeout.bind(window), clear: window.clearTimeout.bind(window) };
  const timers = new Map<number, Timer>();
  let now = Date.now();
  // far from the browser's ids, which distinguishes timers that were set before
  let lastId = 1_000_000_000;
  vi.setSystemTime(now);
  const [begun, from] = [now, performance.now()];
  vi.spyOn(performance, 'now').mockImplementation(() => from + now - begun);

  const set =
    (repeats: boolean) =>
    (run: () => void, delay = 0) => {
      if (delay <= 0 && !repeats) return real.set(run);
      lastId += 1;
      timers.set(lastId, { at: now + delay, run, every: repeats ? Math.max(delay, 1) : undefined });
      return lastId;
    };
  const clear = (id?: number) => {
    if (id !== undefined && !timers.delete(id)) real.clear(id);
  };
  vi.stubGlobal('setTimeout', set(false));
  vi.stubGlobal('setInterval', set(true));
  vi.stubGlobal('clearTimeout', clear);
  vi.stubGlobal('clearInterval', clear);

  const move = (to: number) => {
    now = to;
    vi.setSystemTime(to);
  };
  const nextBy = (end: number) =>
    [...timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0];

  return {
    passes: async (seconds) => {
      // pending work sets its timers first
      await settled();
      const end = now + Math.round(seconds * 1000);
      for (let next = nextBy(end); next; next = nextBy(end)) {
        const [id, { at, run, every }] = next;
        move(at);
        if (every === undefined) timers.delete(id);
        else timers.set(id, { at: at + every, run, every });
        run();
        // the timer's work may set another timer
        await settled();
      }
      move(end);
      await settled();
    },
  };
}
