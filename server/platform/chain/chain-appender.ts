import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../db/database.ts';
import { troubleLog } from '../trouble.ts';
import { type Chain, findUnchained } from './chain.ts';
import { onLeftRows } from './left-rows.ts';
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

/** How soon a row of this process is looked for after its commit: it is in its chain within a second. */
const soonMilliseconds = 400;
/** The interval between two looks for rows that others have left: a command, or an instance that was killed. */
const pollMilliseconds = 2_000;
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
  #poll: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #endNotes: (() => void) | undefined;
  #looking: Promise<void> | undefined;
  /** Whether a look was due while another one was under way. */
  #again = false;

  constructor(options: Options) {
    this.#options = options;
    this.#grown = new Set(options.chains);
    this.#trouble = troubleLog(options.log, 'rows could not be appended to their chains');
  }

  start(): void {
    this.#poll = setInterval(() => this.#wake(), pollMilliseconds);
    this.#endNotes = onLeftRows(() => {
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined;
        this.#wake();
      }, soonMilliseconds);
    });
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#endNotes?.();
    clearInterval(this.#poll);
    clearTimeout(this.#soon);
    this.#again = false;
    await this.#looking;
  }

  #wake(): void {
    this.#again = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  async #look(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      // The database may be unavailable for a moment; the next look follows soon.
      await this.append().then(this.#trouble.isOver, this.#trouble.occurred);
    }
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
