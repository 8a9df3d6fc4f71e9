/**
 * A database error, with the SQLSTATE and names that PostgreSQL reports. The embedded engine throws it itself; the
 * server's driver throws its own class with the same fields, so check the fields and never the class.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
  detail?: string;

  constructor(
    message: string,
    fields: { code: string } & { [K in keyof DatabaseErrorFields]?: DatabaseErrorFields[K] | undefined },
  ) {
    super(message);
    this.code = fields.code;
    for (const name of ['constraint', 'table', 'column', 'detail'] as const) {
      if (fields[name] !== undefined) this[name] = fields[name];
    }
  }
}

export type DatabaseErrorFields = { code: string; constraint: string; table: string; column: string; detail: string };

/** PostgreSQL's SQLSTATEs begin with a digit or one of these letters; the system's EPIPE and EROFS do not. */
const state = /^[0-9FHPX][0-9A-Z]{4}$/;

/** The SQLSTATE of an error from either engine; undefined when it is not a database error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && state.test(error.code) ? error.code : undefined;
}

/**
 * Whether a write failed because a row with the same unique value exists already.
 *
 * @param constraint name of the unique index or constraint; any of them when not given
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}
