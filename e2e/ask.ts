import type { Args, Call, Reply } from '@fairlead/contract/platform/call';
import { type Parts, urlOf } from '../server/testing/call-url.ts';

/** A response other than success. */
export class Refused extends Error {
  readonly status: number;

  constructor(call: Call, status: number, body: string) {
    super(`${call.method} ${call.path}: ${status} ${body}`);
    this.status = status;
  }
}

/**
 * Makes a call of the contract over the wire, with somebody's access token or as a visitor.
 *
 * @throws Refused for any other answer than success; TypeError when there is no response.
 */
export async function ask<C extends Call>(
  { url, token, headers }: { url: string; token?: string; headers?: Record<string, string> },
  call: C,
  ...args: Args<C>
): Promise<Reply<C>> {
  const parts = args[0] as Parts | undefined;
  const answer = await fetch(url + urlOf(call, parts), {
    method: call.method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(parts?.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(parts?.body !== undefined && { body: JSON.stringify(parts.body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(call, answer.status, text);
  return JSON.parse(text);
}
