import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Db } from '../db/database.ts';
import { dumpDatabase } from './dump-database.ts';

/** The dump as a stream of bytes, with backpressure. The stream fails where the dump fails. */
export function dumpStream(db: Db): Readable {
  const stream = new PassThrough();
  const gone = new AbortController();
  stream.once('close', () => gone.abort(new Error('Nobody reads the dump any more.')));
  dumpDatabase(db, async (lines) => {
    gone.signal.throwIfAborted();
    if (!stream.write(lines)) await once(stream, 'drain', { signal: gone.signal });
  }).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}
