import { trustedTypes } from '../../lib/device/trusted-types.ts';
import type { Look } from './code-look.ts';
import workerUrl from './read-code-worker.ts?worker&url';

/** The content security policy of pages allows no worker by a bare URL; this policy knows the one file of the build. */
const policy = trustedTypes()?.createPolicy('code-worker', { createScriptURL: () => workerUrl });

/** Has the browser load the worker's file without starting it, so that it can be kept for use without a network. */
export const loadCodeWorker = async (): Promise<void> => {
  await fetch(workerUrl);
};

/**
 * A worker that reads codes. It starts with the first look, and again after a look that took too long.
 *
 * @returns `look`, which resolves to the text of the code, or undefined when there is none or none was found within
 *   `limit` milliseconds, after which the worker is ended; it rejects when the worker cannot be loaded. `end` ends the
 *   worker; a look that is under way then finds nothing.
 */
export function openCodeWorker() {
  let worker: Worker | undefined;
  let settle: ((text?: string) => void) | undefined;
  function end() {
    worker?.terminate();
    worker = undefined;
    settle?.();
  }
  function look(asked: Look, limit: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      worker ??= new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
      const timer = setTimeout(end, limit);
      settle = (text) => {
        clearTimeout(timer);
        resolve(text);
      };
      worker.onmessage = ({ data }: MessageEvent<string | undefined>) => settle?.(data);
      worker.onerror = () => {
        reject(new Error('The worker that reads codes could not be loaded'));
        end();
      };
      worker.postMessage(asked, [asked.pixels.data.buffer]);
    });
  }
  return { look, end };
}
