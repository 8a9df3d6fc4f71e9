/**
 * What takes something away that a program of the version before may still use: tables and columns that are dropped or
 * renamed, columns of another type, and columns that must suddenly have a value.
 */
const contractions: readonly (readonly [what: string, has: (statement: string) => boolean])[] = [
  ['drops a table', (statement) => /\bdrop table\b/.test(statement)],
  ['drops a column', (statement) => /\bdrop column\b/.test(statement)],
  ['renames', (statement) => /\balter table\b/.test(statement) && /\brename\b/.test(statement)],
  ['changes a type', (statement) => /\balter column\b/.test(statement) && /\btype\b/.test(statement)],
  ['demands a value', (statement) => /\bset not null\b/.test(statement)],
  [
    'adds a column that must have a value',
    (statement) =>
      statement
        .replace(/\([^()]*\)/g, '')
        .split(',')
        .some(
          (part) => /\badd column\b/.test(part) && /\bnot null\b/.test(part) && !/\b(default|generated)\b/.test(part),
        ),
  ],
];

/** The line by which a migration names the earlier one that has made this possible. */
const reason = /^-- contracts (\d{4}-[a-z0-9-]+)$/m;

export type MigrationText = { name: string; text: string };

/**
 * Migrations that a program of the released version would not survive. During an update both versions run side by side
 * on the new schema, so a migration may take away only what the released version does not use any more; it says so by
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
      const statements = text
        .replace(/--.*$/gm, '')
        .toLowerCase()
        .split(';')
        .map((statement) => statement.split(/\s+/).join(' '));
      return contractions.flatMap(([what, has]) =>
        statements.some(has) ? [`${name} ${what}, which the released version may still use`] : [],
      );
    });
}
