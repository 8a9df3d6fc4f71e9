import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../settings/config.ts';
import { pageHeaders } from './page-security.ts';

const { 'x-frame-options': neverFramed, ...everywhere } = pageHeaders;

/**
 * For responses that are data: if a browser renders one, it may not run scripts, load resources, submit forms or be
 * framed.
 */
const inert = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': neverFramed,
};

type Site = Pick<Config, 'publicUrl' | 'hstsSubdomains'>;

/** The headers of a response that is always data. */
export const answerHeaders = { ...everywhere, ...inert };

const left = new WeakSet<FastifyReply>();

/**
 * Leaves the headers of pages off a response. For a file that belongs to a page, to which the page's own headers apply.
 */
export const leaveHeaders = (reply: FastifyReply): void => void left.add(reply);

/**
 * The headers of every response of a program that is reached at `publicUrl`. With https, browsers are instructed to use
 * nothing else for a year (RFC 6797). This may include subdomains: over plain http, an attacker's subdomain could set
 * cookies for this host.
 */
export const headersEverywhere = ({ publicUrl, hstsSubdomains }: Site): Record<string, string> => ({
  ...everywhere,
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
});

/**
 * Adds the security headers to every response. A handler that has set its own policy (pages, files) keeps it, and with
 * it the control over who may frame the response.
 */
export function secureAnswers(app: FastifyInstance, config: Site): void {
  const always = Object.entries(headersEverywhere(config));
  app.addHook('onSend', async (request, reply) => {
    const missing = always.filter(([name]) => !reply.hasHeader(name) && !(left.has(reply) && name in everywhere));
    for (const [name, value] of missing) reply.header(name, value);
    // Not on the site's scripts: a policy on a service worker's file would apply to the worker itself.
    const isOfTheSite = request.routeOptions.url === '/*';
    if (!isOfTheSite && !reply.hasHeader('content-security-policy')) reply.headers(inert);
  });
}
