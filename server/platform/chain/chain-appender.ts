import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../db/database.ts';
import { troubleLog } from '../trouble.ts';
import { type Chain, findUnchained } from './chain.ts';
import { hashOf, type Link } from './link.ts';

type Log = { info(fields: object, text: string): void; error(fields: object, text: string): void };
type Options = {
  db: Db;
  chains: readonly Chain[];
  clock: () => Date;
  log: Log;
  /** Called at the first look and after rows were appended to a chain; again at the next look if it fails. */
  onAppended?: (chain: Chain) => Promise<void>;
};

/** The interval between two looks for new rows: each row is in its chain within a second of its commit. */
const pollMilliseconds = 400;
const atOnce = 500;

/**
 * Appends committed rows to their hash chains. An action itself locks nothing: when every transaction locked the
 * chain's end, the throughput of a server fell from 4,000 transactions a second to 1,300. Any number of instances may
 * run an appender; they take turns at the end of each chain.
 */
export class ChainAppender {
  readonly #options: Options;
  readonly #trouble: ReturnType<typeof troubleLog>;
  /** The chains for which `onAppended` is due. */
  readonly #grown: Set<Chain>;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#grown = new Set(options.chains);
    this.#trouble = troubleLog(options.log, 'rows could not be appended to their chains');
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.append()
        // The database may be unavailable for a moment; the next look follows soon.
        .then(this.#trouble.isOver, this.#trouble.occurred)
        .finally(() => {
          this.#looking = undefined;
        });
    }, pollMilliseconds);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Appends all committed rows to their chains, and returns the number of links made. */
  async append(): Promise<number> {
    const { db, chains, clock, onAppended } = this.#options;
    let made = 0;
    for (const chain of await findUnchained(db, chains)) {
      made += await appendUnchained({ db, clock }, chain);
      this.#grown.add(chain);
    }
    // after all chains, so that a log that cannot be published does not keep the others open to changes
    for (const chain of [...this.#grown]) {
      await onAppended?.(chain);
      this.#grown.delete(chain);
    }
    return made;
  }
}

/** Appends all committed rows to a chain, and returns the number of links made. */
export async function appendRows({ db, clock }: Pick<Options, 'db' | 'clock'>, chain: Chain): Promise<number> {
  return (await findUnchained(db, [chain])).length > 0 ? appendUnchained({ db, clock }, chain) : 0;
}

async function appendUnchained({ db, clock }: Pick<Options, 'db' | 'clock'>, chain: Chain): Promise<number> {
  let made = 0;
  for (let some = atOnce; some === atOnce; made += some)
    some = await transaction(db, (tx) => appendSome(tx, chain, clock()));
  return made;
}

async function appendSome(tx: Tx, { name, table, content }: Chain, now: Date): Promise<number> {
  const head = await tx
    .selectFrom('chainHead')
    .select(['size', 'hash'])
    .where('chain', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows = sql.table(table);
  const unchained = await sql<{ id: string } & Omit<Link, 'index'>>`
    select id, at, digest, ${content} as content from ${rows}
    where seal_index is null order by at, id limit ${atOnce}`.execute(tx);
  // another instance was first
  if (unchained.rows.length === 0) return 0;
  let { size, hash } = head;
  const links = unchained.rows.map(({ id, ...row }) => {
    size += 1;
    hash = hashOf({ ...row, index: size }, hash);
    return { id, index: size, hash };
  });
  await sql`
    update ${rows} as event set seal_index = link.index, seal_hash = link.hash
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id uuid, index bigint, hash text)
    where event.id = link.id`.execute(tx);
  await tx.updateTable('chainHead').set({ size, hash, sealedAt: now }).where('chain', '=', name).execute();
  return links.length;
}
