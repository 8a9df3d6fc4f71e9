import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { networkOf } from './network.ts';

/**
 * How long bodies may take to arrive, and how much of them may be held meanwhile. A ship's link of 64 kbit/s carries a
 * megabyte in two minutes, and loses its satellite for one.
 */
export type BodyLimits = {
  /** Milliseconds in which a visitor's body must be in, and that of somebody who is signed in. */
  visitor: number;
  signedIn: number;
  /** Of what is written to files as it arrives: bytes that must come in each so many milliseconds. */
  upload: { bytes: number; milliseconds: number };
  /** Bytes that are held in memory at once: of one visitor's network, of one person, of all visitors, of all persons. */
  held: { network: number; person: number; visitors: number; persons: number };
  /**
   * Bytes up to which a body is not counted, and so never refused for what others send: less than its connection costs
   * anyway. Logins, codes and saved answers are that small.
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

/** The largest body in bytes of a call that takes no file: of one that visitors may make, and of any other. */
export const visitorBodyBytes = 16 * 1024;
export const bodyBytes = MiB;

/** Whether a body goes to files as it arrives: a form with files, or a piece of a film. */
const isUpload = ({ routeOptions, method }: FastifyRequest) =>
  routeOptions.config.call?.files !== undefined || method === 'PATCH';

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body does not arrive, and bounds what is held of bodies until they are whole. To be called before
 * access is decided, since a body that is refused has to come to an end too.
 */
export function limitBodies(app: FastifyInstance, limits: BodyLimits = usual): void {
  const held = new Map<string, number>();

  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) (isUpload(request) ? endWhenStalled : endWhenLate)(request, reply, limits);
    done();
  });

  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request) || isUpload(request)) return done();
    const { actor, routeOptions } = request;
    const most = routeOptions.bodyLimit ?? bodyBytes;
    // what says no length may have any
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
    // Whole, or over: the request of a body that was ended by its deadline emits no 'close', its response does.
    request.raw.once('end', release);
    reply.raw.once('close', release);
    done();
  });
}

const tooMuchAtOnce = () =>
  new AppError('unavailable', 'Too much is being sent at once. Please try again in a few seconds.', { retryAfter: 5 });

/** Ends a request whose body is not in by its deadline, with an answer where nobody has answered yet. */
function endWhenLate(request: FastifyRequest, reply: FastifyReply, { visitor, signedIn }: BodyLimits): void {
  const { raw, headers } = request;
  // a request without a token is a visitor's; whether the token is good is checked later
  const timer = setTimeout(
    () => {
      // nobody reads it any more, or it was answered already: then there is nothing to say
      if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy();
      reply.header('connection', 'close');
      raw.emit('error', new AppError('too-slow', 'What was sent took too long to arrive. Please try again.'));
    },
    headers.authorization === undefined ? visitor : signedIn,
  ).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Ends an upload of which next to nothing arrives any more: one in pieces goes on by another request. */
function endWhenStalled({ raw }: FastifyRequest, _reply: FastifyReply, { upload }: BodyLimits): void {
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead;
    // where something waits to be read, it is we who are slow
    if (!raw.complete && raw.readableLength === 0 && now - before < upload.bytes) raw.destroy();
    before = now;
  }, upload.milliseconds).unref();
  raw.once('close', () => clearInterval(timer));
}
