import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ESTree, Plugin } from 'vite';
import { parseSync } from 'vite';

/** The ends of the names of modules that have only the calls, or the plain values, of a module of the contract. */
const marks = { calls: '?thin', values: '?plain' } as const;
const mark = /\?(thin|plain)$/;

/** What a browser needs of a call to make it; the schemas are for those who answer it, and for some forms. */
const needed = new Set(['method', 'path', 'who', 'table']);

type Edit = { from: number; to: number; text: string };

/**
 * Gives the pages the calls of the contract without their schemas, since a page does not check again what the server
 * has checked: the schemas, and the library that they are made with, would be half of what a page brings. A module that
 * reads a schema of a call itself, for a form (`fees.waive.body`) or for the filters of a list, gets the call whole.
 */
export function thinCalls(): Plugin {
  const thin = new Map<string, ReadonlyMap<string, Thin>>();
  const callsOf = (file: string) => {
    const known = thin.get(file) ?? thinCallsIn(file, readFileSync(file, 'utf8'));
    thin.set(file, known);
    return known;
  };
  return {
    name: 'thin-calls',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!mark.test(id)) return undefined;
      const all = [...callsOf(id.replace(mark, ''))].filter(([, { kind }]) => id.endsWith(marks[kind]));
      return { code: all.map(([name, { text }]) => `export const ${name} = ${text};`).join('\n'), moduleType: 'ts' };
    },
    transform: {
      filter: { id: /web[\\/]app[\\/].*\.tsx?/, code: '@fairlead/contract/' },
      async handler(code, id) {
        const edits: Edit[] = [];
        for (const statement of this.parse(code).body) {
          if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('@fairlead/contract/'))
            continue;
          const resolved = await this.resolve(statement.source.value, id);
          if (!resolved) continue;
          const calls = callsOf(resolved.id);
          const names = statement.specifiers.flatMap(namedBy);
          if (names.length < statement.specifiers.length) continue;
          const whole = statement.source.value;
          const sourceOf = ({ text, imported }: Named) => {
            const found = calls.get(imported);
            return found && !readsSchemas(code, text) ? resolved.id + marks[found.kind] : whole;
          };
          const sources = [...new Set(names.map(sourceOf))];
          if (sources.every((source) => source === whole)) continue;
          const { start, end } = statement;
          const text = sources
            .map((source) => {
              const taken = names.filter((one) => sourceOf(one) === source).map(importing);
              return `import { ${taken.join(', ')} } from ${JSON.stringify(source)};`;
            })
            .join('');
          edits.push({ from: start, to: end, text });
        }
        return edits.length > 0 ? { code: edited(code, edits), map: null } : undefined;
      },
    },
  };
}

/**
 * Marks what the contract's modules compute as free of effects, so that a schema which no page uses is left out: the
 * bundler cannot know that of a function that makes one.
 */
export function droppableSchemas(): Plugin {
  return {
    name: 'droppable-schemas',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /contract[\\/][^?]*\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        for (const statement of this.parse(code).body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declared?.type !== 'VariableDeclaration') continue;
          for (const { init } of declared.declarations) {
            if (!init || init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression') continue;
            const { start, end } = init;
            const text = code.slice(start, end);
            if (/[\w)]\(/.test(text) && !/\bawait\b/.test(text))
              edits.push({ from: start, to: end, text: `/* @__PURE__ */ (() => (${text}))()` });
          }
        }
        return edits.length > 0 ? { code: edited(code, edits), map: null } : undefined;
      },
    },
  };
}

/** A name that a module imports: its own name for it, and that of the module it comes from. */
type Named = { text: string; imported: string };
const namedBy = (specifier: ESTree.ImportDeclarationSpecifier): Named[] =>
  specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
    ? [{ text: specifier.local.name, imported: specifier.imported.name }]
    : [];
const importing = ({ text, imported }: Named) => (text === imported ? text : `${imported} as ${text}`);

/** Whether a module reads schemas of these calls: by name, or as a list does, which takes its filters from the call. */
const readsSchemas = (code: string, calls: string): boolean =>
  /\busePaginatedList/.test(code) || new RegExp(`\\b${calls}\\.\\w+\\.(body|query|params|reply)\\b`).test(code);

