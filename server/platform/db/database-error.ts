/**
 * An error of the database, with the SQLSTATE and names that PostgreSQL reports. The embedded engine throws it
 * itself; the driver of the server throws its own class with the same fields, so ask for fields and never for a class.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
  detail?: string;

  constructor(message: string, fields: { code: string } & Partial<DatabaseErrorFields>) {
    super(message);
    this.code = fields.code;
    for (const name of ['constraint', 'table', 'column', 'detail'] as const) {
      if (fields[name] !== undefined) this[name] = fields[name];
    }
  }
}

export type DatabaseErrorFields = { code: string; constraint: string; table: string; column: string; detail: string };

/** The classes of PostgreSQL begin with a digit or one of these letters; the system's EPIPE and EROFS do not. */
const state = /^[0-9FHPX][0-9A-Z]{4}$/;

/** The SQLSTATE of an error from either engine, or undefined when it is no error of the database. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && state.test(error.code) ? error.code : undefined;
}

/**
 * Whether a write lost to a row that is already there.
 *
 * @param constraint name of the unique index or constraint that is meant; any when not given
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}
