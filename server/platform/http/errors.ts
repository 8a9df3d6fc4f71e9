import type { Failure } from '@fairlead/contract/values/shapes';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type ErrorCode, statusOf } from '../errors.ts';
import { unavailable } from '../outage.ts';
import { answerHeaders, headersEverywhere } from './answer-headers.ts';

type Issue = { instancePath: string; message?: string };

/** The first sentence for each field, by the name in the request; an error about the whole body has no field. */
function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of issues) {
    const name = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (name) fields[name] ??= message ?? 'Not valid';
  }
  return fields;
}

const sentenceOf: Record<number, string> = {
  400: 'The request could not be understood.',
  404: 'There is nothing here.',
  413: 'What was sent is too large.',
  415: 'This kind of content is not accepted here.',
};
const codeOf: Record<number, ErrorCode> = { 404: 'not-found', 413: 'too-large', 415: 'unsupported-type' };

function failureOf(error: FastifyError | AppError): { status: number; failure: Failure; retryAfter?: number } {
  const refusal = error instanceof AppError ? error : unavailable(error);
  if (refusal) {
    const { code, message, fields, retryAfter, about } = refusal;
    return {
      status: statusOf[code],
      failure: { message, code, ...(fields && { fields }), ...(about && { about }) },
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = fieldsOf(error.validation);
    const message = Object.values(fields)[0] ?? 'Please check what was entered.';
    return { status: 400, failure: { message, code: 'invalid', fields } };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) {
    const message = sentenceOf[status] ?? 'The request could not be carried out.';
    return { status, failure: { message, code: codeOf[status] ?? 'invalid' } };
  }
  return { status: 500, failure: { message: 'Something went wrong', code: 'fault' } };
}

const refusals = new WeakMap<FastifyRequest, string>();

/** The error code with which a request was refused; undefined if it was not refused. */
export const refusalOf = (request: FastifyRequest): string | undefined => refusals.get(request);

/**
 * Maps every error to a response, in one place. Bugs are logged with all details and answered with a general message.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, failure, retryAfter } = failureOf(error);
  refusals.set(request, failure.code);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  // the log has it too
  if (status === 500) {
    reply.header('x-trace', request.id);
    failure.trace = request.id;
  }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return send(reply, status, failure);
}

/**
 * Answers a URL that cannot be decoded. It is refused before routing and without hooks, so the common headers and the
 * log line are added here.
 */
export const answerUnroutable =
  (config: Parameters<typeof headersEverywhere>[0]) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headersEverywhere(config));
    answerError(error, request, reply);
    const { method } = request;
    request.log.info({ method, route: 'unknown', status: reply.statusCode, refusal: refusalOf(request) }, 'request');
  };

/** Answers an unknown path below /api with JSON, never with a page. */
export const answerUnknownCalls = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, 404, { message: `There is no ${request.method} call at this path.`, code: 'not-found' });

/** The headers are set here because a refusal without a route, or on a page's route, would not have them. */
const send = (reply: FastifyReply, status: number, failure: Failure): FastifyReply =>
  reply
    .code(status)
    .headers({ ...answerHeaders, 'cache-control': 'no-store' })
    .type('application/json')
    .send(JSON.stringify(failure));
