// The small faults that run-mutants.ts puts into a source.
import { parseSync } from 'vite';

/**
 * A fault: the characters from `start` to `end` of the source are replaced by `by`. `line` counts from 1; `inside` is
 * where the innermost function around it begins.
 */
export type Mutant = { start: number; end: number; by: string; line: number; inside?: number | undefined };

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** What replaces an operator: an equality is turned round, a comparison includes its boundary or no longer does. */
const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
};

/** What replaces the comparison in a condition of Kysely, such as `where('endedAt', 'is', null)`. */
const comparisons: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
};

/** The same in the text of a template of `sql`. */
const inSql = /(?<=\s)(?:and|or|is not null|is null|<>|<=|<|>=|>|=)(?=[\s)`]|$)/g;
const sqlOperators: Readonly<Record<string, string>> = {
  ...comparisons,
  and: 'or',
  or: 'and',
  'is null': 'is not null',
  'is not null': 'is null',
};

const calls: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };

/** Methods that narrow what they are called on: without the call, too much is left. */
const narrowing = new Set(['where', 'whereRef', 'having', 'filter']);

/** Tests of `if` and `?:`. Those of loops would not end. */
const branches = new Set(['IfStatement', 'ConditionalExpression']);

const isText = (node: unknown) =>
  isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'));
const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined);

/** Calls whose `true` names a field of a shape: the compiler accepts no `false` there. */
const masked = new Set(['pick', 'omit', 'partial']);
const inMasks = new WeakSet<Node>();
function noteMask(call: Node): void {
  for (const { properties = [] } of call.arguments as { properties?: { value?: Node }[] }[])
    for (const { value } of properties) if (value) inMasks.add(value);
}

/** The faults of one node. `replace` makes one from the part that it changes. */
function mutate(node: Node, source: string, replace: (part: Part, by: string) => void): void {
  const text = (part: Node) => source.slice(part.start, part.end);
  const { type } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression' || type === 'AssignmentExpression') {
    const { left, right } = node as Node & { left: Node; right: Node };
    const operator = String(node.operator);
    const by = operators[operator];
    const at = source.indexOf(operator, left.end);
    const joins = operator.startsWith('+') && (isText(left) || isText(right));
    if (by && !joins) replace({ start: at, end: at + operator.length }, by);
    if (operator === '??') replace(node, text(left));
  }
  if (branches.has(type)) {
    const test = node.test as Node;
    if (operators[String(test.operator)]?.startsWith('!') !== true && test.operator !== '!==' && !isNot(test))
      replace(test, `!(${text(test)})`);
  }
  if (isNot(node)) replace(node, `(${text(node.argument as Node)})`);
  if (type === 'Literal' && typeof node.value === 'boolean' && !inMasks.has(node)) replace(node, String(!node.value));
  if (type === 'ThrowStatement' || (type === 'ExpressionStatement' && !node.directive)) replace(node, ';');
  if (type === 'UpdateExpression')
    replace(
      node,
      text(node).replaceAll(/\+\+|--/g, (by) => (by === '++' ? '--' : '++')),
    );
  if (type === 'CallExpression') {
    if (masked.has(nameOf((node.callee as Node).property) ?? '')) noteMask(node);
    mutateCall(node, replace);
  }
  if (type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
    for (const piece of (node.quasi as { quasis: Node[] }).quasis)
      for (const { 0: operator, index } of text(piece).matchAll(inSql)) {
        const start = piece.start + index;
        replace({ start, end: start + operator.length }, sqlOperators[operator] ?? operator);
      }
}

type Part = { start: number; end: number };

const isNot = (node: Node) => node.type === 'UnaryExpression' && node.operator === '!';

/** A call that narrows is left out, as is a check of a shape; `some` and `every`, `min` and `max` change places. */
function mutateCall(node: Node, replace: (part: Part, by: string) => void): void {
  const callee = node.callee as Node & { object?: Node; property?: Node };
  const args = node.arguments as Node[];
  const method = nameOf(callee.property);
  const [, second] = args;
  if (second?.type === 'Literal' && args.length === 3 && comparisons[String(second.value)])
    replace(second, `'${comparisons[String(second.value)]}'`);
  if (!method || !callee.object || !callee.property) return;
  if (calls[method] && (method.length > 3 || nameOf(callee.object) === 'Math')) replace(callee.property, calls[method]);
  if (narrowing.has(method)) replace({ start: callee.object.end, end: node.end }, '');
  if (method === 'check')
    for (const [index, { start, end }] of args.entries())
      replace(
        { start: index > 0 ? (args[index - 1]?.end ?? start) : start, end: index > 0 ? end : (args[1]?.start ?? end) },
        '',
      );
}

/** Calls `enter` for every node that runs; it returns what to call when the node is left. */
function walk(source: string, file: string, enter: (node: Node) => (() => void) | undefined): void {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || (value.type.startsWith('TS') && !('expression' in value))) return;
    const leave = enter(value);
    for (const [key, child] of Object.entries(value)) if (!/[tT]ype|^parent$/.test(key)) visit(child);
    leave?.();
  };
  visit(program);
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Every fault that can be put into a TypeScript source, in its order. */
export function mutantsOf(source: string, file: string): Mutant[] {
  const found: Mutant[] = [];
  const inside: number[] = [];
  const replace = ({ start, end }: Part, by: string) =>
    found.push({ start, end, by, line: source.slice(0, start).split('\n').length, inside: inside.at(-1) });
  walk(source, file, (node) => {
    mutate(node, source, replace);
    if (!functions.has(node.type)) return;
    inside.push(node.start);
    return () => inside.pop();
  });
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** The source with a call of `probe`, which gets where the function begins, at the beginning of each function. */
export function withProbes(source: string, file: string, probe: (start: number) => string): string {
  const added: { at: number; text: string }[] = [];
  walk(source, file, (node) => {
    const body = node.body as Node | null;
    if (!functions.has(node.type) || !body) return;
    const call = probe(node.start);
    if (body.type === 'BlockStatement') added.push({ at: body.start + 1, text: `${call};` });
    else added.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ')' });
    return;
  });
  // of two at one place, the one of the outer function stands outside
  return added
    .sort((one, other) => other.at - one.at)
    .reduce((text, { at, text: call }) => text.slice(0, at) + call + text.slice(at), source);
}

/** The source with a fault in it. */
export const withMutant = (source: string, { start, end, by }: Mutant): string =>
  source.slice(0, start) + by + source.slice(end);

/** A fault in one line: its line in the source, what it replaces (an operator with what is beside it), and by what. */
export function sayMutant(source: string, { start, end, by, line }: Mutant): string {
  const beside = end - start <= 3 ? 20 : 0;
  const [before = ''] = source
    .slice(Math.max(0, start - beside), start)
    .split('\n')
    .slice(-1);
  const [after = ''] = source.slice(end, end + beside).split('\n');
  const short = (text: string) => (text.length > 70 ? `${text.slice(0, 67)}…` : text);
  const onOneLine = (text: string) => short(text.replaceAll(/\s+/g, ' ').trim());
  return `${line}: ${onOneLine(before + source.slice(start, end) + after)} → ${onOneLine(by) || '(left out)'}`;
}
