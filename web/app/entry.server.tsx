import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type AnyUseQueryOptions, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
  StaticRouterProvider,
} from 'react-router';
import { isRefusal } from './lib/calls/api-client.ts';
import { type Answer, answerCallsBy, NetworkError, type Outgoing } from './lib/calls/transport.ts';
import { FirstView } from './lib/pages/first-view.ts';
import { Nonce } from './lib/pages/nonce.ts';
import { type PageRequest, pageRequest } from './lib/pages/page-request.ts';

/** For the server, which has to use the same router instance as this bundle. */
export { createRequestHandler, data } from 'react-router';

/** Builds the router context from what the server passes in; the context key belongs to this bundle. */
export function contextFor(offer: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequest, offer);
  return context;
}

/** Renders everything before anything is sent, since a page is cached and compressed as a whole. */
const rendered = (content: ReactNode, options: RenderToPipeableStreamOptions) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(content, {
      ...options,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
    });
  });

export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, report } = context.get(pageRequest);
  let failed = false;
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={routes} url={request.url} nonce={nonce} />
    </Nonce>
  );
  const html = await rendered(page, {
    nonce,
    onError: (error) => {
      failed = true;
      report(error);
    },
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** How the calls of the first view that is being rendered are answered. */
const calls = new AsyncLocalStorage<(outgoing: Outgoing) => Promise<Answer>>();
answerCallsBy(async (outgoing) => calls.getStore()?.(outgoing) ?? Promise.reject(new NetworkError()));

type Viewer = {
  url: string;
  accessToken: string;
  /** Answers a call of this person, inside the server. */
  answer: (outgoing: Outgoing) => Promise<Answer>;
};

/**
 * The content of a guarded page as a person sees it first, as HTML, and the bodies of the answers that it was rendered
 * from, by URL. What it reads is asked for as the page itself would ask, and kept for this rendering alone. Undefined
 * for a page that does not say what it reads, and where the person does not get the first of that.
 */
export async function firstViewOf(
  build: ServerBuild,
  { url, accessToken, answer }: Viewer,
  offer: PageRequest,
): Promise<{ html: string; bodies: Record<string, string> } | undefined> {
  const handler = createStaticHandler(routesOf(build));
  const context = await handler.query(new Request(url), { requestContext: contextFor(offer) });
  if (context instanceof Response) return undefined;
  const reads = context.matches.flatMap(({ route }) => (route.handle as Handle | undefined)?.reads ?? []);
  const [first] = reads;
  if (!first) return undefined;
  const bodies: Record<string, string> = {};
  const read = async (outgoing: Outgoing) => {
    const given = await answer(outgoing);
    if (given.status === 200) bodies[outgoing.url] = given.text;
    return given;
  };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const session = { accessToken, refreshToken: null, user: null };
  try {
    const html = await calls.run(read, async () => {
      await Promise.all(reads.map((query) => queries.prefetchQuery(query)));
      if (queries.getQueryState(first.queryKey)?.status !== 'success') return undefined;
      const router = createStaticRouter(handler.dataRoutes, context);
      const page = (
        <FirstView value={{ session, queries }}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </FirstView>
      );
      const onError = (error: unknown) => {
        if (!isRefusal(error)) offer.report(error);
      };
      // no script runs there that would move a part which comes later to its place
      return rendered(page, { identifierPrefix: 'first-', progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError });
    });
    return html === undefined ? undefined : { html, bodies };
  } catch {
    return undefined; // the fault was reported
  }
}

/** What a guarded page reads first: the first of them is what it cannot be without. */
type Handle = { reads?: readonly AnyUseQueryOptions[] };

/** The pages of a build as routes for one rendering, in which the academy alone is loaded. */
function routesOf({ routes }: Pick<ServerBuild, 'routes'>, above?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== above) return [];
    const { id, path, index, module } = route;
    const { handle, default: Component, loader } = module;
    const own = { id, handle, ...(path !== undefined && { path }), ...(Component && { Component }) };
    if (index) return [{ ...own, index }];
    const children = routesOf({ routes }, id);
    return [above === undefined && loader ? { ...own, loader, children } : { ...own, children }];
  });
}

/** A status thrown by a loader is a regular response; every other error is reported as a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error) && !request.signal.aborted) context.get(pageRequest).report(error);
};
