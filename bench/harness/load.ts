import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** One request: the parts in which it differs from the load's common settings. */
export type Ask = {
  path?: string;
  method?: Load['method'];
  headers?: Record<string, string>;
  body?: string;
};

/** A load: the requests, their total number, and the number of open connections. */
export type Load = {
  url: string;
  requests: number;
  connections: number;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
  /** Different requests, sent in turn, starting again after the last. */
  asks?: readonly Ask[];
  /**
   * Sends this many requests per second, whether earlier ones were answered or not; without it, as fast as possible.
   */
  perSecond?: number;
};

/**
 * Latencies in milliseconds, ascending, and the number of responses without a 2xx status. A latency counts from when
 * the request was due, as for a person who waits for a connection, to the complete response.
 */
export type Loaded = { milliseconds: number[]; failures: number };

/** Generates load on a server from a second process, and waits until it is done. */
export async function layLoad(load: Load): Promise<Loaded> {
  const child = fork(import.meta.filename, ['load'], { serialization: 'advanced' });
  child.send(load);
  const [loaded] = (await Promise.race([once(child, 'message'), brokenOff(child)])) as [Loaded];
  child.disconnect();
  await once(child, 'exit');
  return loaded;
}

async function brokenOff(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`The load was broken off with ${code}`);
}

async function carryOut({ url, requests, connections, perSecond, asks = [{}], ...all }: Load): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let failures = 0;
  let next = 0;
  const ask = (due: number) =>
    new Promise<void>((resolve, reject) => {
      const one = asks[next++ % asks.length] ?? {};
      const { path = '', headers, body = all.body, method = all.method ?? 'GET' } = one;
      const asked = request(`${url}${path}`, { method, headers: { ...all.headers, ...headers }, agent }, (answer) => {
        if ((answer.statusCode ?? 500) >= 300) failures += 1;
        answer.on('end', () => {
          milliseconds.push(performance.now() - due);
          resolve();
        });
        answer.on('error', reject);
        answer.resume();
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const worker = async () => {
    while (next < requests) await ask(performance.now());
  };
  if (perSecond === undefined) await Promise.all(Array.from({ length: connections }, worker));
  else await atPace(requests, perSecond, ask);
  agent.destroy();
  return { milliseconds: milliseconds.sort((a, b) => a - b), failures };
}

async function atPace(requests: number, perSecond: number, ask: (due: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  for (let i = 0; i < requests; i += 1) {
    const due = begun + (i * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await delay(early);
    asked.push(ask(due));
  }
  await Promise.all(asked);
}

/** The body of one response, for values that are needed before a load. */
export const bodyOf = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
  const asked = request(url, { headers }).end();
  const [answer] = await once(asked, 'response');
  return text(answer);
};

if (process.argv[2] === 'load') {
  process.once('message', async (load: Load) => {
    process.send?.(await carryOut(load));
  });
}
