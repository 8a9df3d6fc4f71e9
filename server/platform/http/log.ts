import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { refusalOf } from './errors.ts';

export type { Logger };

type Fault = Error & { code?: string };

/** What a mail server or a database says of a fault may name the person whom it befell. */
const withoutPersons = (text: string) =>
  text.replace(/[^\s<>()"',;:/=]+/g, (word) => (/[\w.+%-]@[\w-]+\.\w/.test(word) ? '…@…' : word));

/**
 * The program's log: one JSON line an event, without headers, bodies, queries or addresses of persons.
 *
 * @param out where the lines go; standard output when not given.
 */
export const createLog = (level: string, out?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        req: ({ method }: FastifyRequest) => ({ method }),
        err: ({ name, message, stack = '', code }: Fault) => ({
          type: name,
          message: withoutPersons(message),
          code,
          stack: withoutPersons(stack),
        }),
      },
    },
    out ?? standardOutput(),
  );

/** How long the log rests after a line that could not be written, in milliseconds. */
const restMilliseconds = 1_000;

/**
 * A log that goes to a file on a full disk is no reason to end, nor to wait at the end: what cannot be written is lost,
 * and a second later it is tried again. Each line is written at once: what is still held when the program ends, pino
 * would try to write for ever.
 */
function standardOutput(): DestinationStream {
  const open = () => {
    const stream = pino.destination({ dest: 1, sync: true });
    stream.on('error', () => {
      // what it still holds it would try to write again; pino does the same where nobody reads any more
      Object.assign(stream, { write: ignore, flush: ignore, flushSync: ignore, end: ignore, destroy: ignore });
      setTimeout(() => {
        out = open();
      }, restMilliseconds).unref();
    });
    return stream;
  };
  const ignore = () => true;
  let out = open();
  return { write: (line) => void out.write(line) };
}

/** One line a request, by route and not by URL: a URL may carry a signature, an id or a name. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  /** Faults are logged where they are answered, with their stack. */
  override defaultErrorLog(): void {}

  override requestCompleted(_error: FastifyError | null, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        // which of them it was: a wrong password, a limit, a call that is others'
        refusal: refusalOf(request),
        ms: Math.round(reply.elapsedTime),
        actor: request.actor?.accountId,
      },
      'request',
    );
  }
}
