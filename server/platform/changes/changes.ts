import { sql } from 'kysely';
import { type Db, onCommit, type Tx } from '../db/database.ts';
import { troubleLog } from '../trouble.ts';
import { type Listener, listenTo } from './listener.ts';

/**
 * Data that each instance caches, and must drop when another instance changes it. Each is a row of `change_version`.
 * `public-pages` is everything that the academy shows to visitors, or anything else that everybody sees alike (rules of
 * courses, kinds of documents); its name is older than the second part of this meaning. `daily-sums` are the sums
 * behind the figures of staff.
 */
export type Topic = 'public-pages' | 'daily-sums';

type Log = { info(fields: object, text: string): void; error(fields: object, text: string): void };
type Options = {
  db: Db;
  log: Log;
  /** The URL of the PostgreSQL server that instances share; undefined for the embedded database of one process. */
  url?: string | undefined;
  /** The interval of the looks, in milliseconds; for tests. */
  pollMilliseconds?: number;
};

const channel = 'fairlead_changes';
/** Twice a second, so that with a slow answer a change is still seen within one. */
const usualPoll = 500;

/**
 * Tells every instance of a change within a second. The version of a topic is raised in the transaction of the change,
 * so that neither a crash nor a rollback leaves instances with something else than the database has. PostgreSQL
 * notifies the instances after the commit; a look at the versions twice a second finds what no notification has
 * announced, because a connection was lost.
 */
export class Changes {
  readonly #options: Options;
  readonly #listeners = new Map<Topic, (() => void)[]>();
  /** The version of each topic that this instance knows; none after trouble, so that everything counts as changed. */
  readonly #known = new Map<Topic, string>();
  readonly #trouble: ReturnType<typeof troubleLog>;
  /** Trouble with the notifications alone. */
  readonly #deaf: ReturnType<typeof troubleLog>;
  #listener: Listener | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(options: Options) {
    this.#options = options;
    this.#trouble = troubleLog(options.log, 'changes made by other instances could not be read');
    this.#deaf = troubleLog(options.log, 'notifications of changes cannot be received');
  }

  /**
   * Has `forget` called after each change of a topic: by this instance right after the commit, by others within a
   * second.
   */
  on(topic: Topic, forget: () => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), forget]);
  }

  /**
   * Records a change of a topic in the transaction that makes it. To be called at its end, since the topic is locked
   * until the commit.
   */
  async record(tx: Tx, topic: Topic): Promise<void> {
    const { rows } = await sql<{ version: string }>`
      with raised as (
        update change_version set version = version + 1 where topic = ${topic} returning version
      )
      select version::text, pg_notify(${channel}, ${topic}) from raised`.execute(tx);
    const version = rows[0]?.version;
    onCommit(tx, () => {
      if (version !== undefined) this.#known.set(topic, version);
      this.#forget(topic);
    });
  }

  /**
   * Begins to look for changes of other instances, and resolves after the first look; on the embedded database there
   * are none.
   */
  async start(): Promise<void> {
    if (this.#options.url === undefined) return;
    const { pollMilliseconds = usualPoll } = this.#options;
    this.#timer = setInterval(() => this.#look(), pollMilliseconds);
    this.#look();
    await this.#looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#looking;
    await this.#opening;
    await this.#listener?.end();
  }

  #forget(topic: Topic): void {
    for (const forget of this.#listeners.get(topic) ?? []) forget();
  }

  #look(): void {
    if (!this.#timer) return;
    this.#again = true;
    this.#looking ??= this.#compare().finally(() => {
      this.#looking = undefined;
    });
    this.#opening ??= this.#listener ? undefined : this.#listen();
  }

  /** Compares until no notification has arrived during a comparison. */
  async #compare(): Promise<void> {
    while (this.#again && this.#timer) {
      this.#again = false;
      try {
        const rows = await sql<{ topic: Topic; version: string }>`
          select topic, version::text from change_version`.execute(this.#options.db);
        for (const { topic, version } of rows.rows) {
          if (this.#known.get(topic) === version) continue;
          this.#known.set(topic, version);
          this.#forget(topic);
        }
        this.#trouble.isOver();
      } catch (error) {
        // a standby that takes over may lack the last versions: what is known now may mean something else there
        this.#known.clear();
        this.#trouble.occurred(error);
      }
    }
  }

  async #listen(): Promise<void> {
    const { url = '' } = this.#options;
    try {
      this.#listener = await listenTo(url, channel, {
        heard: () => this.#look(),
        lost: () => {
          this.#listener = undefined;
          this.#known.clear();
        },
      });
      this.#deaf.isOver();
    } catch (error) {
      // the looks go on
      this.#deaf.occurred(error);
    } finally {
      this.#opening = undefined;
    }
  }
}
