import { FileMissing, type FileStore, ifMissing, type StoredBytes } from './file-store.ts';

/**
 * Two places while files move from one to the other: new files are stored in the first, and a file is read where it is.
 * It may be moved at any moment.
 */
export function twoStores(first: FileStore, other: FileStore): FileStore {
  /** A file that is no longer in the other place may have been moved to the first one since that was asked. */
  async function whereItIs<T>(look: (store: FileStore) => Promise<T>): Promise<T> {
    for (const store of [first, other]) {
      try {
        return await look(store);
      } catch (error) {
        ifMissing(error);
      }
    }
    return look(first);
  }
  const open = (name: string) => whereItIs((store) => store.open(name));

  async function reopen(name: string, before: Promise<StoredBytes>): Promise<StoredBytes> {
    await (await before).close();
    return open(name);
  }

  return {
    put: first.put,
    open: async (name) => {
      const { sizeBytes, pieceBytes, ...opened } = await open(name);
      let current: Promise<StoredBytes> = Promise.resolve({ sizeBytes, pieceBytes, ...opened });
      const read: StoredBytes['read'] = async (buffer, at) => {
        const reading = current;
        try {
          return await (await reading).read(buffer, at);
        } catch (error) {
          if (!(error instanceof FileMissing)) throw error;
          // It was moved while it is read. Of several readers, the first opens it again for all.
          if (current === reading) current = reopen(name, reading);
          return (await current).read(buffer, at);
        }
      };
      const close = async () => (await current.catch(ifMissing))?.close();
      return { sizeBytes, pieceBytes, read, close };
    },
    async remove(name) {
      await other.remove(name);
      await first.remove(name);
    },
    async undelete(name) {
      await first.undelete(name);
      await other.undelete(name);
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
