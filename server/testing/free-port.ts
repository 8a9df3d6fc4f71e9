import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (!bound || typeof bound === 'string') throw new Error('no free port');
  return bound.port;
}
