import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Db } from '../db/database.ts';
import type { FindRow, Row } from './move-files.ts';

/** Rows fetched by one statement. */
const atOnce = 1000;

/** The rows of stored files. */
export type FileRows = {
  find: FindRow;
  all: () => AsyncIterable<Row & { name: string }>;
  /** The same rows as they are now. */
  again: () => Promise<FileRows>;
};

const nameOf = (folder: string, filename: string) => `${folder}/${filename}`;

/**
 * The rows of a dump, in memory.
 *
 * @param takeDump takes a new dump of the running program; undefined if none runs on the embedded database.
 */
export async function rowsOfDump(takeDump: () => Promise<Readable | undefined>): Promise<FileRows | undefined> {
  const dump = await takeDump();
  if (!dump) return undefined;
  const rows = new Map<string, Row>();
  for await (const line of createInterface(dump)) if (line.startsWith(linesOfFiles)) rows.set(...rowOfLine(line));
  return rowsInMemory(rows, async () => {
    const newer = await rowsOfDump(takeDump);
    if (!newer) throw new Error('The program has ended meanwhile. Please enter the command again.');
    return newer;
  });
}

/** How the line of a stored file begins in a dump. */
export const linesOfFiles = '["stored_file",';

/** The name and the row of such a line. */
export function rowOfLine(line: string): [name: string, row: Row] {
  const [, row] = JSON.parse(line);
  const isDeleted = row.deleted_at !== null;
  return [nameOf(row.folder, row.filename), { sizeBytes: row.size_bytes, sha256: row.sha256, isDeleted }];
}

/** Rows by the names of their files. */
export const rowsInMemory = (rows: ReadonlyMap<string, Row>, again: FileRows['again']): FileRows => ({
  find: async (folder, filename) => rows.get(nameOf(folder, filename)),
  async *all() {
    for (const [name, row] of rows) yield { name, ...row };
  },
  again,
});

/** The rows in the database itself. */
export function rowsIn(db: Db): FileRows {
  const select = () =>
    db.selectFrom('storedFile').select(['id', 'folder', 'filename', 'sizeBytes', 'sha256', 'deletedAt']);
  const rowOf = ({ sizeBytes, sha256, deletedAt }: { sizeBytes: number; sha256: string; deletedAt: Date | null }) => ({
    sizeBytes,
    sha256,
    isDeleted: deletedAt !== null,
  });
  const rows: FileRows = {
    async find(folder, filename) {
      const row = await select().where('folder', '=', folder).where('filename', '=', filename).executeTakeFirst();
      return row && rowOf(row);
    },
    async *all() {
      for (let after = ''; ; ) {
        const page = await select()
          .$if(after !== '', (later) => later.where('id', '>', after))
          .orderBy('id')
          .limit(atOnce)
          .execute();
        for (const row of page) yield { name: nameOf(row.folder, row.filename), ...rowOf(row) };
        const last = page.at(-1);
        if (!last) return;
        after = last.id;
      }
    },
    again: async () => rows,
  };
  return rows;
}
