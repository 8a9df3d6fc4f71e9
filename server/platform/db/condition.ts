import type { ExpressionWrapper, SqlBool } from 'kysely';
import type { Schema } from './schema.generated.ts';

/**
 * A condition that Kysely has built, and that keeps its parentheses wherever it is joined. The compiler refuses raw
 * SQL, which has only the parentheses that somebody wrote; `parens` of an expression builder makes a condition of it.
 */
export type Condition = ExpressionWrapper<Schema, keyof Schema, SqlBool>;
