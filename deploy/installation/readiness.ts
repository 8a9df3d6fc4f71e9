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
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) });
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
  while (performance.now() < end && !isOver()) {
    if ((await readyVersion(origin)) === version) return true;
    await pause(50);
  }
  return false;
}
