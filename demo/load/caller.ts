import type { Args, Call, Reply } from '@fairlead/contract/platform/call';
import type { FastifyInstance } from 'fastify';
import { uploadsPath } from '../../server/platform/files/resumable-uploads.ts';

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

/** A file as it is uploaded in pieces, here in one. */
export type Upload = { name: string; bytes: Buffer };

/** Uploads a file by the tus protocol, as the pages upload films and packages; returns the upload's id. */
export async function uploadOn(app: FastifyInstance, accessToken: string, { name, bytes }: Upload): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'tus-resumable': '1.0.0' };
  const announced = await app.inject({
    method: 'POST',
    url: uploadsPath,
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const url = String(announced.headers.location);
  const type = 'application/offset+octet-stream';
  const sent = await app.inject({
    method: 'PATCH',
    url,
    headers: { ...headers, 'upload-offset': '0', 'content-type': type },
    payload: bytes,
  });
  if (sent.statusCode !== 204) throw new Error(`The upload of ${name} was answered ${sent.statusCode}: ${sent.body}`);
  return url.split('/').at(-1) ?? '';
}

function urlOf(call: Call, { params = {}, query = {} }: Parts): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}
