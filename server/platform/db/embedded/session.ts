import fs from 'node:fs';
import path from 'node:path';
import { messages, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFiles, syncPath, syncTree } from './durable-files.ts';
import type { Outcome, Refusal } from './messages.ts';
import { PreparedStatements } from './prepared-statements.ts';

/** Carries the major version, since a PGlite of another PostgreSQL cannot read the folder. */
const DATA = 'pg18';

const START_PARAMETERS = [
  // -F turns fsync off
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync, which PostgreSQL takes by default, does nothing
  ...['-c', 'wal_sync_method=fsync'],
  // one connection has no use for more, and every megabyte here is one of the process
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'max_wal_size=64MB'],
  ...['-c', 'min_wal_size=32MB'],
  // only what ends it is of use here, in lines that begin with the severity; a text of many lines is indented
  ...['-c', 'log_min_messages=fatal'],
  ...['-c', 'log_min_error_statement=panic'],
  ...['-c', 'log_line_prefix='],
];

/** The engine is no longer to be trusted; its thread has to be replaced. */
export class EngineFailure extends Error {
  override name = 'EngineFailure';
}

export type Session = {
  created: boolean;
  /** Runs one statement, or several when there are no parameters; the outcome is that of the last one. */
  query(sql: string, parameters: (string | null)[]): Promise<Outcome | { refusal: Refusal }>;
  close(): Promise<void>;
};

export type SessionOptions = {
  folder: string;
  /** Counts calls of fsync. */
  fsyncs: BigInt64Array;
  /**
   * Told what PostgreSQL said when it gave up, such as after a failed fsync. It must not return: PGlite swallows the
   * panic and would go on, up to acknowledging a commit that is not on the disk.
   */
  panic: (line: string) => never;
};

/** Opens the database under `folder`, or makes it. The caller holds the folder's lock. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const data = path.join(options.folder, DATA);
  const created = !fs.existsSync(data);
  if (created) await create(data, options);
  const db = await start(data, options);
  readAsText(db);
  const setting = await db.query<[string]>('show fsync', [], { rowMode: 'array' });
  if (setting.rows[0]?.[0] !== 'on') throw new EngineFailure('fsync is off in the embedded database');
  const prepared = new PreparedStatements(db);
  return { created, query: (sql, parameters) => query(db, prepared, sql, parameters), close: () => db.close() };
}

/** Makes the folder under another name first, so that a killed first start leaves nothing half-made in its place. */
async function create(data: string, options: SessionOptions): Promise<void> {
  const aside = `${data}.new`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { mode: 0o700 });
  await (await start(aside, options)).close();
  syncTree(aside);
  fs.renameSync(aside, data);
  syncPath(options.folder);
}

/** PANIC and FATAL of PostgreSQL, and the abort of its WebAssembly module. No text of a statement starts a line. */
const GAVE_UP = /^(PANIC|FATAL): |^Aborted\(/;

async function start(data: string, { fsyncs, panic }: SessionOptions): Promise<PGlite> {
  return await PGlite.create({
    fs: new DurableFiles(data, fsyncs),
    extensions: { pg_trgm },
    startParams: START_PARAMETERS,
    onStderr: (line) => (GAVE_UP.test(line) ? panic(line) : true),
  });
}

/** Columns leave as PostgreSQL's text: one place, in the main thread, knows types. */
function readAsText(db: PGlite): void {
  const same = (text: string) => text;
  for (const type of Object.keys(db.parsers)) db.parsers[type] = same;
}

/** What a transaction begins and ends with, and a question without parameters: surely one statement. */
const surelyOne = /^\s*(begin|commit|rollback|select)\b[^;]*$/;

type Result = Pick<Outcome, 'fields' | 'rows'> & { command?: string | undefined; affectedRows?: number | undefined };

async function query(db: PGlite, prepared: PreparedStatements, sql: string, parameters: (string | null)[]) {
  try {
    const isOne = parameters.length > 0 || surelyOne.test(sql);
    const result = isOne ? await runOne(prepared, sql, parameters) : await runAll(db, prepared, sql);
    // an empty result without a command is what PGlite reports when its engine broke off, as if all had gone well
    if (result?.command === undefined) throw new EngineFailure('PostgreSQL gave no answer to a statement');
    const { command, affectedRows = 0, fields, rows } = result;
    return { command, affectedRows, fields, rows };
  } catch (error) {
    if (error instanceof messages.DatabaseError && error.code !== undefined && error.severity === 'ERROR') {
      const { message, code, constraint, table, column, detail } = error;
      return { refusal: { message, code, constraint, table, column, detail } };
    }
    throw error instanceof EngineFailure ? error : new EngineFailure('the embedded database failed', { cause: error });
  }
}

/** Several statements, or one without parameters; gives what came of the last one. */
async function runAll(db: PGlite, prepared: PreparedStatements, sql: string): Promise<Result | undefined> {
  const results = await db.exec(sql, { rowMode: 'array' });
  for (const { command = '' } of results) await prepared.noteCommand(command);
  const last = results.at(-1);
  return last && { ...last, rows: last.rows as unknown as Outcome['rows'] };
}

async function runOne(prepared: PreparedStatements, sql: string, parameters: (string | null)[]): Promise<Result> {
  const answer = await prepared.run(sql, parameters);
  const result: Result = { fields: [], rows: [] };
  for (const message of answer) {
    if (message instanceof messages.DatabaseError) throw message;
    if (message instanceof messages.RowDescriptionMessage)
      result.fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    else if (message instanceof messages.DataRowMessage) result.rows.push(message.fields);
    else if (message instanceof messages.CommandCompleteMessage) Object.assign(result, commandOf(message.text));
  }
  return result;
}

/** 'INSERT 0 5' is five rows, 'UPDATE 3' three. */
function commandOf(text: string): { command: string; affectedRows: number } {
  const [command = '', ...counts] = text.split(' ');
  return { command, affectedRows: command === 'SELECT' ? 0 : Number(counts.at(-1) ?? 0) || 0 };
}
