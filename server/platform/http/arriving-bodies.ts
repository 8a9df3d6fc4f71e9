import type { IncomingMessage } from 'node:http';
import type { Call } from '@fairlead/contract/platform/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from '../request/network.ts';
import { textBytesOf } from './form-fields.ts';

/**
 * Limits for the arrival time of request bodies, and for the memory that they occupy meanwhile. A ship's link of 64
 * kbit/s carries a megabyte in two minutes, and may lose its satellite for one.
 */
export type BodyLimits = {
  /** Milliseconds within which the body of a visitor, or of a signed-in person, must be complete. */
  visitor: number;
  signedIn: number;
  /**
   * For uploads that are written to files as they arrive: the minimum number of bytes in each period of `milliseconds`.
   */
  upload: { bytes: number; milliseconds: number };
  /**
   * Maximum bytes in memory at a time: for one visitor's network, for one person, for all visitors, for all persons.
   */
  held: { network: number; person: number; visitors: number; persons: number };
  /**
   * Bodies up to this many bytes are not counted, and so are never refused because of other people's bodies: they need
   * less memory than the connection itself. Logins, codes and saved answers are that small.
   */
  small: number;
};

const MiB = 2 ** 20;
const usual: BodyLimits = {
  visitor: 60_000,
  signedIn: 5 * 60_000,
  upload: { bytes: 120_000, milliseconds: 2 * 60_000 },
  held: { network: 4 * MiB, person: 8 * MiB, visitors: 32 * MiB, persons: 128 * MiB },
  small: 2048,
};

/** The maximum body size in bytes of a call without files: for visitors, and for all others. */
export const visitorBodyBytes = 16 * 1024;
const bodyBytes = MiB;

/** The maximum body size in bytes of a call without files: what the call says, or the one for its callers. */
export const bodyBytesOf = ({ mostBytes }: Pick<Call, 'mostBytes'>, who: Call['who']): number =>
  mostBytes ?? ([who].flat().includes('anyone') ? visitorBodyBytes : bodyBytes);

/** Whether a body is written to files as it arrives: a form with files, or a chunk of a film. */
const isUpload = ({ routeOptions, method }: FastifyRequest) =>
  routeOptions.config.call?.files !== undefined || method === 'PATCH';

/** The most bytes of a body that are in memory until it is complete: of a form with files, its texts. */
function mostHeldOf(request: FastifyRequest): number {
  const { config, bodyLimit = bodyBytes } = request.routeOptions;
  if (config.call?.files) return textBytesOf(config.call);
  return isUpload(request) ? 0 : bodyLimit;
}

/** Whether a request has a body, which may be still to come. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body does not arrive in time, and limits the memory for incomplete bodies. To be called before
 * the access check, because the body of a refused request must end in time, too.
 */
export function limitBodies(app: FastifyInstance, limits: BodyLimits = usual): void {
  const held = new Map<string, number>();

  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) (isUpload(request) ? endWhenStalled : endWhenLate)(request, reply, limits);
    done();
  });

  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request)) return done();
    const { actor } = request;
    const most = mostHeldOf(request);
    // without a length, the body may have the maximum
    const bytes = Math.min(Number(request.headers['content-length'] ?? most), most);
    if (bytes <= limits.small) return done();
    const shares: [key: string, most: number][] = actor
      ? [
          [actor.accountId, limits.held.person],
          ['persons', limits.held.persons],
        ]
      : [
          [networkOf(request.ip), limits.held.network],
          ['visitors', limits.held.visitors],
        ];
    if (shares.some(([key, share]) => (held.get(key) ?? 0) + bytes > share)) return done(tooMuchAtOnce());
    const change = (by: number) => {
      for (const [key] of shares) held.set(key, (held.get(key) ?? 0) + by);
      for (const [key] of shares) if (held.get(key) === 0) held.delete(key);
    };
    change(bytes);
    let isHeld = true;
    const release = () => {
      if (isHeld) change(-bytes);
      isHeld = false;
    };
    // Released when the body is complete or the response is closed. A request that was ended by its deadline emits no
    // 'close', but its response does.
    request.raw.once('end', release);
    reply.raw.once('close', release);
    done();
  });
}

const tooMuchAtOnce = () =>
  new AppError('unavailable', 'Too much is being sent at once. Please try again in a few seconds.', { retryAfter: 5 });

/** Ends a request whose body is incomplete at its deadline, with an error response if none was sent yet. */
function endWhenLate(request: FastifyRequest, reply: FastifyReply, { visitor, signedIn }: BodyLimits): void {
  const { raw, headers } = request;
  // a request without a token counts as a visitor's; the token itself is checked later
  const timer = setTimeout(
    () => {
      // nobody reads the request any more, or it was answered already: no error response can be sent
      if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy();
      reply.header('connection', 'close');
      raw.emit('error', new AppError('too-slow', 'What was sent took too long to arrive. Please try again.'));
    },
    headers.authorization === undefined ? visitor : signedIn,
  ).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Ends a stalled upload. An upload in chunks continues with another request. */
function endWhenStalled({ raw }: FastifyRequest, _reply: FastifyReply, { upload }: BodyLimits): void {
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead;
    // if data is waiting to be read, the server is slow, not the client
    if (!raw.complete && raw.readableLength === 0 && now - before < upload.bytes) raw.destroy();
    before = now;
  }, upload.milliseconds).unref();
  raw.once('close', () => clearInterval(timer));
}
