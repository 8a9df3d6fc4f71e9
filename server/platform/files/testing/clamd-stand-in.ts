import { createServer } from 'node:net';
import { afterAll } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { eicar } from '../clamd.ts';

export type ClamdStandIn = {
  /** In the format of the setting CLAMD. */
  endpoint: string;
  /** The content received for scanning, in order. */
  scanned: Buffer[];
  /** The reply in place of a verdict, fixed or depending on the content. */
  says: string | undefined | ((content: Buffer) => string | undefined);
  /** When its signatures were made, as clamd writes it. */
  signaturesAt: string;
  stop: () => Promise<void>;
};

/** Implements clamd's INSTREAM on a port of its own, and detects EICAR. */
export async function clamdStandIn(port = 0): Promise<ClamdStandIn> {
  const server = createServer((socket) => {
    let held = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes]);
      if (held.toString() === 'zVERSION\0') return void socket.end(`ClamAV 1.4.3/27849/${standIn.signaturesAt}\0`);
      const content = contentOf(held);
      if (!content) return;
      standIn.scanned.push(content);
      const verdict = content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
      const said = typeof standIn.says === 'function' ? standIn.says(content) : standIn.says;
      socket.end(`${said ?? verdict}\0`);
    });
  });
  const { port: bound, close: stop } = await listen(server, port);
  const standIn: ClamdStandIn = {
    endpoint: `127.0.0.1:${bound}`,
    scanned: [],
    says: undefined,
    signaturesAt: '',
    stop,
  };
  afterAll(stop);
  return standIn;
}

/** The content of a complete command; undefined until it is complete. */
function contentOf(held: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (held.length < command.length) return undefined;
  if (held.subarray(0, command.length).toString() !== command) throw new Error('no INSTREAM');
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= held.length; ) {
    const length = held.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(held.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
