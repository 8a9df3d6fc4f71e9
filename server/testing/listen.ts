import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/**
 * Lets a server of a test listen on the loopback interface.
 *
 * @param port the port to listen on; a free one by default.
 * @returns its port, its URL if it speaks HTTP, and what closes it and cuts its connections.
 */
export async function listen(server: Server, port = 0) {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const bound = (server.address() as AddressInfo).port;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      for (const socket of open) socket.destroy();
    });
  return { port: bound, url: `http://127.0.0.1:${bound}`, close };
}
