import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { AppError } from '../errors.ts';
import { registerRaw } from '../http/access.ts';
import { contentOf } from '../http/encodings.ts';
import { noPage } from '../http/page-security.ts';
import { sendEncoded } from '../http/send-stored.ts';
import { networkOf } from '../request/network.ts';
import type { PageRequest, ServerEntry } from './server-entry.ts';

type FirstViewOptions = {
  load: () => Promise<ServerBuild>;
  /** What the loaders of a page get; the page itself is rendered for nobody in particular. */
  offer: (entry: ServerEntry) => PageRequest;
  /** Takes one rendering for a network; the seconds to wait when there is none left. */
  secondsToWait: (network: string) => number;
  /** The origin at which pages are rendered. */
  origin: string;
};

/**
 * Registers GET /api/first-view?page=<path>: the content of a guarded page as HTML, rendered for the person who asks,
 * and the answers that it was rendered from. Each is that of the person's own call, with its access check. 204 when the
 * page has no first view, or reads what the person may not.
 */
export function mountFirstView(app: FastifyInstance, { load, offer, secondsToWait, origin }: FirstViewOptions): void {
  registerRaw(app, {
    method: 'GET',
    url: '/api/first-view',
    who: ['learner', 'staff:enter'],
    handler: async (request, reply) => {
      // whatever becomes of it, it belongs to one person
      reply.header('cache-control', 'no-store');
      const { page } = request.query as { page?: unknown };
      const url = typeof page === 'string' && /^\/(?!\/)[\w/-]{0,200}$/.test(page) ? origin + page : undefined;
      if (url === undefined) throw new AppError('invalid', 'page must be a path of this site.');
      const wait = secondsToWait(networkOf(request.ip));
      if (wait > 0) throw new AppError('too-many', 'Too many pages were requested at once.', { retryAfter: wait });
      const { authorization = '', 'user-agent': userAgent = '' } = request.headers;
      const build = await load();
      const entry = build.entry.module as unknown as ServerEntry;
      const view = await entry.firstViewOf(
        build,
        {
          url,
          accessToken: authorization.replace(/^Bearer +/i, ''),
          answer: async ({ method, url: path }) => {
            if (method !== 'GET') throw new Error(`${method} ${path} while a first view was rendered`);
            const headers = { authorization, 'user-agent': userAgent };
            const answer = await app.inject({ method, url: path, headers, remoteAddress: request.ip });
            return {
              status: answer.statusCode,
              text: answer.body,
              header: (name) => String(answer.headers[name] ?? ''),
            };
          },
        },
        offer(entry),
      );
      if (!view) return reply.code(204).send();
      // inert as a page of its own; '<' would end the element
      reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': noPage });
      const bodies = JSON.stringify(view.bodies).replaceAll('<', '\\u003c');
      const html = `<!doctype html>${view.html}<script type="application/json">${bodies}</script>`;
      return sendEncoded(request, reply, contentOf(html));
    },
  });
}
