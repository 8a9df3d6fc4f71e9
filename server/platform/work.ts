import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known about a piece of work, a request or a job, while it is carried out. */
export type Work = {
  /** Whether it has enqueued a job that is due. */
  leftJob: boolean;
  /** What it has read once, by name; null for what it reads each time. */
  readonly read: Map<string, Promise<unknown> | null>;
};

const current = new AsyncLocalStorage<Work | undefined>();

export const newWork = (): Work => ({ leftJob: false, read: new Map() });

/** Carries out a piece of work. */
export const withWork = <Result>(work: Work, act: () => Result): Result => current.run(work, act);

/** Carries out what does not belong to the current work, such as the jobs that it has enqueued. */
export const apartFromWork = <Result>(act: () => Result): Result => current.run(undefined, act);

/** Notes that the current work has enqueued a job that is due; does nothing in a command. */
export function noteJob(): void {
  const work = current.getStore();
  if (work) work.leftJob = true;
}

/** Reads something at its first use in the current work, and keeps it to the end; each time in a command. */
export function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const kept = current.getStore()?.read;
  const known = kept?.get(name);
  if (known) return known as Promise<T>;
  const reading = read();
  if (!kept || known === null) return reading;
  kept.set(name, reading);
  // the next one reads it again
  reading.catch(() => kept.delete(name));
  return reading;
}

/** Has something read each time from now on, in a work that changes it. */
export function readAlways(name: string): void {
  current.getStore()?.read.set(name, null);
}
