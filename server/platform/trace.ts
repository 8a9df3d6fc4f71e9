import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The header of W3C Trace Context: version, trace, the caller's span, flags. Version ff is none; no id is all zeros.
 */
const traceparent = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/;

/**
 * The trace that a request belongs to: 32 hexadecimal digits, from the `traceparent` of the proxy or the client, or a
 * new one. It stands in every log line of the request and of the jobs that it leaves, and names nobody.
 */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers.traceparent;
  const [, version, trace, rest] = (typeof given === 'string' && traceparent.exec(given)) || [];
  // version 00 ends with its flags; a later one may go on
  return trace && !(version === '00' && rest) ? trace : newTrace();
}

export const newTrace = (): string => randomUUID().replaceAll('-', '');

const running = new AsyncLocalStorage<{ trace: string; isJob: boolean }>();

/** Runs a job, or a request, as part of a trace. */
export const withTrace = <Result>(trace: string, work: () => Result, isJob = true): Result =>
  running.run({ trace, isJob }, work);

/** The trace of the current request or job; undefined in commands. */
export const currentTrace = (): string | undefined => running.getStore()?.trace;

/** The trace of the job that is running; undefined outside of jobs. */
export function currentJobTrace(): string | undefined {
  const current = running.getStore();
  return current?.isJob ? current.trace : undefined;
}

/** The `traceparent` of a request to another server that belongs to a trace. */
export const traceparentOf = (trace: string): string => `00-${trace}-${randomBytes(8).toString('hex')}-01`;
