import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes that buffers hold and other native memory, without what nothing refers to any more. */
export function heldBytes(): number {
  // the buffers that the first one has found are freed beside the program; the second one waits for that
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().external;
}

/** The same with the heap of JavaScript, in megabytes. */
export const heldMegabytes = (): number => (heldBytes() + process.memoryUsage().heapUsed) / 2 ** 20;
