import { trustedTypes } from '../device/trusted-types.ts';
import type { Found, Look } from './look.ts';
import { NoCodeReader } from './no-code-reader.ts';
import workerUrl from './read-code-worker.ts?worker&url';

/** The content security policy of pages allows no worker by a bare URL; this policy knows the one file of the build. */
const policy = trustedTypes()?.createPolicy('code-worker', { createScriptURL: () => workerUrl });

/** After how many milliseconds a worker that has not started counts as one that cannot be loaded. */
const loadLimit = 60_000;

/**
 * Has the browser load the whole file of the worker without starting it, so that it can be kept for use without a
 * network.
 *
 * @throws NoCodeReader
 */
export async function loadCodeWorker(): Promise<void> {
  const response = await fetch(workerUrl);
  if (!response.ok) throw new NoCodeReader(`The worker was answered with ${response.status}`);
  // until its last byte is there, the browser does not list it among what it has loaded
  await response.arrayBuffer();
}

/** A look that is under way, with the timer of what it waits for. */
type UnderWay = {
  limit: number;
  timer: ReturnType<typeof setTimeout>;
  resolve: (text: string | undefined) => void;
  reject: (error: NoCodeReader) => void;
};

/**
 * A worker that reads codes. It starts with the first look, and again after a look that took too long or failed.
 *
 * @returns `look`, which resolves to the text of the code, or undefined when there is none or none was found within
 *   `limit` milliseconds, after which the worker is ended. The time in which the worker is loaded does not count. It
 *   rejects with NoCodeReader when the worker cannot be loaded or fails, and with Error while another look is under
 *   way. `end` ends the worker; a look that is under way then finds nothing.
 */
export function openCodeWorker() {
  let worker: Worker | undefined;
  let isReady = false;
  let underWay: UnderWay | undefined;

  /** Ends the look that is under way; there is none after it was ended once. */
  function settle(by: (look: UnderWay) => void) {
    const look = underWay;
    underWay = undefined;
    if (!look) return;
    clearTimeout(look.timer);
    by(look);
  }
  function end() {
    worker?.terminate();
    worker = undefined;
    isReady = false;
    settle(({ resolve }) => resolve(undefined));
  }
  function fail(reason: string) {
    settle(({ reject }) => reject(new NoCodeReader(reason)));
    end();
  }
  function take(found: Found) {
    if (found.kind === 'error') return fail(found.message);
    if (found.kind === 'answer') return settle(({ resolve }) => resolve(found.text));
    isReady = true;
    if (!underWay) return;
    clearTimeout(underWay.timer);
    underWay.timer = setTimeout(end, underWay.limit);
  }
  function start(): Worker {
    const started = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<Found>) => take(data);
    started.onerror = ({ message }) => fail(message);
    return started;
  }
  function look(asked: Look, limit: number): Promise<string | undefined> {
    if (underWay) return Promise.reject(new Error('Another look is under way'));
    return new Promise((resolve, reject) => {
      const timer = isReady ? setTimeout(end, limit) : setTimeout(() => fail('The worker has not started'), loadLimit);
      underWay = { limit, timer, resolve, reject };
      try {
        worker ??= start();
        worker.postMessage(asked, [asked.pixels.data.buffer]);
      } catch (error) {
        fail(String(error)); // where the browser allows no worker
      }
    });
  }
  return { look, end };
}
