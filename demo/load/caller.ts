import type { Args, Call, Reply } from '@fairlead/contract/call';
import type { FastifyInstance } from 'fastify';

/** Makes a call of the contract and returns its reply; any response but success is thrown, with its content. */
export type Caller = <C extends Call>(call: C, ...args: Args<C>) => Promise<Reply<C>>;

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  form?: FormData;
};

/**
 * Makes calls on a server that does not listen, through everything that a call over the network passes.
 *
 * @param accessToken the caller's; a visitor has none.
 */
export function callerOn(app: FastifyInstance, accessToken?: string): Caller {
  return async <C extends Call>(call: C, ...args: Args<C>) => {
    const [parts = {}] = args as [Parts?];
    const form = parts.form && new Response(parts.form);
    const payload = form ? Buffer.from(await form.arrayBuffer()) : parts.body;
    const response = await app.inject({
      method: call.method,
      url: urlOf(call, parts),
      ...(payload && { payload }),
      headers: {
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
      },
    });
    if (response.statusCode !== (call.status ?? 200)) {
      throw new Error(`${call.method} ${call.path} was answered ${response.statusCode}: ${response.body}`);
    }
    return (response.body === '' ? undefined : response.json()) as Reply<C>;
  };
}

function urlOf(call: Call, { params = {}, query = {} }: Parts): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}
