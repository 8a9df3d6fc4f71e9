import { type messages, type PGlite, protocol } from '@electric-sql/pglite';
import { isWorthPreparing } from '../recurring-statements.ts';
import { type RawRows, splitAnswer } from './raw-rows.ts';

type BackendMessage = { name: messages.MessageName };
/** What the database says to a statement: its messages, errors included, without the rows, which are not read here. */
type Reply = { messages: BackendMessage[]; rows: RawRows };

const { Parser, serialize } = protocol;

/** An answer is too large for the memory of the program: a single text of it could end V8, and the program with it. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** Each takes some 30 kB of the database's memory; the program has some hundred that recur. */
const mostKept = 150;
/** PostgreSQL plans by the sizes of the tables: a plan made while they were empty must not stay for long. */
const lifeMilliseconds = 60_000;

/** Commands that leave the schema unchanged, on which a prepared plan relies. */
const keepsShape = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SHOW']);

/**
 * Prepares recurring statements, so that the database does not parse and plan them again, which is two thirds to four
 * fifths of the cost of a small statement. All protocol messages for a statement are sent to the database in one call;
 * PGlite's own `query` makes six.
 */
export class PreparedStatements {
  #db: PGlite;
  #mostBytes: number;
  /**
   * By the statement's text. A statement gets a name when it runs first, and is prepared under it when it runs again.
   */
  #known = new Map<string, { name: string; isKept: boolean }>();
  #names = 0;
  #since = performance.now();

  /** @param mostBytes the most bytes of an answer */
  constructor(db: PGlite, mostBytes: number) {
    this.#db = db;
    this.#mostBytes = mostBytes;
  }

  /**
   * Runs one statement.
   *
   * @param values its parameters as PostgreSQL's text
   * @throws AnswerTooLarge; the database has carried out the statement
   */
  async run(sql: string, values: (string | null)[]): Promise<Reply> {
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
    const reply = await this.#replyTo(message);
    const isParsed = reply.messages.some(({ name }) => name === 'parseComplete');
    if (known) known.isKept ||= isParsed;
    else if (isParsed && isWorthPreparing(sql)) this.#known.set(sql, { name: `kept_${++this.#names}`, isKept: false });
    return reply;
  }

  async #replyTo(message: Uint8Array): Promise<Reply> {
    let parts: Buffer[] = [];
    let bytes = 0;
    const onRawData = (data: Uint8Array) => {
      bytes += data.length;
      // a copy, since the database writes its next part into the same place
      if (bytes <= this.#mostBytes) parts.push(Buffer.from(data));
      else parts = [];
    };
    await this.#db.execProtocolRawStream(message, { syncToFs: false, onRawData });
    if (bytes > this.#mostBytes)
      throw new AnswerTooLarge(`The answer to a statement has more than ${this.#mostBytes} bytes.`);
    const { rows, others } = splitAnswer(Buffer.concat(parts));
    const parser = new Parser();
    const read: BackendMessage[] = [];
    for (const other of others) parser.parse(other, (one) => read.push(one));
    return { messages: read, rows };
  }

  /**
   * To be called for every command that ran in another way: after a schema change, all prepared statements are closed.
   */
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
