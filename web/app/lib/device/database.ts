/** A database of this device. `run` resolves once what `work` changed is on the disk (strict durability). */
export type Database = {
  run: <T = void>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction, done: (value: T) => void) => void,
  ) => Promise<T>;
};

/**
 * How long the browser may take to open a database, and for each use of it, in milliseconds; a phone that starts takes
 * some seconds.
 */
const patience = 10_000;

/** Thrown where a connection to a database has ended, or does not answer. */
class DatabaseLost extends Error {}

const isLost = (error: unknown): boolean =>
  error instanceof DatabaseLost || (error instanceof DOMException && error.name === 'UnknownError');

function begin(db: IDBDatabase, stores: readonly string[], mode: IDBTransactionMode): IDBTransaction {
  try {
    return db.transaction(stores, mode, { durability: 'strict' });
  } catch (error) {
    throw new DatabaseLost('the connection to the database has ended', { cause: error });
  }
}

/**
 * An IndexedDB database, opened when it is first used. Where the browser refuses it, or does not answer, each use
 * rejects, and the next one tries again.
 *
 * @param steps the steps of its schema, the n-th of which leads to version n. A step that was released is never
 *   changed.
 */
export function database(name: string, steps: readonly ((db: IDBDatabase) => void)[]): Database {
  let connection: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    connection ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, steps.length);
      request.onupgradeneeded = ({ oldVersion }) => {
        for (const step of steps.slice(oldVersion)) step(request.result);
      };
      let isRefused = false;
      const refuse = (why: string) => {
        isRefused = true;
        reject(new Error(why));
      };
      const timer = setTimeout(refuse, patience, 'the browser does not open the database');
      request.onerror = () => reject(request.error);
      request.onblocked = () => refuse('another tab holds an older version of the database open');
      request.onsuccess = () => {
        const db = request.result;
        clearTimeout(timer);
        // opened too late for its use: it would keep a later version from being opened
        if (isRefused) return db.close();
        // A newer version of the site in another tab needs this connection closed; the next use opens another.
        db.onversionchange = () => {
          db.close();
          connection = undefined;
        };
        db.onclose = () => {
          connection = undefined;
        };
        resolve(db);
      };
    }).catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  /** Closes a connection of which nothing more is to be expected. */
  function forget(db: IDBDatabase): void {
    connection = undefined;
    db.close();
  }

  return {
    async run<T>(
      stores: readonly string[],
      mode: IDBTransactionMode,
      work: (transaction: IDBTransaction, done: (value: T) => void) => void,
    ): Promise<T> {
      const db = await open();
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        return await new Promise<T>((resolve, reject) => {
          let result: T;
          timer = setTimeout(() => reject(new DatabaseLost('the database does not answer')), patience);
          const transaction = begin(db, stores, mode);
          transaction.oncomplete = () => resolve(result);
          transaction.onabort = () => reject(transaction.error);
          work(transaction, (value) => {
            result = value;
          });
        });
      } catch (error) {
        // the browser may have lost its own process for databases without a word: the next use opens it again
        if (isLost(error)) forget(db);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
