import type { Call } from '@fairlead/contract/platform/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { Page, searchedUpTo } from '../db/pagination.ts';
import { AppError } from '../errors.ts';
import type { Incoming } from '../files/files.ts';
import { networkOf } from '../request/network.ts';
import { bodyBytesOf } from './arriving-bodies.ts';
import { contentOf } from './encodings.ts';
import { listedFields } from './listed-fields.ts';
import { discardAll, isMultipart, readMultipart, type UploadLimits } from './multipart.ts';
import type { PageCache, StoredPage } from './page-cache.ts';
import { etagOf, sendStored } from './send-stored.ts';
import { type AnyRequest, Attachment, type Endpoint } from './serve.ts';
import type { UploadQuota } from './upload-quota.ts';

/**
 * Registers every call of the features below /api, with its schemas and its access rules; the contract is the only
 * source.
 *
 * @param quota counts uploads against the sender's quota.
 * @param shared caches the responses that are the same for everybody, until a public page changes.
 */
export function registerCalls(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { uploads, quota, shared }: { uploads: UploadLimits; quota: UploadQuota; shared: PageCache },
): void {
  for (const { name, call, who, handle } of endpoints) {
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      config: { who, call },
      bodyLimit: bodyBytesOf(call, who),
      schema: {
        operationId: name,
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        // A multipart body is not an object yet when Fastify validates; its fields are parsed after it is read.
        ...(call.body && !call.files && { body: call.body }),
        response: { [call.status ?? 200]: call.reply },
      },
      handler: async (request, reply) => {
        if (call.shared) {
          const key = `${call.path} ${JSON.stringify([request.params, request.query])}`;
          const visitor = { ...requestOf(request, nothingSent), actor: null };
          const make = async () => storedAnswer(request.url, call, await handle(visitor));
          return sendStored(request, reply, await shared.get(key, make));
        }
        if (call.files) await quota(request.actor, { call, contentLength: lengthOf(request) });
        const parts = call.files ? await receive(request, call, uploads) : { body: request.body, files: undefined };
        try {
          return answer(reply, call, await handle(requestOf(request, parts)));
        } finally {
          if (parts.files) await discardAll({ files: parts.files }, uploads);
        }
      },
    });
  }
}

/** The declared length of a request's body, in bytes. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

type Parts = { body: unknown; files: Record<string, Incoming[]> | undefined };

function requestOf(request: FastifyRequest, { body, files }: Parts): AnyRequest {
  return {
    actor: request.actor,
    params: request.params,
    query: request.query,
    body,
    files,
    ip: networkOf(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 300),
  };
}

async function receive(request: FastifyRequest, call: Call, uploads: UploadLimits): Promise<Parts> {
  if (!isMultipart(request)) {
    throw new AppError('unsupported-type', 'This call takes a form with files (multipart/form-data).');
  }
  const { fields, files } = await readMultipart(request, call, uploads);
  const parsed = z.safeParse(call.body ?? z.object({}), fields);
  if (parsed.success) return { body: parsed.data, files };
  await discardAll({ files }, uploads);
  throw invalidFields(parsed.error.issues);
}

/** Converts validation issues to the one error format of the API: the first sentence, and one for each field. */
function invalidFields(issues: readonly { path: PropertyKey[]; message: string }[]): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) if (path.length > 0) fields[path.map(String).join('.')] ??= message;
  return new AppError('invalid', Object.values(fields)[0] ?? 'Please check what was entered.', { fields });
}

function answer(reply: FastifyReply, call: Call, outcome: unknown): unknown {
  reply.code(call.status ?? 200);
  // Responses are personal unless a call declares otherwise; a shared cache on a ship must not store them.
  reply.header('cache-control', 'no-store');
  if (outcome instanceof Attachment) return attach(reply, outcome);
  if (!(outcome instanceof Page)) return outcome;
  reply.headers(placeOf(outcome, reply.request.url));
  return outcome.body;
}

/** The position of a page in its list: the total, and the URL of the next page. */
function placeOf({ total, next, isBounded }: Page<unknown>, requested: string): Record<string, string> {
  const count = {
    'x-total-count': total > 1000 ? '1000+' : String(total),
    ...(isBounded && { 'x-search-bound': String(searchedUpTo) }),
  };
  if (next === undefined) return count;
  const url = new URL(requested, 'http://self');
  url.searchParams.set('after', next);
  return { ...count, link: `<${url.pathname}${url.search}>; rel="next"` };
}

const nothingSent: Parts = { body: undefined, files: undefined };

/** A response as it is cached for everybody, serialised once. */
function storedAnswer(url: string, call: Call, outcome: unknown): StoredPage {
  const page = outcome instanceof Page ? outcome : undefined;
  const content = JSON.stringify(z.encode(call.reply, (page ? page.body : outcome) as never));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    // revalidated each time, which costs little when nothing has changed
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    ...(page && placeOf(page, url)),
  };
  const etag = etagOf(content);
  return { status: call.status ?? 200, headers, etag, body: contentOf(content, etag), keptUntil: 0 };
}

/** The name needs no escaping: we choose it, from letters, digits, dots and dashes. */
function attach(reply: FastifyReply, { content, type, name }: Attachment): Buffer {
  reply.header('content-type', type);
  if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`);
  return content;
}

/** Replaces the IP address when a page's loader calls, because the page is rendered for everybody. */
export const pageIp = 'page';

/** Calls a handler as a visitor would, without HTTP. The loaders of public pages use it. */
export type CallAsVisitor = (
  method: string,
  path: string,
  parts: { params?: unknown; query?: unknown },
) => Promise<{ reply: unknown; next: string | undefined }>;

export function visitorCalls(endpoints: readonly Endpoint[]): CallAsVisitor {
  const open = endpoints.filter(({ who }) => who === 'anyone');
  const byCall = new Map(
    open.map((one) => [`${one.call.method} ${one.call.path}`, { ...one, listed: listedFields(one.call.reply) }]),
  );
  return async (method, path, { params, query }) => {
    const endpoint = byCall.get(`${method} ${path}`);
    if (!endpoint) throw new Error(`${method} ${path} is not open to visitors`);
    const { call, listed } = endpoint;
    const outcome = await endpoint.handle({
      actor: null,
      params: parse(call.params, params),
      query: parse(call.query, query ?? {}),
      body: undefined,
      files: undefined,
      ip: pageIp,
      userAgent: undefined,
    });
    // Fields that are not in the reply schema are dropped here too, because they would be written into the page.
    const page = outcome instanceof Page ? outcome : new Page(outcome, undefined, 0);
    return { reply: listed(page.body), next: page.next };
  };
}

function parse(schema: Call['params'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw invalidFields(parsed.error.issues);
  return parsed.data;
}
