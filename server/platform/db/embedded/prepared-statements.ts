import { type messages, type PGlite, protocol } from '@electric-sql/pglite';

type BackendMessage = { name: messages.MessageName };

const { serialize } = protocol;

/** Each takes some 30 kB of the database's memory; the program has some hundred that come again and again. */
const mostKept = 150;
/** A longer one writes many rows at once, and comes in as many lengths as there are numbers of rows. */
const longestKept = 4_000;
/** PostgreSQL looks at the sizes of tables when it plans: a plan made while they were empty must not stay for long. */
const lifeMilliseconds = 60_000;

/** How a search is best done hangs on what is searched for: the plan of one would not do for the next. */
const isSearch = (sql: string) => /\b(i?like|similar to)\b|~/i.test(sql);

/** What leaves the tables' shape as it was, on which a kept plan relies. */
const keepsShape = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SHOW']);

/**
 * The statements that the database keeps parsed and planned, since they have come before: two thirds to four fifths of a
 * small statement's cost. All messages of the protocol that one needs go to the database by one call; PGlite's own
 * `query` takes six.
 */
export class PreparedStatements {
  #db: PGlite;
  /** By the statement's text; what came once has a name, what came twice is kept by the database under it. */
  #known = new Map<string, { name: string; isKept: boolean }>();
  #names = 0;
  #since = performance.now();

  constructor(db: PGlite) {
    this.#db = db;
  }

  /**
   * Runs one statement.
   *
   * @param values its parameters as PostgreSQL's text
   * @returns what the database answered, an error among it
   */
  async run(sql: string, values: (string | null)[]): Promise<BackendMessage[]> {
    const isOver = performance.now() - this.#since > lifeMilliseconds || this.#known.size > mostKept;
    const closing = isOver ? this.#closeAll() : [];
    const known = this.#known.get(sql);
    const statement = known?.name ?? '';
    const parsing = known?.isKept ? [] : [serialize.parse({ name: statement, text: sql })];
    const running = [
      serialize.bind({ statement, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ];
    const message = Buffer.concat([...closing, ...parsing, ...running]);
    const answer = await this.#db.execProtocolStream(message, { syncToFs: false, throwOnError: false });
    if (known) known.isKept ||= isParsed(answer);
    else if (isParsed(answer) && sql.length <= longestKept && !isSearch(sql))
      this.#known.set(sql, { name: `kept_${++this.#names}`, isKept: false });
    return answer;
  }

  /** Told of every command that came another way: after one that changes tables, nothing that is kept may be used. */
  async noteCommand(command: string): Promise<void> {
    if (keepsShape.has(command)) return;
    const message = Buffer.concat([...this.#closeAll(), serialize.sync()]);
    await this.#db.execProtocolStream(message, { syncToFs: false });
  }

  #closeAll(): Uint8Array[] {
    const kept = [...this.#known.values()].filter(({ isKept }) => isKept);
    this.#known.clear();
    this.#since = performance.now();
    return kept.map(({ name }) => serialize.close({ type: 'S', name }));
  }
}

const isParsed = (answer: readonly BackendMessage[]) => answer.some(({ name }) => name === 'parseComplete');
