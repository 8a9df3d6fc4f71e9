import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
