import { setTimeout as pause } from 'node:timers/promises';
import { ownSettings } from './settings.ts';

/** Where the installed program listens. */
export function ownOrigin(): string {
  const { HOST = '127.0.0.1', PORT = '3000' } = ownSettings();
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** The version of the program that is ready there; undefined where none is. */
export async function readyVersion(origin: string): Promise<string | undefined> {
  try {
    // a connection of its own: a program that ends closes those that it has
    const headers = { connection: 'close' };
    const answer = await fetch(`${origin}/readyz`, { headers, signal: AbortSignal.timeout(5000) });
    return answer.ok ? ((await answer.json()) as { version?: string }).version : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until a version is ready there, or `seconds` are over, or `isOver` says that it will never be. */
export async function isReadyWithin(
  origin: string,
  version: string,
  { seconds, isOver = () => false }: { seconds: number; isOver?: () => boolean },
): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if ((await readyVersion(origin)) === version) return true;
    if (isOver()) break;
    await pause(200);
  }
  return false;
}

/**
 * Asks a program again and again whether it answers.
 *
 * @returns a function that ends that, and returns the longest time in seconds in which nothing was answered.
 */
export function watchAnswers(origin: string): () => Promise<number> {
  let isWatching = true;
  let longest = 0;
  const watching = (async () => {
    let answered = performance.now();
    while (isWatching) {
      const isAnswered = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
      longest = Math.max(longest, performance.now() - answered);
      if (isAnswered) answered = performance.now();
      await pause(50);
    }
  })();
  return async () => {
    isWatching = false;
    await watching;
    return longest / 1000;
  };
}
