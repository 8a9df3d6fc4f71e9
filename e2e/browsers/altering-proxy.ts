import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../server/testing/listen.ts';
import { isPage } from '../pages/planted.ts';

/**
 * A second origin of an academy, whose pages come altered and whose scripts as `script` has them: engines whose
 * traffic the runner cannot change.
 */
export async function startAlteringProxy(
  url: string,
  {
    page = (html) => html,
    script,
  }: { page?: (html: string) => string; script?: (pathname: string) => string | undefined },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', url);
    const own = script?.(pathname);
    if (own !== undefined) {
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(own);
      return;
    }
    // what is altered comes uncompressed, and whole
    const { 'accept-encoding': _, ...headers } = asked.headers;
    const forwarded = request(
      new URL(asked.url ?? '/', url),
      { method: asked.method ?? 'GET', headers },
      async (response) => {
        if (!isPage(pathname)) {
          response.pipe(answer.writeHead(response.statusCode ?? 502, response.headers));
          return;
        }
        const { 'content-length': _length, ...kept } = response.headers;
        answer.writeHead(response.statusCode ?? 502, kept).end(page(await text(response)));
      },
    );
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  return listen(server);
}
