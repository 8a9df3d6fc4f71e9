// The cost of an upload: a film of 1 GB is sent over a real connection to a server in a separate process, is inspected,
// gets its header moved to the front and is stored. Prints the figures; exits with 1 when memory grew beyond the limit.
//
//   node bench/upload-memory.ts [megabytes]

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { createFiles } from '../server/platform/files/files.ts';
import { prepareFilm } from '../server/platform/films/films.ts';
import { acceptBodies } from '../server/platform/http/bodies.ts';
import { discardAll, readMultipart, uploadLimits } from '../server/platform/http/multipart.ts';
import { largeFilm } from './harness/large-film.ts';

const limitMegabytes = 150;
const MB = 2 ** 20;

type Costs = { sizeBytes: number; receivedMs: number; preparedMs: number; grownMegabytes: number };

async function serve(dataDir: string): Promise<void> {
  const files = createFiles({
    dataDir,
    secret: 'a secret of at least thirty-two characters',
    vault: 'v'.repeat(32),
    clock: () => new Date(),
  });
  const app = Fastify();
  acceptBodies(app);
  app.post('/films', async (incoming): Promise<Costs> => {
    const [before, begun] = [process.memoryUsage().rss, performance.now()];
    const received = await readMultipart(incoming, { files: { film: { kind: 'film', max: 1 } } }, uploadLimits(files));
    try {
      const receivedMs = performance.now() - begun;
      const [film] = received.files.film ?? [];
      if (!film) throw new Error('No film arrived');
      const { sizeBytes } = await files.keep(await prepareFilm(film, { converts: false }), 'trainingVideo');
      const preparedMs = performance.now() - begun - receivedMs;
      // The peak since the process started, in kilobytes; the film is inspected in another one.
      const grownMegabytes = process.resourceUsage().maxRSS / 1024 - before / MB;
      return { sizeBytes, receivedMs, preparedMs, grownMegabytes };
    } finally {
      await discardAll(received, files);
    }
  });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
}

function* formOf(megabytes: number): Generator<Buffer> {
  const disposition = 'Content-Disposition: form-data; name="film"; filename="film.mp4"';
  yield Buffer.from(`--form\r\n${disposition}\r\nContent-Type: video/mp4\r\n\r\n`);
  yield* largeFilm(megabytes, { headerLast: true });
  yield Buffer.from('\r\n--form--\r\n');
}

async function upload(url: string, megabytes: number): Promise<Costs> {
  const headers = { 'content-type': 'multipart/form-data; boundary=form' };
  const sending = request(`${url}/films`, { method: 'POST', headers });
  Readable.from(formOf(megabytes)).pipe(sending);
  const [response] = await once(sending, 'response');
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}: ${answer}`);
  return JSON.parse(answer);
}

async function measure(megabytes: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'upload-memory-'));
  const server = fork(import.meta.filename, ['serve', dataDir]);
  try {
    const [url] = await once(server, 'message');
    // First a small film, so that code that any upload loads does not count for the large one.
    await upload(url, 1);
    const costs = await upload(url, megabytes);
    const perSecond = (ms: number) => `${(ms / 1000).toFixed(1)} s, ${Math.round(megabytes / (ms / 1000))} MB/s`;
    console.log(`received  ${Math.round(costs.sizeBytes / MB)} MB in ${perSecond(costs.receivedMs)}`);
    console.log(`prepared  in ${perSecond(costs.preparedMs)}`);
    console.log(`memory    grew by ${Math.round(costs.grownMegabytes)} MB, limit ${limitMegabytes} MB`);
    if (costs.grownMegabytes > limitMegabytes) process.exitCode = 1;
  } finally {
    server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const [first, second] = process.argv.slice(2);
if (first === 'serve' && second) await serve(second);
else await measure(Number(first ?? 1024));
