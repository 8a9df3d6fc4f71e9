import fs from 'node:fs';
import path from 'node:path';
import { messages, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { LoggableError } from '../../error-in-log.ts';
import { DurableFiles, syncPath, syncTree } from './durable-files.ts';
import type { RawOutcome, Refusal } from './messages.ts';
import { DATA } from './place.ts';
import { AnswerTooLarge, PreparedStatements } from './prepared-statements.ts';
import { type TextRow, writeRows } from './raw-rows.ts';

const START_PARAMETERS = [
  // -F turns fsync off
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync, which PostgreSQL takes by default, does nothing
  ...['-c', 'wal_sync_method=fsync'],
  // one connection does not need more, and this memory is part of the process
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'max_wal_size=64MB'],
  ...['-c', 'min_wal_size=32MB'],
  // only fatal errors are needed here, in lines that begin with the severity; the lines after the first are indented
  ...['-c', 'log_min_messages=fatal'],
  ...['-c', 'log_min_error_statement=panic'],
  ...['-c', 'log_line_prefix='],
];

/** The engine has failed; its thread has to be replaced. */
export class EngineFailure extends LoggableError {
  override name = 'EngineFailure';
}

export type Session = {
  created: boolean;
  /** Runs one statement, or several when there are no parameters; returns the outcome of the last one. */
  query(sql: string, parameters: (string | null)[]): Promise<RawOutcome | { refusal: Refusal }>;
  close(): Promise<void>;
};

export type SessionOptions = {
  folder: string;
  /** Counts the calls of fsync. */
  fsyncs: BigInt64Array;
  /** The most bytes of the answer to a statement. */
  answerBytes: number;
  /** PostgreSQL's WebAssembly, if it is compiled already. */
  postgres?: object;
  /**
   * Called with PostgreSQL's message when it panics, such as after a failed fsync. It must not return: PGlite swallows
   * the panic and would continue, and could acknowledge a commit that is not on the disk.
   */
  panic: (line: string) => never;
};

/** Opens the database under `folder`, or creates it. The caller holds the folder's lock. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const data = path.join(options.folder, DATA);
  const created = !fs.existsSync(data);
  if (created) await create(data, options);
  const db = await start(data, options);
  readAsText(db);
  const setting = await db.query<[string]>('show fsync', [], { rowMode: 'array' });
  if (setting.rows[0]?.[0] !== 'on') throw new EngineFailure('fsync is off in the embedded database');
  const prepared = new PreparedStatements(db, options.answerBytes);
  return { created, query: (sql, parameters) => query(db, prepared, sql, parameters), close: () => db.close() };
}

/**
 * Creates the folder under another name and renames it when it is complete, so that a first start that is killed leaves
 * no incomplete database.
 */
async function create(data: string, options: SessionOptions): Promise<void> {
  const aside = `${data}.new`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { mode: 0o700 });
  await (await start(aside, options)).close();
  await syncTree(aside);
  fs.renameSync(aside, data);
  await syncPath(options.folder);
}

/** PostgreSQL's PANIC and FATAL, and the abort of its WebAssembly module. No line begins with text of a statement. */
const GAVE_UP = /^(PANIC|FATAL): |^Aborted\(/;

async function start(data: string, { fsyncs, postgres, panic }: SessionOptions): Promise<PGlite> {
  return await PGlite.create({
    fs: new DurableFiles(data, fsyncs),
    ...(postgres && { pgliteWasmModule: postgres }),
    extensions: { pg_trgm },
    startParams: START_PARAMETERS,
    onStderr: (line) => (GAVE_UP.test(line) ? panic(line) : true),
  });
}

/** Returns columns as PostgreSQL's text: types are parsed in one place, in the main thread. */
function readAsText(db: PGlite): void {
  const same = (text: string) => text;
  for (const type of Object.keys(db.parsers)) db.parsers[type] = same;
}

/** Commands that surely are a single statement: transaction control, and a SELECT without semicolon. */
const surelyOne = /^\s*(begin|commit|rollback|select|with)\b[^;]*$/;
/** PostgreSQL's code for what exceeds a limit of the program. */
const limitExceeded = '54000';

type Result = Pick<RawOutcome, 'fields' | 'rows'> & { command?: string | undefined; affectedRows?: number | undefined };

async function query(db: PGlite, prepared: PreparedStatements, sql: string, parameters: (string | null)[]) {
  try {
    const isOne = parameters.length > 0 || surelyOne.test(sql);
    const result = isOne ? await runOne(prepared, sql, parameters) : await runAll(db, prepared, sql);
    // PGlite reports success with an empty result and no command when its engine aborted
    if (result?.command === undefined) throw new EngineFailure('PostgreSQL gave no answer to a statement');
    const { command, affectedRows = 0, fields, rows } = result;
    return { command, affectedRows, fields, rows };
  } catch (error) {
    if (error instanceof AnswerTooLarge) return { refusal: { message: error.message, code: limitExceeded } };
    if (error instanceof messages.DatabaseError && error.code !== undefined && error.severity === 'ERROR') {
      const { message, code, constraint, table, column, detail } = error;
      return { refusal: { message, code, constraint, table, column, detail } };
    }
    throw error instanceof EngineFailure ? error : new EngineFailure('the embedded database failed', { cause: error });
  }
}

/** Runs several statements, or one without parameters; returns the result of the last one. */
async function runAll(db: PGlite, prepared: PreparedStatements, sql: string): Promise<Result | undefined> {
  const results = await db.exec(sql, { rowMode: 'array' });
  for (const { command = '' } of results) await prepared.noteCommand(command);
  const last = results.at(-1);
  return last && { ...last, rows: writeRows(last.rows as unknown as TextRow[]) };
}

async function runOne(prepared: PreparedStatements, sql: string, parameters: (string | null)[]): Promise<Result> {
  const { messages: said, rows } = await prepared.run(sql, parameters);
  const result: Result = { fields: [], rows };
  for (const message of said) {
    if (message instanceof messages.DatabaseError) throw message;
    if (message instanceof messages.RowDescriptionMessage)
      result.fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    else if (message instanceof messages.CommandCompleteMessage) Object.assign(result, commandOf(message.text));
  }
  return result;
}

/** 'INSERT 0 5' is five rows, 'UPDATE 3' three. */
function commandOf(text: string): { command: string; affectedRows: number } {
  const [command = '', ...counts] = text.split(' ');
  return { command, affectedRows: command === 'SELECT' ? 0 : Number(counts.at(-1) ?? 0) || 0 };
}
