import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

type Piece = string | Uint8Array;
type Content = Piece | AsyncIterable<Piece>;

/** A ZIP that is written file by file while somebody reads it. */
export type ZipStream = {
  /** The ZIP. Its reader sets the pace of `add`. */
  output: Readable;
  /**
   * Writes the next file, and returns when its content was read to its end, so that at most one is in memory.
   *
   * @param options.isPacked whether the content is compressed already, such as a PDF or a picture.
   * @throws Error when the reader of the ZIP is gone.
   */
  add: (name: string, content: Content, options?: { isPacked?: boolean }) => Promise<void>;
  /** The files so far, in order, each with its SHA-256 in hexadecimal digits. */
  digests: readonly { name: string; sha256: string }[];
  end: () => void;
};

/** @param made the time that the files in it bear. */
export function zipStream(made: Date): ZipStream {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const digests: { name: string; sha256: string }[] = [];
  const gone = new Promise<never>((_, reject) => {
    output.once('close', () => reject(new Error('The reader of the ZIP is gone')));
  });
  // It is also gone after the end, when nobody waits any more.
  gone.catch(() => {});
  zip.on('error', (error: Error) => output.destroy(error));
  // The reader gets the error itself; without this handler, an error before anybody reads would end the process.
  output.on('error', () => {});
  return {
    output,
    digests,
    async add(name, content, { isPacked = false } = {}) {
      const hash = createHash('sha256');
      let source: Readable | undefined = Readable.from(hashed(content, hash));
      const read = new Promise<void>((resolve, reject) => source?.once('end', resolve).once('error', reject));
      const options = { mtime: made, compress: !isPacked };
      // the ZIP keeps the name of each file to its end, and what it calls for its content
      unpooled(() => zip.addReadStreamLazy(name, options, (give) => source && give(null, source)));
      await Promise.race([read, gone]);
      source = undefined;
      digests.push({ name, sha256: hash.digest('hex') });
    },
    end: () => zip.end(),
  };
}

/** The pieces of a file, each added to its hash. */
async function* hashed(content: Content, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of piecesOf(content)) {
    hash.update(piece);
    yield Buffer.from(piece);
  }
}

/** Does something without Node's pool of buffers, where a buffer of some bytes keeps 64 kB and all that is in them. */
function unpooled(work: () => void): void {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    work();
  } finally {
    Buffer.poolSize = poolSize;
  }
}

const piecesOf = (content: Content): Iterable<Piece> | AsyncIterable<Piece> =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
