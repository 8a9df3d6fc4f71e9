// The minimum that could store a report: node:http, and one row per request, on either engine. Sends its URL.
//
//   fork(bare-inserts.ts, [dataDir], { DATABASE_URL })
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { openDatabase } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/http/log.ts';

const [dataDir = ''] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
const db = await openDatabase({ ...(url !== undefined && { url }), dataDir, log: createLog('error') });
await sql`create table if not exists bench_report (id bigserial primary key, learner text, report jsonb, at timestamptz)`.execute(
  db,
);
const server = createServer(async (request, reply) => {
  const report = await text(request);
  const learner = request.headers.authorization ?? '';
  await sql`insert into bench_report (learner, report, at) values (${learner}, ${report}::jsonb, ${new Date()})`.execute(
    db,
  );
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', async () => {
  await db.destroy();
  process.exit(0);
});
