import type { Args, Call, Reply } from '@fairlead/contract/platform/call';
import type { Failure } from '@fairlead/contract/values/shapes';
import { confirmIdentity } from '../session/confirm-identity.ts';
import { hasEnded } from '../session/held-session.ts';
import { refreshSession } from '../session/refresh-session.ts';
import { getSession, isExpired } from '../session/session.ts';
import { type Answer, NetworkError, type Outgoing, type Progress, viaBlob, viaFetch, viaXhr } from './transport.ts';

export { NetworkError } from './transport.ts';

/** A response with an error status. `message` is the server's message, empty when it sent none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** One error message per field, keyed by the field's name in the API. */
  readonly fields: Readonly<Record<string, string>>;
  /** The id of the record that the refusal is about, for screens which link to it. */
  readonly about: string | undefined;

  constructor(status: number, { message = '', code = 'unreadable', fields = {}, about, trace }: Partial<Failure>) {
    // who reports it names it
    super(trace === undefined ? message : `${message} (reference ${trace.slice(0, 8)})`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.about = about;
  }
}

/** One page of a paginated list: the reply, the cursor of the next page, and the total ('1000+' at most). */
export type Page<T> = { reply: T; after: string | null; total: string | null; searchBound: string | null };

type Content = {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  form?: FormData;
};
type Transport = (outgoing: Outgoing) => Promise<Answer>;

/** An upload does not start with a token that expires within this many seconds: the 401 would come only at the end. */
const uploadMargin = 120;

/**
 * Calls the API; arguments and reply are typed from the contract. A 401 causes one refresh of the session and one
 * retry.
 *
 * @throws ApiError when the response is an error, NetworkError when there is no response.
 */
export async function call<C extends Call>(target: C, ...args: Args<C>): Promise<Reply<C>> {
  return callVia(viaFetch, target, ...args);
}

/** Like `call`, over another transport than fetch. */
export async function callVia<C extends Call>(transport: Transport, target: C, ...args: Args<C>): Promise<Reply<C>> {
  return read(await send(target, args[0] ?? {}, transport)) as Reply<C>;
}

/** Like `call`, for a paginated list: also returns what the response headers say about pagination. */
export async function callPage<C extends Call>(target: C, ...args: Args<C>): Promise<Page<Reply<C>>> {
  const answer = await send(target, args[0] ?? {}, viaFetch);
  const next = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(answer.header('link') ?? '')?.[1];
  return {
    reply: read(answer) as Reply<C>,
    after: next ? new URL(next, location.origin).searchParams.get('after') : null,
    total: answer.header('x-total-count'),
    searchBound: answer.header('x-search-bound'),
  };
}

/** Like `call`, for large files: reports upload progress, and `signal` aborts the upload. */
export async function upload<C extends Call>(
  target: C,
  args: Args<C>[0],
  watch: { onProgress: (progress: Progress) => void; signal?: AbortSignal },
): Promise<Reply<C>> {
  return read(await send(target, args ?? {}, (outgoing) => viaXhr(outgoing, watch))) as Reply<C>;
}

/**
 * A whole paginated list as a table file, which the server generates for the calls that support it. It is fetched with
 * the access token and not opened as a link: a URL that grants access to a list of people would remain in browser
 * histories and logs.
 */
export function download(target: Call, content: Pick<Content, 'params' | 'query'>): Promise<NamedFile> {
  const table: Call = { ...target, path: `/export${target.path}`, who: target.table?.who ?? target.who };
  return downloadFile(table, content, `${target.table?.name}.csv`);
}

/** The file that a call returns, under the name that the server gives it, or else `name`. */
export async function downloadFile(target: Call, content: Content, name: string): Promise<NamedFile> {
  let file: Blob | undefined;
  const answer = await send(
    target,
    content,
    viaBlob((blob) => {
      file = blob;
    }),
  );
  read(answer);
  if (!file) throw new NetworkError();
  return { file, name: /filename="([^"]+)"/.exec(answer.header('content-disposition') ?? '')?.[1] ?? name };
}
export type NamedFile = { file: Blob; name: string };

/** Whether an error is an expected failure of a call; any other error is a bug. */
export const isRefusal = (error: unknown): error is ApiError | NetworkError =>
  error instanceof ApiError || error instanceof NetworkError;

/** The message to show for a failed call: the server's message when there is one, else `otherwise`. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (isRefusal(error) && error.message) || otherwise;

/**
 * When the server refuses a call until the person confirms their identity, asks for the confirmation and repeats the
 * call.
 */
async function send(target: Call, content: Content, transport: Transport): Promise<Answer> {
  const answer = await sendSignedIn(target, content, transport);
  const mustConfirm = answer.status === 403 && answer.text.includes('"confirm-password"');
  return mustConfirm && (await confirmIdentity()) ? sendSignedIn(target, content, transport) : answer;
}

async function sendSignedIn(target: Call, content: Content, transport: Transport): Promise<Answer> {
  const token = await tokenFor(target, content);
  // the server has refused it, and is not asked again
  if (token && target.who !== 'anyone' && hasEnded(token)) await renewed(token);
  const answer = await transport(outgoing(target, content, token));
  // public calls answer 401 because of their content, as login does for a wrong password
  if (answer.status !== 401 || !token || target.who === 'anyone') return answer;
  return transport(outgoing(target, content, await renewed(token)));
}

/**
 * The access token to send. It is renewed beforehand where a 401 would come too late or not at all: for an upload the
 * 401 comes only after the whole body, and a public call treats an expired token as an anonymous request.
 */
async function tokenFor({ who, method }: Call, { form }: Content): Promise<string | undefined> {
  const token = getSession()?.accessToken;
  if (!token) return undefined;
  if (form) return freshToken();
  if (who !== 'anyone' || method !== 'GET' || !isExpired(token, Date.now())) return token;
  return renewed(token).catch((error: unknown) => {
    if (isRefusal(error)) return undefined; // a response for an anonymous visitor is better than none
    throw error;
  });
}

/**
 * An access token that stays valid for a while, for code that sends files without `upload`.
 *
 * @throws ApiError 401 when the session is over, NetworkError when no new token can be fetched at present.
 */
export async function freshToken(): Promise<string> {
  const token = getSession()?.accessToken;
  if (!token) throw signedOut();
  return isExpired(token, Date.now(), uploadMargin) ? renewed(token) : token;
}

const signedOut = () => new ApiError(401, { code: 'signed_out', message: 'Please log in again.' });

function outgoing({ method, path }: Call, { params, query, body, form }: Content, token?: string): Outgoing {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])));
  const asked = Object.entries(query ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]]));
  return {
    method,
    url: `/api${filled}${asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
    },
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
  };
}

/** The parsed body of a successful response; throws ApiError for any other. */
function read({ status, text }: Answer): unknown {
  const success = status >= 200 && status < 300;
  if (success && !text) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    if (success) throw new NetworkError(undefined, { cause }); // truncated on the way, or the page of a captive portal
    content = {};
  }
  if (success) return content;
  throw new ApiError(status, content as Partial<Failure>);
}

/** A new access token in place of `stale`; throws ApiError 401 when the session is over. */
async function renewed(stale: string): Promise<string> {
  const outcome = await refreshSession(stale);
  const token = getSession()?.accessToken;
  if (outcome === 'unreachable') throw new NetworkError();
  if (outcome === 'ended' || !token) throw signedOut();
  return token;
}
