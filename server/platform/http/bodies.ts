import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';

/**
 * Reads JSON bodies (and leaves forms with files to `readMultipart`). A call without a body ignores any body: clients
 * send their usual content type even without one.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else parse(request, String(text), done);
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
