type Contraction = { what: string; has: readonly RegExp[]; lacks?: readonly RegExp[] };

/**
 * Statements that remove what a program of the version before may still use: tables and columns that are dropped or
 * renamed, columns of another type, and columns that must suddenly have a value. Each is looked for in one action of
 * one statement.
 */
const contractions: readonly Contraction[] = [
  { what: 'drops a table', has: [/\bdrop\s+table\b/i] },
  { what: 'drops a column', has: [/\bdrop\s+column\b/i] },
  { what: 'renames', has: [/\brename\s+(?:to|column|constraint)\b/i] },
  { what: 'changes a type', has: [/\balter\s+column\b/i, /\btype\b/i] },
  { what: 'demands a value', has: [/\bset\s+not\s+null\b/i] },
  {
    what: 'adds a column that must have a value',
    has: [/\badd\s+column\b/i, /\bnot\s+null\b/i],
    lacks: [/\bdefault\b/i, /\bgenerated\b/i],
  },
];

const matches = (action: string, { has, lacks = [] }: Contraction) =>
  has.every((pattern) => pattern.test(action)) && !lacks.some((pattern) => pattern.test(action));

/** The line by which a migration names the earlier one that has made this possible. */
const reason = /^-- contracts (\d{4}-[a-z0-9-]+)$/m;

export type MigrationText = { name: string; text: string };

/**
 * Migrations that a program of the released version would not survive. During an update both versions run side by side
 * on the new schema, so a migration may remove only what the released version does not use any more; it says so by
 * naming the migration of that version, or of an earlier one, that has replaced it.
 *
 * @param released the last migration of the released version.
 * @returns a sentence for each.
 */
export function contracting(migrations: readonly MigrationText[], released: string): string[] {
  return migrations
    .filter(({ name }) => name > released)
    .flatMap(({ name, text }) => {
      const [, expanded] = reason.exec(text) ?? [];
      if (expanded !== undefined && expanded <= released && migrations.some((one) => one.name === expanded)) return [];
      const actions = text.replace(/--.*$/gm, '').split(/[;,]/);
      return contractions
        .filter((one) => actions.some((action) => matches(action, one)))
        .map(({ what }) => `${name} ${what}, which the released version may still use`);
    });
}
