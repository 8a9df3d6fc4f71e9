/** A database of this device. `run` resolves once what `work` changed is on the disk (strict durability). */
export type Database = {
  run: <T = void>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction, done: (value: T) => void) => void,
  ) => Promise<T>;
};

/**
 * An IndexedDB database, opened when it is first used.
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
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('another tab holds an older version of the database open'));
      request.onsuccess = () => {
        const db = request.result;
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

  return {
    async run<T>(
      stores: readonly string[],
      mode: IDBTransactionMode,
      work: (transaction: IDBTransaction, done: (value: T) => void) => void,
    ): Promise<T> {
      const db = await open();
      return new Promise((resolve, reject) => {
        let result: T;
        const transaction = db.transaction(stores, mode, { durability: 'strict' });
        transaction.oncomplete = () => resolve(result);
        transaction.onabort = () => reject(transaction.error);
        work(transaction, (value) => {
          result = value;
        });
      });
    },
  };
}
