import { lost } from '../files/check-stored.ts';
import { linesOfFiles, rowOfLine, rowsInMemory } from '../files/file-rows.ts';
import { isEncryptedAtRest } from '../files/folders.ts';
import { examine, type Row } from '../files/move-files.ts';
import type { FileStore } from '../files/stores/file-store.ts';
import type { StoredName } from '../files/stores/stored-names.ts';
import type { Written } from '../files/write-file.ts';

type Dump = AsyncIterable<Uint8Array>;

const files = Buffer.from(linesOfFiles);
const academies = Buffer.from('["academy",');
const newLine = 10;

/** What a dump on its way into a backup says about the academy and its stored files. */
export class NotedRows {
  /** The id of the academy; null in a dump of an older version. */
  academy: string | null = null;
  readonly #rows = new Map<string, Row>();

  /** Passes the bytes of a dump on, and notes the rows in it. */
  async *through(dump: Dump): AsyncGenerator<Uint8Array> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of dump) {
      yield chunk;
      const bytes = Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = bytes.indexOf(newLine); end >= 0; end = bytes.indexOf(newLine, from)) {
        this.#note(bytes.subarray(from, end));
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
  }

  #note(line: Buffer): void {
    if (line.subarray(0, files.length).equals(files)) this.#rows.set(...rowOfLine(line.toString('utf8')));
    else if (line.subarray(0, academies.length).equals(academies))
      this.academy = JSON.parse(line.toString('utf8'))[1].id;
  }

  /**
   * Whether a copied file is what its row says; true for one without a row, or that is marked as deleted.
   *
   * @param copies has the copy. An encrypted one is read again, since its row has the digest of what is in it.
   */
  async isSound({ name, folder }: StoredName, copies: FileStore, { written, vault }: Copied): Promise<boolean> {
    const row = this.#rows.get(name);
    if (!row || row.isDeleted) return true;
    if (isEncryptedAtRest(folder)) return (await examine(copies, { name, vault, row })) === 'sound';
    return written.sizeBytes === row.sizeBytes && written.sha256 === row.sha256;
  }

  /** The files that should be there and were not copied, but for those that were deleted since, by another dump. */
  async missing(isCopied: (name: string) => boolean, startDump: () => Dump | Promise<Dump>): Promise<string[]> {
    const absent = [...this.#rows].flatMap(([name, { isDeleted }]) => (isDeleted || isCopied(name) ? [] : [name]));
    const again = async () => {
      const later = new NotedRows();
      for await (const _ of later.through(await startDump()));
      return rowsInMemory(later.#rows, again);
    };
    return lost(absent, rowsInMemory(this.#rows, again));
  }
}

type Copied = { written: Written; vault: string };
