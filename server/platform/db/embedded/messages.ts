/** What the main thread asks of the database thread. Parameters and columns travel as PostgreSQL's own text. */
export type Operation = Query | { kind: 'close' };

type Query = {
  kind: 'query';
  sql: string;
  parameters: (string | null)[];
  /** BEGIN with its options, carried out before: a transaction's first statement brings it along. */
  begin?: string;
};

export type Question = { id: number; operation: Operation };

export type Outcome = {
  /** The command that PostgreSQL reports: SELECT, INSERT, COMMIT, ROLLBACK, … */
  command: string;
  affectedRows: number;
  fields: { name: string; dataTypeID: number }[];
  rows: (string | null)[][];
};

/** An error of a statement, after which the database is as good as before. */
export type Refusal = {
  message: string;
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
  detail?: string;
};

export type Answer = { id: number; outcome: Outcome } | { id: number; refusal: Refusal };

/** Sent once, when the database is open. */
export type Opened = { opened: true; created: boolean };

/** The last words of a thread whose PostgreSQL gave up. */
export type Panic = { panic: string };

export type ThreadData = {
  folder: string;
  /** One 64-bit counter of fsync calls, shared with the main thread. */
  fsyncs: SharedArrayBuffer;
};
