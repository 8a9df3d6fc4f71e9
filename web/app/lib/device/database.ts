type Run<T> = [
  stores: readonly string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction, done: (value: T) => void) => void,
];

/** A database of this device. `run` resolves once what `work` changed is on the disk (strict durability). */
export type Database = { run: <T = void>(...use: Run<T>) => Promise<T> };

/**
 * How long the browser may take to open a database, and for each use of it, in milliseconds; a phone that starts takes
 * some seconds.
 */
const patience = 10_000;

/** How to end the transactions under way; and, of a page that is left, when it is shown again. */
const underWay = new Set<() => void>();
let shownAgain: Promise<void> | undefined;

/**
 * WebKit keeps a page that is left as it is, with the locks of its transactions, for which the next page then waits for
 * minutes. Called by a page in WebKit, this ends them when the page is left, and they begin again if it is shown again.
 */
export function endTransactionsOfLeftPages(): void {
  addEventListener('pagehide', (event) => {
    const isKept = 'persisted' in event && event.persisted;
    if (!isKept) return;
    shownAgain = new Promise((resolve) => {
      const go = () => {
        shownAgain = undefined;
        resolve();
      };
      addEventListener('pageshow', go, { once: true });
    });
    for (const end of underWay) end();
  });
}

/** The service worker, which reads files aboard, has no styles, and is not left. */
const { CSS: styles } = globalThis as { CSS?: { supports: (declaration: string) => boolean } };
if (styles?.supports('(-webkit-nbsp-mode: space)')) endTransactionsOfLeftPages();

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

  /** Uses the database once; `hasLeft` if the page was left meanwhile, when nothing was changed. */
  async function runOnce<T>(...[stores, mode, work]: Run<T>): Promise<{ hasLeft: boolean; result?: T }> {
    const db = await open();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end = () => {};
    let hasLeft = shownAgain !== undefined;
    if (hasLeft) return { hasLeft };
    try {
      const result = await new Promise<T>((resolve, reject) => {
        let result: T;
        timer = setTimeout(() => reject(new DatabaseLost('the database does not answer')), patience);
        const transaction = begin(db, stores, mode);
        end = () => {
          hasLeft = true;
          try {
            transaction.abort();
          } catch {
            // it is complete, and its event is on its way
          }
        };
        underWay.add(end);
        transaction.oncomplete = () => resolve(result);
        transaction.onabort = () => reject(transaction.error);
        work(transaction, (value) => {
          result = value;
        });
      });
      return { hasLeft: false, result };
    } catch (error) {
      if (hasLeft) return { hasLeft };
      // the browser may have lost its own process for databases without a word: the next use opens it again
      if (isLost(error)) forget(db);
      throw error;
    } finally {
      underWay.delete(end);
      clearTimeout(timer);
    }
  }

  return {
    async run<T>(...use: Run<T>): Promise<T> {
      for (;;) {
        await shownAgain;
        const { hasLeft, result } = await runOnce(...use);
        if (!hasLeft) return result as T;
      }
    },
  };
}
