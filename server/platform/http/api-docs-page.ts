import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape-html.ts';

/** The subset of JSON Schema that our contract produces. */
type Shape = {
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type Content = { content?: Record<string, { schema?: Shape }> };
type Operation = {
  'x-who'?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Shape }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
};
/** The part of an OpenAPI document that is shown. */
export type ApiDocument = { info: { title: string }; paths?: Record<string, Record<string, Operation>> };

const style = `:root{color-scheme:light dark}body{max-width:60rem;margin:0 auto;padding:1.5rem;font:1rem/1.5 system-ui,
sans-serif}h2{margin:2.5rem 0 .5rem;font-size:1.1rem;border-top:1px solid #8886;padding-top:1rem}h2 b{color:light-dark(#0b6e8f,#6cc5e0)}
h3{margin:.75rem 0 .25rem;font-size:.9rem}pre{margin:0;padding:.75rem;white-space:pre-wrap;background:#8882;border-radius:6px}
code,pre,h2{font-family:ui-monospace,monospace;overflow-wrap:anywhere}ul{padding-left:1.25rem}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders the calls of an API as a page without scripts, with the content security policy to send with it. */
export function apiDocsPage({ info, paths = {} }: ApiDocument): { html: string; policy: string } {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(info.title)}: API</title><style>${style}</style>
<h1>${escapeHtml(info.title)}: API</h1>
<p>Written from the running program; for programs at <a href="/api/openapi.json">/api/openapi.json</a>. Paths are
matched without regard to case and trailing slash. <code>who</code> is <code>anyone</code>, <code>signed-in</code>,
<code>learner</code> (a seafarer), or the permission that a staff role must carry; a call that needs a known caller sends
<code>Authorization: Bearer</code> and an access token. Every refusal is
<code>{ message, code, fields? }</code>. Lists take <code>?q</code>, <code>?limit</code> and <code>?after</code>, and
answer with <code>Link</code> to the next page and <code>X-Total-Count</code>.</p>
<ul>${calls.map(entryOf).join('')}</ul>
${calls.map(sectionOf).join('\n')}
</html>
`;
  return { html, policy };
}

type Listed = { method: string; path: string; operation: Operation };

const anchorOf = ({ method, path }: Listed) => escapeHtml(`${method}${path}`);
const entryOf = (call: Listed) =>
  `<li><a href="#${anchorOf(call)}"><code>${call.method} ${escapeHtml(call.path)}</code></a></li>`;

function sectionOf(call: Listed): string {
  const { method, path, operation } = call;
  const { parameters = [], requestBody, responses = {} } = operation;
  const named = parameters.map(
    ({ name, in: place, required, schema = {} }) => `${name}${required ? '' : '?'}: ${notation(schema)} (${place})`,
  );
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, content]) => (content.content ? contentOf(`Answer ${status}`, content) : [nothing(status)]));
  return [
    `<h2 id="${anchorOf(call)}"><b>${method}</b> ${escapeHtml(path)}</h2>`,
    `<p>who: <code>${escapeHtml((operation['x-who'] ?? []).join(' or '))}</code></p>`,
    ...(named.length > 0 ? [block('Parameters', named.join('\n'))] : []),
    ...(requestBody ? contentOf('Body', requestBody) : []),
    ...answers,
  ].join('\n');
}

function contentOf(heading: string, { content = {} }: Content): string[] {
  return Object.entries(content).flatMap(([type, { schema }]) =>
    schema ? [block(type === 'application/json' ? heading : `${heading}, ${type}`, notation(schema))] : [],
  );
}

const nothing = (status: string) => `<h3>Answer ${escapeHtml(status)}, empty</h3>`;
const block = (heading: string, text: string) => `<h3>${escapeHtml(heading)}</h3><pre>${escapeHtml(text)}</pre>`;

/** A schema in TypeScript notation. */
function notation(shape: Shape, indent = ''): string {
  const text = bare(shape, indent);
  return shape.nullable ? `${text} | null` : text;
}

function bare(shape: Shape, indent: string): string {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map((one) => notation(one, indent)).join(' | ');
  // Several patterns for one text become one part each.
  if (shape.allOf) return [...new Set(shape.allOf.map((one) => notation(one, indent)))].join(' & ');
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.type === 'array') return `[${notation(shape.items ?? {}, indent)}]`;
  if (shape.properties) return members(shape.properties, shape.required ?? [], indent);
  if (typeof shape.additionalProperties === 'object') return `{ [name]: ${notation(shape.additionalProperties)} }`;
  return `${shape.format ?? shape.type ?? 'anything'}${boundsOf(shape)}`;
}

function members(properties: Record<string, Shape>, required: readonly string[], indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, shape]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${notation(shape, inner)}`,
  );
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

/** The declared limits. The limits of a safe integer are left out, because they go without saying. */
function boundsOf({ minLength, maxLength, minimum, maximum }: Shape): string {
  const least = minLength ?? (minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum);
  const most = maxLength ?? (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum);
  if (least === undefined && most === undefined) return '';
  return ` (${least ?? ''}..${most ?? ''})`;
}
