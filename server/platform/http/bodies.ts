import type { FastifyInstance } from 'fastify';
import type { $ZodType as Schema } from 'zod/v4/core';
import { AppError } from '../errors.ts';
import { mostValuesOf, requireFewValues } from './json-bounds.ts';

/**
 * Reads JSON bodies, whose values are counted before they are parsed, and leaves forms with files to `readMultipart`. A
 * call without a body ignores any body: clients send their usual content type even without one.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const schema = request.routeOptions.schema?.body as Schema | undefined;
    if (text === '' || schema === undefined) return done(null, undefined);
    try {
      requireFewValues(String(text), mostValuesOf(schema));
    } catch (error) {
      return done(error as Error, undefined);
    }
    parse(request, String(text), done);
  });
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _bytes, done) => {
    if (request.routeOptions.schema?.body === undefined) done(null, undefined);
    else done(new AppError('unsupported-type', 'This call takes JSON (application/json).'), undefined);
  });
  app.addHook('preValidation', async (request) => {
    // The error then names the missing fields, instead of reporting an empty body.
    if (request.routeOptions.schema?.body !== undefined) request.body ??= {};
  });
}
