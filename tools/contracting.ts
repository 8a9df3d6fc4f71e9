type Contraction = { what: string; isIn: (action: string) => boolean };

/** What follows DROP and ADD where no column does: the word COLUMN may be left out. */
const notColumns = new Set(
  (
    'table view materialized type function index constraint trigger sequence default not identity expression primary ' +
    'unique check foreign exclude value'
  ).split(' '),
);
const isColumn = (word: string | undefined) => word !== undefined && !notColumns.has(word);

/**
 * Statements that remove what a program of the version before may still use, or demand what it does not know of. Each is
 * looked for in one action of one statement, in lower case.
 */
const contractions: readonly Contraction[] = [
  { what: 'drops a table', isIn: (action) => /\bdrop\s+table\b/.test(action) },
  {
    what: 'drops a view, a type or a function',
    isIn: (action) => /\bdrop\s+(materialized\s+)?(view|type|function)\b/.test(action),
  },
  { what: 'drops a default', isIn: (action) => /\bdrop\s+default\b/.test(action) },
  { what: 'drops a column', isIn: (action) => isColumn(/\bdrop\s+(\w+)/.exec(action)?.[1]) },
  { what: 'renames', isIn: (action) => /\brename\b/.test(action) },
  {
    what: 'changes a type',
    isIn: (action) => /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/.test(action),
  },
  { what: 'demands a value', isIn: (action) => /\bset\s+not\s+null\b/.test(action) },
  {
    what: 'adds a rule',
    isIn: (action) =>
      /\badd\s+(constraint\s+\w+\s+)?(check|unique|foreign|exclude)\b/.test(action) ||
      /\bcreate\s+unique\s+index\b/.test(action),
  },
  {
    what: 'adds a column that must have a value',
    isIn: (action) =>
      isColumn(/\badd\s+(\w+)/.exec(action)?.[1]) &&
      /\bnot\s+null\b/.test(action) &&
      !/\b(default|generated)\b/.test(action),
  },
];

/** The line by which a migration names the earlier one that has made this possible. */
const reason = /^-- contracts (\d{4}-[a-z0-9-]+)$/m;

export type MigrationText = { name: string; text: string };

/**
 * Migrations on which a program of the released version would fail. During an update both versions run side by side
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
      // a comma in brackets, as of numeric(10, 2), begins no action
      const actions = text
        .replace(/--.*$/gm, '')
        .replace(/\([^()]*\)/g, '')
        .toLowerCase()
        .split(/[;,]/);
      return contractions
        .filter(({ isIn }) => actions.some(isIn))
        .map(({ what }) => `${name} ${what}, which the released version may still use`);
    });
}
