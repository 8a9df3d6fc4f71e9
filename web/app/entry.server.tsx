import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
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

/** Renders the whole page before anything is sent, since the page is cached and compressed as a whole. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, report } = context.get(pageRequest);
  let failed = false;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <Nonce value={nonce}>
        <ServerRouter context={routes} url={request.url} nonce={nonce} />
      </Nonce>,
      {
        nonce,
        onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
        onShellError: reject,
        onError: (error) => {
          failed = true;
          report(error);
        },
      },
    );
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** A status thrown by a loader is a regular response; every other error is reported as a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error) && !request.signal.aborted) context.get(pageRequest).report(error);
};
