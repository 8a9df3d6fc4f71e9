import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the program looks whether it is at rest, in milliseconds. */
const lookMilliseconds = 10_000;
/** At rest the main thread works less than this share of the time. */
const restingShare = 0.05;
/** It is worth a collection when the heap has this much more than the last one has left, in bytes. */
const worthwhile = 32 * 2 ** 20;

/**
 * Gives memory back to the system when the program has come to rest: V8 keeps what a load or the start has needed, half
 * of its heap, for as long as little is allocated. A collection takes a fifth of a second, in which nothing is
 * answered; so there is one only after two looks at which next to nothing was done, and not again until the heap has
 * grown.
 *
 * @returns a function that ends it.
 */
export function giveBackAtRest(): () => void {
  let before = performance.eventLoopUtilization();
  let restedBefore = false;
  let left = 0;
  let collect: ((options: object) => void) | undefined;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    const isAtRest = utilization < restingShare;
    if (isAtRest && restedBefore && process.memoryUsage().heapTotal > left + worthwhile) {
      if (!collect) {
        setFlagsFromString('--expose-gc');
        collect = runInNewContext('gc') as typeof collect;
      }
      collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      left = process.memoryUsage().heapTotal;
    }
    restedBefore = isAtRest;
  }, lookMilliseconds).unref();
  return () => clearInterval(timer);
}
