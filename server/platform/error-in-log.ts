/** Thrown with a sentence of ours that has no data of people, so that the log may have it. */
export class LoggableError extends Error {}

/** What a log has of an error: never anything that a person has entered. */
export type ErrorInLog = {
  type: string;
  /** Only that of a `LoggableError`: others repeat what could not be read, stored or sent. */
  message?: string;
  /** Where it was thrown: the lines of the stack, without the message. */
  stack: string;
  cause?: ErrorInLog;
  /** Those of `facts` that the error has. */
  [fact: string]: unknown;
};

/** Properties that name a kind of fault or a part of the program or schema. `detail` of a database has whole rows. */
const facts = [
  ...['code', 'syscall', 'status', 'statusCode', 'responseCode', 'serviceCode'],
  ...['constraint', 'table', 'column'],
] as const;
const isFact = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value));

const mostCauses = 3;
// ten lines, which is usual, are of the database's driver alone where a statement fails
Error.stackTraceLimit = 20;
const frame = /^ {4}at .*(:\d+:\d+|<anonymous>|native)\)?$/;

/** A message may look like lines of a stack, so it is cut off by its length. */
function framesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const afterMessage = at === -1 ? stack : stack.slice(at + message.length);
  return afterMessage
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n');
}

/** Says of an error what a log may have: which kind it is, where it was thrown, and why; see `ErrorInLog`. */
export function errorInLog(error: unknown, causes = mostCauses): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' };
  const known = facts.flatMap((name) => {
    const value = (error as Error & { [fact in typeof name]?: unknown })[name];
    return isFact(value) ? [[name, value]] : [];
  });
  return {
    type: error.name,
    ...(error instanceof LoggableError && { message: error.message }),
    ...Object.fromEntries(known),
    stack: framesOf(error),
    ...(error.cause !== undefined && causes > 0 && { cause: errorInLog(error.cause, causes - 1) }),
  };
}

/** The same as lines for standard error. */
export const errorInLines = (error: unknown): string => linesOf(errorInLog(error));

function linesOf({ type, message, stack, cause, ...known }: ErrorInLog): string {
  const kind = [type, ...Object.entries(known).map(([name, value]) => `${name}=${value}`)].join(' ');
  const head = message === undefined ? kind : `${kind}: ${message}`;
  return [head, stack, cause && `caused by ${linesOf(cause)}`].filter(Boolean).join('\n');
}
