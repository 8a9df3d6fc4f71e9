import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../server/testing/listen.ts';

export type LinkOptions = {
  roundTripMs: number;
  bitsPerSecond: number;
  /** The speed of the uplink; not limited by default, since a visitor sends very little. */
  upBitsPerSecond?: number;
  /** How long each connection lives, in milliseconds; by default until one side ends it. */
  livesMs?: number;
};

export type SatelliteLink = {
  url: string;
  /** Bytes received over the link since it was opened, including headers. */
  received: () => number;
  /** Gives the link other properties; connections that are open are cut. */
  change: (options: LinkOptions) => void;
  close: () => Promise<void>;
};

/** The amount that TCP sends at once. */
const packetBytes = 1460;

/**
 * Simulates a ship's link to a server. A new connection costs a round trip before its first byte, like a TCP handshake;
 * each direction takes half a round trip; and all connections share the link. Packet loss and TCP slow start are not
 * simulated.
 */
export async function laySatelliteLink(target: string, options: LinkOptions): Promise<SatelliteLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const atDown = line();
  let way = options;
  const free = { down: 0, up: 0 };
  let received = 0;

  /** The time at which the last of `bytes` has been sent, after everything queued by all connections. */
  const sentAt = (direction: 'down' | 'up', bytes: number): number => {
    const speed = direction === 'down' ? way.bitsPerSecond : (way.upBitsPerSecond ?? Number.POSITIVE_INFINITY);
    free[direction] = Math.max(free[direction], performance.now()) + (bytes * 8 * 1000) / speed;
    return free[direction];
  };

  function down(bytes: Buffer, visitor: Socket): void {
    for (let from = 0; from < bytes.length; from += packetBytes) {
      const packet = bytes.subarray(from, from + packetBytes);
      atDown(sentAt('down', packet.length) + way.roundTripMs / 2, () => {
        received += packet.length;
        visitor.write(packet);
      });
    }
  }

  const server = createServer((visitor) => {
    const shaken = performance.now() + way.roundTripMs;
    const atUp = line();
    const origin = connect(Number(port), hostname);
    for (const socket of [visitor, origin]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => sockets.delete(socket));
      // a browser may close a connection at any time
      socket.on('error', () => socket.destroy());
    }
    visitor.on('data', (bytes) =>
      atUp(Math.max(sentAt('up', bytes.length), shaken) + way.roundTripMs / 2, () => origin.write(bytes)),
    );
    origin.on('data', (bytes) => down(bytes, visitor));
    visitor.once('close', () => origin.destroy());
    origin.once('end', () => atDown(sentAt('down', 0) + way.roundTripMs / 2, () => visitor.end()));
    if (way.livesMs !== undefined) {
      const life = setTimeout(() => visitor.destroy(), way.livesMs);
      visitor.once('close', () => clearTimeout(life));
    }
  });
  return {
    ...(await listen(server)),
    received: () => received,
    change: (next) => {
      way = next;
      free.down = 0;
      free.up = 0;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Runs actions at ascending times, in the order of the calls: timers alone may swap two actions within one millisecond.
 */
function line(): (moment: number, act: () => void) => void {
  const waiting: (() => void)[] = [];
  return (moment, act) => {
    waiting.push(act);
    setTimeout(() => waiting.shift()?.(), Math.max(0, moment - performance.now()));
  };
}
