import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { errorInLog } from '../error-in-log.ts';
import { standardOutput } from '../standard-output.ts';
import { currentJobTrace } from '../trace.ts';
import { refusalOf } from './errors.ts';

export type { Logger };

/**
 * The program's log: one line of JSON for each event, without headers, bodies and query strings, and of an error only
 * what `errorInLog` says. Writing it never waits (`LineOutput`).
 *
 * @param out the destination of the lines; standard output when not given.
 */
export const createLog = (level: string, out?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // the lines of a request have its trace from the request's own logger
      mixin: () => {
        const trace = currentJobTrace();
        return trace === undefined ? {} : { trace };
      },
      serializers: {
        req: ({ method }: FastifyRequest) => ({ method }),
        err: (error: unknown) => errorInLog(error),
      },
      hooks: {
        // pino would take the message of an error that is logged without a text
        logMethod(args, method) {
          const [what, text] = args as [unknown, unknown];
          const isBare = text === undefined && typeof what === 'object';
          method.apply(this, isBare ? [what, 'error'] : args);
        },
      },
    },
    out ?? standardOutput(),
  );

/** What a load balancer and Prometheus ask. */
const probes = ['/healthz', '/readyz', '/metrics'];

/**
 * Logs one line for each request but those of `probes`, with the route and not the URL: a URL may contain a signature,
 * an id or a name.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'trace' });
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  /** Errors are logged where they are answered, with their stack. */
  override defaultErrorLog(): void {}

  override requestCompleted(_error: FastifyError | null, request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? 'unknown';
    // asked every few seconds, for ever
    const isProbe = probes.includes(route) && reply.statusCode < 400;
    request.log[isProbe ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        // the reason of a refusal: a wrong password, a rate limit, no permission
        refusal: refusalOf(request),
        ms: Math.round(reply.elapsedTime),
        actor: request.actor?.accountId,
      },
      'request',
    );
  }
}
