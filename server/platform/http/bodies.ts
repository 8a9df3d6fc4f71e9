import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';

/**
 * Reads JSON bodies (and leaves forms with files to `readMultipart`). A call that takes no body does not mind what
 * comes with it: clients send their usual content type along with nothing.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else parse(request, String(text), done);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _bytes, done) => {
    if (request.routeOptions.schema?.body === undefined) done(null, undefined);
    else done(new AppError('unsupported-type', 'This call takes JSON (application/json).'), undefined);
  });
  app.addHook('preValidation', async (request) => {
    // Then the answer says which fields are missing, rather than that nothing was sent.
    if (request.routeOptions.schema?.body !== undefined) request.body ??= {};
  });
}
