import { Failure } from '@fairlead/contract/values/shapes';
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod/mini';
import { registerRaw } from './access.ts';
import { type ApiDocument, apiDocsPage } from './api-docs-page.ts';
import { contentOf } from './encodings.ts';
import type { PageCache } from './page-cache.ts';
import { etagOf, sendStored } from './send-stored.ts';

/** Collects every route that is registered after it; to be followed by `registerDescription`. */
export async function collectDescription(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: '', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform,
  });
}

/**
 * Registers the program's API description: for programs at /api/openapi.json, for people at /api/docs. Each is
 * generated once and cached until a public page changes, because it takes as long as ten calls, and anybody may request
 * it.
 *
 * @param title the heading, called each time the description is generated.
 */
export function registerDescription(app: FastifyInstance, title: () => Promise<string>, shared: PageCache): void {
  const describe = async () => {
    const { info, ...rest } = app.swagger() as ApiDocument;
    return { ...rest, info: { ...info, title: await title() } };
  };
  const register = (url: string, write: (document: ApiDocument) => Written) => {
    const make = async () => {
      const { content, headers } = write(await describe());
      const kept = { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding' };
      const etag = etagOf(content);
      return { status: 200, headers: kept, etag, body: contentOf(content, etag), keptUntil: 0 };
    };
    registerRaw(app, {
      method: 'GET',
      url,
      who: 'anyone',
      handler: async (request, reply) => sendStored(request, reply, await shared.get(url, make)),
    });
  };
  register('/api/openapi.json', (document) => ({
    content: JSON.stringify(document),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }));
  register('/api/docs', (document) => {
    const { html, policy } = apiDocsPage(document);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
    return { content: html, headers };
  });
}

type Written = { content: string; headers: Record<string, string> };

const transform: SwaggerTransform = (document) => {
  // The site's pages are not part of the API.
  if (document.url === '/*') return { schema: { hide: true }, url: document.url };
  const schema = { ...document.schema, ...accessOf(document.route.config), ...formOf(document.route.config) };
  return jsonSchemaTransform({ ...document, schema: withFailures(schema) } as Parameters<SwaggerTransform>[0]);
};

function accessOf({ who = [] }: FastifyContextConfig = {}) {
  const any = [who].flat();
  return { 'x-who': any, security: any.includes('anyone') ? [] : [{ bearer: [] }] };
}

/** A multipart form is read outside Fastify's validation, so the route's own schemas do not include it. */
function formOf({ call }: FastifyContextConfig = {}) {
  if (!call?.files) return {};
  const parts = Object.entries(call.files).map(([name, { max }]) => [name, max > 1 ? z.array(z.file()) : z.file()]);
  const body = z.intersection(call.body ?? z.object({}), z.object(Object.fromEntries(parts)));
  return { consumes: ['multipart/form-data'], body };
}

const withFailures = (schema: FastifySchema) =>
  schema.response ? { ...schema, response: { ...schema.response, '4xx': Failure } } : schema;
