/**
 * What takes something away that a program of the version before may still use: tables and columns that are dropped or
 * renamed, columns of another type, and columns that must suddenly have a value.
 */
const contractions: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops a table', /\bdrop\s+table\b/i],
  ['drops a column', /\bdrop\s+column\b/i],
  ['renames', /\balter\s+table\b[^;]*\brename\b/i],
  ['changes a type', /\balter\s+column\b[^;]*\btype\b/i],
  ['demands a value', /\bset\s+not\s+null\b/i],
  [
    'adds a column that must have a value',
    /\badd\s+column\b(?=[^;,]*\bnot\s+null\b)(?![^;,]*\bdefault\b)(?![^;,]*\bgenerated\b)/i,
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
      const statements = text.replace(/--.*$/gm, '');
      return contractions.flatMap(([what, pattern]) =>
        pattern.test(statements) ? [`${name} ${what}, which the released version may still use`] : [],
      );
    });
}
