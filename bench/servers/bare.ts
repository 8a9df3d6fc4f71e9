// The minimal server: node:http with the same bytes. Sends its URL.
//
//   fork(bare.ts, [file, contentType])
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [file = '', contentType = ''] = process.argv.slice(2);
const bytes = readFileSync(file);
const server = createServer((_request, reply) => {
  reply.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => process.exit(0));
