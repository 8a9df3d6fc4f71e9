import type { Args, Call, Reply } from '@fairlead/contract/call';
import type { Failure } from '@fairlead/contract/shapes';
import { confirmIdentity } from './confirm-identity.ts';
import { refreshSession } from './refresh-session.ts';
import { getSession, isExpired } from './session.ts';
import { type Answer, NetworkError, type Outgoing, type Progress, viaBlob, viaFetch, viaXhr } from './transport.ts';

export { NetworkError } from './transport.ts';

/** An answer that is not a success. `message` is the server's sentence, empty when it had none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** A sentence a field, by the field's name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** The id of what was refused, where the screen leads on with it. */
  readonly about: string | undefined;

  constructor(status: number, { message = '', code = 'unreadable', fields = {}, about }: Partial<Failure>) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.about = about;
  }
}

/** One page of a keyset list: the answer, the cursor of the next page, and how many there are ('1000+' at most). */
export type Page<T> = { reply: T; after: string | null; total: string | null; searchBound: string | null };

type Content = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
};
type Transport = (outgoing: Outgoing) => Promise<Answer>;

/** An upload is not begun with a token that runs out sooner than this, in seconds: its 401 would come at the end. */
const uploadMargin = 120;

/**
 * Calls the API; arguments and reply are typed from the contract. Throws ApiError when the answer is a failure and
 * NetworkError when there is none. A 401 costs one refresh of the session and one retry.
 */
export async function call<C extends Call>(target: C, ...args: Args<C>): Promise<Reply<C>> {
  return callVia(viaFetch, target, ...args);
}

/** As `call`, by another way than a request of its own. */
export async function callVia<C extends Call>(transport: Transport, target: C, ...args: Args<C>): Promise<Reply<C>> {
  return read(await send(target, args[0] ?? {}, transport)) as Reply<C>;
}

/** As `call`, for a keyset list: with what the headers say about the rest of it. */
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

/** As `call`, for big files: tells how much has gone out, and `signal` stops it. */
export async function upload<C extends Call>(
  target: C,
  args: Args<C>[0],
  watch: { onProgress: (progress: Progress) => void; signal?: AbortSignal },
): Promise<Reply<C>> {
  return read(await send(target, args ?? {}, (outgoing) => viaXhr(outgoing, watch))) as Reply<C>;
}

/**
 * The whole of a keyset list as a table, which the server writes for the calls that have one. It is fetched with the
 * token and not opened as a link: an address that gives away a list of people would stay in histories and logs.
 */
export function download(target: Call, content: Pick<Content, 'params' | 'query'>): Promise<NamedFile> {
  const table: Call = { ...target, path: `/export${target.path}`, who: target.table?.who ?? target.who };
  return downloadFile(table, content, `${target.table?.name}.csv`);
}

/** A file that a call answers with, under the name that the server gives it, or else `name`. */
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

/** Whether this is how a call fails; anything else that is thrown is a fault of the program. */
export const isRefusal = (error: unknown): error is ApiError | NetworkError =>
  error instanceof ApiError || error instanceof NetworkError;

/** What to tell a person about a failed call: the server's sentence when there is one, else `otherwise`. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (isRefusal(error) && error.message) || otherwise;

/** A call that is refused until the person confirms that it is them has them asked, and is repeated once they did. */
async function send(target: Call, content: Content, transport: Transport): Promise<Answer> {
  const answer = await sendSignedIn(target, content, transport);
  const mustConfirm = answer.status === 403 && answer.text.includes('"confirm-password"');
  return mustConfirm && (await confirmIdentity()) ? sendSignedIn(target, content, transport) : answer;
}

async function sendSignedIn(target: Call, content: Content, transport: Transport): Promise<Answer> {
  const token = await tokenFor(target, content);
  const answer = await transport(outgoing(target, content, token));
  // a call that anyone may make answers 401 for what it was sent, as login does for a wrong password
  if (answer.status !== 401 || !token || target.who === 'anyone') return answer;
  return transport(outgoing(target, content, await renewed(token)));
}

/**
 * The access token to send. It is renewed beforehand where a 401 would come too late or not at all: an upload's comes
 * after the whole of it, and what anyone may read is answered to a token that ran out as to a visitor.
 */
async function tokenFor({ who, method }: Call, { form }: Content): Promise<string | undefined> {
  const token = getSession()?.accessToken;
  if (!token) return undefined;
  if (form) return freshToken();
  if (who !== 'anyone' || method !== 'GET' || !isExpired(token, Date.now())) return token;
  return renewed(token).catch((error: unknown) => {
    if (isRefusal(error)) return undefined; // a visitor's answer is better than none
    throw error;
  });
}

/**
 * An access token that is good for a while yet, for whoever sends files by other means than `upload`.
 *
 * @throws ApiError 401 when the session is over, NetworkError when no new one can be had for now.
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

/** The answer's content when it is a success; otherwise throws what it says. */
function read({ status, text }: Answer): unknown {
  const success = status >= 200 && status < 300;
  if (success && !text) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    if (success) throw new NetworkError(undefined, { cause }); // cut off on the way, or a captive portal's page
    content = {};
  }
  if (success) return content;
  throw new ApiError(status, content as Partial<Failure>);
}

/** A fresh access token in place of `stale`; throws ApiError 401 when the session is over. */
async function renewed(stale: string): Promise<string> {
  const outcome = await refreshSession(stale);
  const token = getSession()?.accessToken;
  if (outcome === 'unreachable') throw new NetworkError();
  if (outcome === 'ended' || !token) throw signedOut();
  return token;
}
