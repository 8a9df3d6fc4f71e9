/** `newTables`: those that the released version does not know. */
type Contraction = { what: string; isIn: (action: Action, newTables: ReadonlySet<string>) => boolean };

/**
 * An action of a statement, such as `add name text`: its words, without those that may be left out or stand between.
 * Words are compared in place of patterns, which would take the check of all patterns a minute.
 */
class Action {
  readonly #text: string;

  constructor(text: string) {
    const words = text.split(/\W/).filter((word) => word !== '' && !['column', 'materialized'].includes(word));
    this.#text = ` ${words.join(' ')} `.replace(' if not exists ', ' ').replace(' if exists ', ' ');
  }

  /** Whether any of these phrases is in it. */
  has(...phrases: readonly string[]): boolean {
    return phrases.some((phrase) => this.#text.includes(` ${phrase} `));
  }

  /** The words after the last occurrence of a word. */
  after(word: string): readonly string[] {
    const at = this.#text.lastIndexOf(` ${word} `);
    return at < 0
      ? []
      : this.#text
          .slice(at + word.length + 2)
          .trim()
          .split(' ');
  }
}

/** What follows DROP and ADD where no column does: the word COLUMN may be left out. */
const notColumns = new Set(
  (
    'table view type function index constraint trigger sequence default not identity expression primary unique check ' +
    'foreign exclude value statistics'
  ).split(' '),
);
const isColumn = (word: string | undefined) => word !== undefined && !notColumns.has(word);

const rules = ['check', 'unique', 'foreign', 'exclude'];
const isRule = ([first = '', , third = '']: readonly string[]) =>
  rules.includes(first) || (first === 'constraint' && rules.includes(third));
const isType = ([, ...after]: readonly string[]) =>
  after[0] === 'type' || after.slice(0, 3).join(' ') === 'set data type';

/**
 * Statements that remove what a program of the version before may still use, or require what it does not know of. Each
 * is looked for in one action of one statement, in lower case.
 */
const contractions: readonly Contraction[] = [
  { what: 'drops a table', isIn: (action) => action.has('drop table') },
  {
    what: 'drops a view, a type or a function',
    isIn: (action) => action.has('drop view', 'drop type', 'drop function'),
  },
  { what: 'drops a default', isIn: (action) => action.has('drop default') },
  { what: 'drops a column', isIn: (action) => isColumn(action.after('drop')[0]) },
  { what: 'renames', isIn: (action) => action.has('rename') },
  { what: 'changes a type', isIn: (action) => isType(action.after('alter')) },
  { what: 'requires a value', isIn: (action) => action.has('set not null') },
  {
    what: 'adds a rule',
    isIn: (action, newTables) =>
      isRule(action.after('add')) || (action.has('create unique index') && !newTables.has(action.after('on')[0] ?? '')),
  },
  {
    what: 'adds a column that must have a value',
    isIn: (action) => isColumn(action.after('add')[0]) && action.has('not null') && !action.has('default', 'generated'),
  },
];

/** The line by which a migration names the earlier one that has made this possible. */
const reason = /^-- contracts (\d{4}-[a-z0-9-]+)$/m;

/** A table that is renamed and whose old name stays as a view, which can be written to. */
const renamed = /^alter table (\w+) rename to (\w+);(?=\ncreate view \1 as select \* from \2;$)/gm;

/** The beginning of a unique index over one column. */
const uniqueColumn = /^\s*create unique index \w+ on \w+ \((\w+)\)/;

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
  const later = migrations.filter(({ name }) => name > released);
  const newTables = new Set(
    later.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table ?? '')),
  );
  // the released version writes null into them, and nulls are not compared
  const newColumns = new Set(
    later.flatMap(({ text }) => [...text.matchAll(/\badd column (\w+)/g)].map(([, column]) => column ?? '')),
  );
  return later.flatMap(({ name, text }) => {
    const [, expanded] = reason.exec(text) ?? [];
    if (expanded !== undefined && expanded <= released && migrations.some((one) => one.name === expanded)) return [];
    // a comma in brackets, as of numeric(10, 2), begins no action
    const actions = text
      .replace(/--.*$/gm, '')
      .replace(renamed, '')
      .split(';')
      .filter((statement) => !newColumns.has(uniqueColumn.exec(statement)?.[1] ?? ''))
      .join(';')
      .replace(/\([^()]*\)/g, '')
      .toLowerCase()
      .split(/[;,]/)
      .map((action) => new Action(action));
    return contractions
      .filter(({ isIn }) => actions.some((action) => isIn(action, newTables)))
      .map(({ what }) => `${name} ${what}, which the released version may still use`);
  });
}
