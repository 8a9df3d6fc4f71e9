import { FileMissing, type FileStore, type StoredBytes } from './file-store.ts';

/**
 * Two places while files move from one to the other: new files go to the first, and a file is read where it is. It may be
 * moved at any moment.
 */
export function twoStores(first: FileStore, other: FileStore): FileStore {
  /** A file that is not in the other place any more may have come to the first since it was looked for there. */
  async function whereItIs<T>(look: (store: FileStore) => Promise<T>): Promise<T> {
    for (const store of [first, other]) {
      try {
        return await look(store);
      } catch (error) {
        if (!(error instanceof FileMissing)) throw error;
      }
    }
    return look(first);
  }
  const open = (name: string) => whereItIs((store) => store.open(name));

  return {
    put: first.put,
    open: async (name) => {
      let stored = await open(name);
      const { sizeBytes, pieceBytes } = stored;
      const read: StoredBytes['read'] = async (buffer, at) => {
        const reading = stored;
        return reading.read(buffer, at).catch(async (error: unknown) => {
          // it was moved while it is read
          if (!(error instanceof FileMissing)) throw error;
          if (stored === reading) {
            await reading.close();
            stored = await open(name);
          }
          return stored.read(buffer, at);
        });
      };
      return { sizeBytes, pieceBytes, read, close: () => stored.close() };
    },
    async remove(name) {
      await other.remove(name);
      await first.remove(name);
    },
    async *list(folder) {
      yield* first.list(folder);
      yield* other.list(folder);
    },
    withPath: (name, work) => whereItIs((store) => store.withPath(name, work)),
    check: async () => {
      await first.check();
      await other.check();
    },
  };
}