/** The text of a plain value, or of calls without their schemas. */
type Thin = { kind: keyof typeof marks; text: string };
/** A module of the contract: its text, its own constants, and what it imports from others, if that is thin. */
type Scope = {
  source: string;
  consts: ReadonlyMap<string, ESTree.Expression>;
  imported: (name: string) => string | undefined;
};

/** What a module of the contract exports that needs no schema: plain values, and calls without theirs; by name. */
export function thinCallsIn(file: string, source: string): Map<string, Thin> {
  const consts = new Map<string, ESTree.Expression>();
  const exported = new Set<string>();
  const imports = new Map<string, string>();
  for (const statement of parseSync(file, source).program.body) {
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) imports.set(local.name, statement.source.value);
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = isExported ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || !init) continue;
      consts.set(id.name, bare(init));
      if (isExported) exported.add(id.name);
    }
  }
  const imported = (name: string) => {
    const from = imports.get(name);
    if (!from?.startsWith('.')) return undefined;
    const path = resolve(dirname(file), from);
    return thinCallsIn(path, readFileSync(path, 'utf8')).get(name)?.text;
  };
  const scope = { source, consts, imported };
  return new Map(
    [...consts].flatMap(([name, value]) => {
      const thin = exported.has(name) ? thinValue(value, scope) : undefined;
      return thin ? [[name, thin]] : [];
    }),
  );
}

/** An expression without `as const` and `satisfies …`. */
function bare(expression: ESTree.Expression): ESTree.Expression {
  return expression.type === 'TSSatisfiesExpression' || expression.type === 'TSAsExpression'
    ? bare(expression.expression)
    : expression;
}

/** A plain value, a call or an object of calls; undefined for anything else. */
function thinValue(value: ESTree.Expression, scope: Scope): Thin | undefined {
  if (isLiteral(value)) return { kind: 'values', text: scope.source.slice(value.start, value.end) };
  if (value.type !== 'ObjectExpression') return undefined;
  const texts = value.properties.map((one) => {
    if (one.type !== 'Property') return undefined;
    const name = one.value.type === 'Identifier' ? one.value.name : undefined;
    const call = name === undefined ? one.value : scope.consts.get(name);
    const own = call?.type === 'ObjectExpression' ? thinCall(call, scope) : undefined;
    const text = own ?? (name && scope.imported(name));
    return text && `${scope.source.slice(one.key.start, one.key.end)}: ${text}`;
  });
  const text = texts.every((one) => one) ? `{ ${texts.join(', ')} }` : thinCall(value, scope);
  return text === undefined ? undefined : { kind: 'calls', text };
}

/** A call without its schemas; undefined for what is no call, or refers to something else. */
function thinCall({ properties }: ESTree.ObjectExpression, { source, consts, imported }: Scope): string | undefined {
  const parts = properties.flatMap((part) => {
    const name = part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : '';
    return part.type !== 'Property' || needed.has(name) ? [{ name, part }] : [];
  });
  const texts = parts.map(({ name, part }) => {
    if (part.type !== 'Property') return undefined;
    const named = part.value.type === 'Identifier' ? part.value.name : undefined;
    const value = named === undefined ? part.value : consts.get(named);
    const text = value && isLiteral(value) ? source.slice(value.start, value.end) : named && imported(named);
    return text && `${name}: ${text}`;
  });
  const isCall = ['method', 'path', 'who'].every((name) => parts.some((one) => one.name === name));
  return isCall && texts.every((text) => text) ? `{ ${texts.join(', ')} }` : undefined;
}

function isLiteral(value: ESTree.Expression): boolean {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return isLiteral(value.expression);
  if (value.type === 'ArrayExpression')
    return value.elements.every((one) => one !== null && one.type !== 'SpreadElement' && isLiteral(one));
  if (value.type === 'ObjectExpression')
    return value.properties.every((one) => one.type === 'Property' && isLiteral(one.value));
  return value.type === 'Literal';
}

/** A text with parts of it replaced, given in their order. */
function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight((sofar, { from, to, text: by }) => sofar.slice(0, from) + by + sofar.slice(to), text);
}
