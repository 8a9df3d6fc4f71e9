import { vi } from 'vitest';

/** A worker that says only what the test has it say. */
export class StandInWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { message?: string }) => void) | undefined;
  readonly received: unknown[] = [];
  isEnded = false;
  postMessage = (message: unknown) => void this.received.push(message);
  terminate() {
    this.isEnded = true;
  }
}

/**
 * Has the page start stand-ins in place of workers until the test is over. @returns those that it started, the oldest
 * first.
 */
export function standInWorkers(): StandInWorker[] {
  const started: StandInWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends StandInWorker {
      constructor() {
        super();
        started.push(this);
      }
    },
  );
  return started;
}
