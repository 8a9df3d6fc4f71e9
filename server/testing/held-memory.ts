import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes that buffers hold and other native memory, without what nothing refers to any more. */
export function heldBytes(): number {
  collectGarbage();
  // the buffers that the first one has found are freed beside the program; the second one waits for that
  collectGarbage();
  return process.memoryUsage().external;
}
