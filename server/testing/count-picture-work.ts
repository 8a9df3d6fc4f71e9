import { Readable } from 'node:stream';
import sharp from 'sharp';
import { createFiles } from '../platform/files/files.ts';
import { documentScan, preparePicture } from '../platform/files/pictures.ts';

// node server/testing/count-picture-work.ts FOLDER: prepares five large pictures at once in a process of its own, since
// sharp counts for the whole process. Prints as JSON on how many it worked at most, and the threads for each.

const [, , dataDir = ''] = process.argv;
const files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
const large = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#789' } })
  .jpeg()
  .toBuffer();
const received = await Promise.all(
  Array.from({ length: 5 }, () =>
    files.receive(Readable.from([large]), { maxBytes: 2 ** 30, originalName: 'a.jpg', part: 'profilePicture' }),
  ),
);
let most = 0;
const watching = setInterval(() => {
  const { queue, process: running } = sharp.counters();
  most = Math.max(most, queue + running);
}, 1);
await Promise.all(received.map((one) => preparePicture(one, documentScan)));
clearInterval(watching);
console.log(JSON.stringify({ most, threads: sharp.concurrency() }));
