// React's own rendering of the same component tree as a page, and nothing else: no data fetching, no encryption,
// caching or compression. Sends its URL.
//
//   fork(bare-render.ts, [URL of the academy, path of the page])
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from '@fairlead/contract/platform/call';
import type { EntryContext, ServerBuild } from 'react-router';

process.env.NODE_ENV = 'production';
const [academy = '', path = '/'] = process.argv.slice(2);
const built: ServerBuild = await import(new URL('../../web/build/server/index.js', import.meta.url).href);

type Render = (
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: unknown,
) => Promise<Response>;
type Entry = Pick<typeof import('react-router'), 'createRequestHandler'> & {
  default: Render;
  contextFor: (offer: object) => never;
};
const entry = built.entry.module as unknown as Entry;

/** The page's data, fetched over the network once. */
const visit = async (call: Call) => {
  const answer = await fetch(`${academy}/api${call.path}`);
  return { reply: await answer.json(), next: undefined };
};
const context = entry.contextFor({ visit, nonce: 'bench', report: console.error });
const page = new Request(`http://fairlead.internal${path}`);

/** Renders the page once, and keeps the context that React Router prepared for it. */
async function preparedRoutes(): Promise<EntryContext> {
  let prepared: EntryContext | undefined;
  const render: Render = async (_request, _status, _headers, routes) => {
    prepared = routes;
    return new Response();
  };
  const capturing = { ...built, entry: { module: { ...built.entry.module, default: render } } } as ServerBuild;
  await entry.createRequestHandler(capturing, 'production')(page, context);
  if (!prepared) throw new Error(`${path} is no page that is rendered`);
  return prepared;
}

const routes = await preparedRoutes();
/** The data for the browser's router, copied because its stream can be read only once. */
const handoff = new Uint8Array(await new Response(routes.serverHandoffStream).arrayBuffer());
const fresh = (): EntryContext => ({
  ...routes,
  renderMeta: {},
  serverHandoffStream: new Blob([handoff]).stream() as NonNullable<EntryContext['serverHandoffStream']>,
});

const server = createServer(async (_request, reply) => {
  const rendered = await entry.default(page, 200, new Headers(), fresh(), context);
  const html = await rendered.text();
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) });
  reply.end(html);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => process.exit(0));
