import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { pageHeaders } from './page-security.ts';

const { 'x-frame-options': neverFramed, ...everywhere } = pageHeaders;

/** Answers are data: whatever a browser makes of one, nothing in it runs, loads, is sent or is framed. */
const inert = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': neverFramed,
};

type Site = Pick<Config, 'publicUrl' | 'hstsSubdomains'>;

/** The headers of an answer that is data in any case. */
export const answerHeaders = { ...everywhere, ...inert };

const left = new WeakSet<FastifyReply>();

/** Leaves an answer with the headers that it has: a part of a page, for which the page's own speak. */
export const leaveHeaders = (reply: FastifyReply): void => void left.add(reply);

/**
 * The headers of every answer of a program that people come to at `publicUrl`: by https, they are told to come by
 * nothing else for a year (RFC 6797), nor to hosts below it: over plain http one that somebody made up there could
 * write cookies for this one.
 */
export const headersEverywhere = ({ publicUrl, hstsSubdomains }: Site): Record<string, string> => ({
  ...everywhere,
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
});

/**
 * Gives every answer the headers that keep a browser from making more of it than it is. A handler that has set a
 * policy of its own (pages, files) keeps it, and with it the say in who may frame the answer.
 */
export function secureAnswers(app: FastifyInstance, config: Site): void {
  const always = Object.entries(headersEverywhere(config));
  app.addHook('onSend', async (request, reply) => {
    const missing = always.filter(([name]) => !reply.hasHeader(name) && !(left.has(reply) && name in everywhere));
    for (const [name, value] of missing) reply.header(name, value);
    // The site's scripts must not get it: a policy on a worker's file would be the worker's own.
    const isOfTheSite = request.routeOptions.url === '/*';
    if (!isOfTheSite && !reply.hasHeader('content-security-policy')) reply.headers(inert);
  });
}
