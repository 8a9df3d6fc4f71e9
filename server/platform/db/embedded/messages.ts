import type { RawRows, TextRow } from './raw-rows.ts';

/** Requests from the main thread to the database thread. Parameters and columns are sent as PostgreSQL's own text. */
export type Operation = Query | { kind: 'close' };

type Query = {
  kind: 'query';
  sql: string;
  parameters: (string | null)[];
  /** BEGIN with its options, executed before the query: it is sent along with a transaction's first statement. */
  begin?: string;
};

export type Question = { id: number; operation: Operation };

export type Outcome = {
  /** The command that PostgreSQL reports: SELECT, INSERT, COMMIT, ROLLBACK, … */
  command: string;
  affectedRows: number;
  fields: { name: string; dataTypeID: number }[];
  rows: TextRow[];
};

/** The same as it comes from the thread. */
export type RawOutcome = Omit<Outcome, 'rows'> & { rows: RawRows };

/** An error of a statement, which leaves the database itself intact. */
export type Refusal = {
  message: string;
  code: string;
  constraint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
  detail?: string | undefined;
};

export type Answer = { id: number; outcome: RawOutcome } | { id: number; refusal: Refusal };

/** Sent once, when the database is open. */
export type Opened = { opened: true; created: boolean };

/** The last message of a thread whose PostgreSQL failed. */
export type Panic = { panic: string };

export type ThreadData = {
  folder: string;
  /** One 64-bit counter of fsync calls, shared with the main thread. */
  fsyncs: SharedArrayBuffer;
  /** The most bytes of the answer to a statement. */
  answerBytes: number;
  /** PostgreSQL's WebAssembly, compiled. */
  postgres: object;
};
