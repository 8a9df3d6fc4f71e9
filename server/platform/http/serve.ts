import type { Call, Calls, Who } from '@fairlead/contract/platform/call';
import type { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
import type { Page } from '../db/pagination.ts';
import { onReplica } from '../db/replica-scope.ts';
import type { Incoming as IncomingFile } from '../files/files.ts';
import type { Actor } from './access.ts';

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Field<C, K extends string> = C extends { [P in K]: infer S } ? Parsed<S> : undefined;
type Includes<W, T> = W extends T ? true : W extends readonly (infer One)[] ? (T extends One ? true : false) : false;

/** The input of a handler: the actor that `who` admitted, and the parsed parts of the request. */
type Request<C extends Call> = {
  actor: Includes<C['who'], 'anyone'> extends true ? Actor | null : Actor;
  params: Field<C, 'params'>;
  query: Field<C, 'query'>;
  body: Field<C, 'body'>;
  /** Received files by part name, each a temporary file until it is kept. */
  files: C extends { files: infer F } ? { [K in keyof F]: IncomingFile[] } : undefined;
  /** The network of the client, as far as the proxy setting reveals it; for limits and the audit. */
  ip: string;
  userAgent: string | undefined;
};

/**
 * A file as a response. With a `name`, it is downloaded under that name; without one, the browser shows it if it can.
 */
export class Attachment {
  readonly content: Buffer;
  readonly type: string;
  readonly name: string | undefined;
  constructor(content: Buffer, type: string, name?: string) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

type Body<C extends Call> = z.input<C['reply']>;
type Handler<C extends Call> = (request: Request<C>) => Promise<Body<C> | Page<Body<C>> | Attachment>;
export type Handlers<F extends Calls> = { [K in keyof F]: Handler<F[K]> };

/** A request for any call, as the platform assembles it; the contract's schemas have parsed its parts. */
export type AnyRequest = Pick<Request<Call>, 'ip' | 'userAgent'> & {
  actor: Actor | null;
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, IncomingFile[]> | undefined;
};

/** A call with its handler, as the platform registers it. */
export type Endpoint = {
  name: string;
  call: Call;
  who: Who | readonly Who[];
  handle: (request: AnyRequest) => Promise<unknown>;
};

/**
 * Joins the calls of one contract file with their handlers. If a handler is missing, or its response has another shape
 * than the contract declares, the code does not compile.
 */
export function serve<const F extends Calls>(calls: F, handlers: Handlers<F>): Endpoint[] {
  return Object.entries(calls).map(([name, call]) => ({
    name,
    call,
    who: call.who,
    handle: reading(call, handlers[name as keyof F] as unknown as Endpoint['handle']),
  }));
}

/** A call that may lag reads a replica, except for learners: they look for what they have just done or been given. */
function reading({ mayLag }: Call, handle: Endpoint['handle']): Endpoint['handle'] {
  if (!mayLag) return handle;
  return (request) => (request.actor?.role === 'learner' ? handle(request) : onReplica(() => handle(request)));
}
