// Checks every raw SQL of the program for an `or` without parentheses of its own: joined with another condition by
// `and`, it is true of everybody's rows. `npm run check` runs it.
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

type Node = { type?: string; tag?: { value?: string }; template?: { quasis: { raw: string }[] } };

/** The words behind which another condition begins. */
const begins = new Set(
  'select from where on having when then else order group by returning set union join limit values'.split(' '),
);

/**
 * Whether the text of a template (`$` stands for each value) has an `or` at its outermost level, or one beside an `and`
 * at the same level of parentheses.
 */
export function hasBareOr(text: string): boolean {
  const withoutTexts = text.replaceAll(/--.*$/gm, '').replaceAll(/'[^']*'/g, '');
  const levels = [{ ands: 0, ors: 0, ranges: 0 }];
  for (const piece of withoutTexts.toLowerCase().match(/[(),]|\w+/g) ?? []) {
    const level = levels.at(-1);
    if (!level) return true;
    if (piece === '(' || piece === 'case') levels.push({ ands: 0, ors: 0, ranges: 0 });
    else if (piece === ')' || piece === 'end') levels.pop();
    else if (piece === ',' || begins.has(piece)) Object.assign(level, { ands: 0, ors: 0, ranges: 0 });
    else if (piece === 'between') level.ranges += 1;
    else if (piece === 'and' && level.ranges > 0) level.ranges -= 1;
    else if (piece === 'and') level.ands += 1;
    else if (piece === 'or') level.ors += 1;
    if (level.ors > 0 && (level.ands > 0 || levels[0] === level)) return true;
  }
  return false;
}

/** The text of every template of `sql` in a TypeScript source. */
export function templatesIn(source: string): string[] {
  const found: string[] = [];
  JSON.stringify(parseSync(source, { syntax: 'typescript' }), (_, node: Node | null) => {
    if (node?.type === 'TaggedTemplateExpression' && node.tag?.value === 'sql' && node.template)
      found.push(node.template.quasis.map(({ raw }) => raw).join('$'));
    return node;
  });
  return found;
}

if (import.meta.main) {
  const files = globSync('{server,demo}/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\/|node_modules/.test(file));
  const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  const templates = sources.flatMap(({ file, source }) =>
    source.includes('sql') ? templatesIn(source).map((text) => ({ file, text })) : [],
  );
  const faults = templates.filter(({ text }) => hasBareOr(text));
  for (const { file, text } of faults) console.error(`${file}: put parentheses around the or in: ${text}`);
  console.log(`${templates.length} texts of SQL in ${files.length} files, ${faults.length} at fault`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
