import type { Call, Reply } from '@fairlead/contract/platform/call';
import type { Failure } from '@fairlead/contract/values/shapes';
import type { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';

/** How a call fails: without a response, or with a status and perhaps a message. */
export type Fault = 'no link' | ({ status: number } & Partial<Failure>);

/** A request of a page. */
export type Sent<C extends Call = Call> = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: C extends { body: infer B extends Schema } ? z.input<B> : undefined;
  /** Fields and files of a multipart body. */
  form: Record<string, FormDataEntryValue> | undefined;
  /** The access token that came with it. */
  token: string | undefined;
};

type Answer<C extends Call> = Reply<C> | ((sent: Sent<C>) => Reply<C>);
type Outcome = { answer: (sent: Sent) => unknown; headers: Record<string, string> } | { fault: Fault };
type Known = { target: Call; outcome: Outcome | undefined; held: Promise<void> | undefined; sent: Sent[] };

let known: Known[] = [];
let unanswered: string[] = [];
let underWay = 0;

/** How many frames each answer takes: none, unless a run looks for tests whose outcome depends on it. */
const frames = Number(import.meta.env.ANSWER_FRAMES);

const nextFrame = () => new Promise((resume) => requestAnimationFrame(resume));

function knowledgeOf(target: Call): Known {
  const found = known.find((one) => one.target.method === target.method && one.target.path === target.path);
  if (found) return found;
  const added: Known = { target, outcome: undefined, held: undefined, sent: [] };
  known.push(added);
  // a path without parameters is matched before one with them
  known.sort((a, b) => a.target.path.split(':').length - b.target.path.split(':').length);
  return added;
}

/**
 * The server as a page of a test sees it. Calls are named and typed by the contract; each is answered as was prepared
 * last, and a call without a prepared answer fails the test. Everything is reset after every test.
 */
export const server = {
  /**
   * Makes a call succeed; a function is called for each request. A call that returns a file is answered with a Blob.
   */
  answer<C extends Call>(target: C, answer: Answer<C>, headers: Record<string, string> = {}): void {
    const give = typeof answer === 'function' ? answer : () => answer;
    knowledgeOf(target).outcome = { answer: give as (sent: Sent) => unknown, headers };
  },

  /** Makes a call fail. */
  fail(target: Call, fault: Fault): void {
    knowledgeOf(target).outcome = { fault };
  },

  /** Delays the answers of a call until the returned function is called; until then another one may be prepared. */
  hold(target: Call): () => void {
    const entry = knowledgeOf(target);
    const { promise, resolve } = Promise.withResolvers<void>();
    entry.held = promise;
    return () => {
      if (entry.held === promise) entry.held = undefined;
      resolve();
    };
  },

  /** The requests of a call so far. */
  sent: <C extends Call>(target: C): Sent<C>[] => knowledgeOf(target).sent as Sent<C>[],

  /** Every call so far that does not only read, as 'POST /user/login'. */
  written: (): string[] =>
    known.flatMap(({ target: { method, path }, sent }) =>
      method === 'GET' ? [] : sent.map(() => `${method} ${path}`),
    ),
};

/** Whether a call is being answered, other than those that are held. */
export const isAnswering = (): boolean => underWay > 0;

/** Resolves when no call is being answered any more. */
export async function answered(): Promise<void> {
  while (isAnswering()) await nextFrame();
}

/** Resets the answers and requests, and returns the calls that had no prepared answer. */
export function forgetServer(): string[] {
  const left = unanswered;
  known = [];
  unanswered = [];
  return left;
}

type Request = { method: string; url: string; headers: Headers; body: unknown };

const patternOf = (path: string) => new RegExp(`^/api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');

function sentBy({ headers, body }: Request, { pathname, searchParams }: URL, { path }: Call): Sent {
  const params = patternOf(path).exec(pathname)?.groups ?? {};
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)])),
    query: Object.fromEntries(searchParams),
    body: (typeof body === 'string' ? JSON.parse(body) : undefined) as undefined,
    form: body instanceof FormData ? Object.fromEntries(body) : undefined,
    token: headers.get('authorization')?.replace(/^Bearer /, ''),
  };
}

/**
 * A response whose text is available at once. The browser's own needs a task or two to read it, sometimes fewer than
 * React needs to render that something is loading, sometimes more, so that the order of the two would vary from run to
 * run. This way an answer always comes before React has rendered anything, and one that is held comes after.
 */
class ImmediateResponse extends Response {
  readonly #text: string;

  constructor(text: string, init: ResponseInit) {
    super(init.status === 204 ? null : text, init);
    this.#text = text;
  }

  override text = async () => this.#text;
  override json = async () => JSON.parse(this.#text);
}

/** Answers a request as prepared; without a response it throws what `fetch` throws. */
async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url, location.origin);
  const entry = known.find(
    ({ target, outcome, held }) =>
      target.method === request.method && (outcome || held) && patternOf(target.path).test(url.pathname),
  );
  if (!entry) {
    unanswered.push(`nothing was said of ${request.method} ${url.pathname}`);
    throw new TypeError('Failed to fetch');
  }
  const sent = sentBy(request, url, entry.target);
  entry.sent.push(sent);
  await entry.held;
  underWay += 1;
  try {
    for (let frame = 0; frame < frames; frame++) await nextFrame();
    return answerOf(entry, sent);
  } finally {
    underWay -= 1;
  }
}

function answerOf({ outcome, target }: Known, sent: Sent): Response {
  if (!outcome) throw new Error(`${target.method} ${target.path} was held back, and has no answer`);
  if (!('fault' in outcome)) {
    const reply = outcome.answer(sent);
    const status = target.status ?? 200;
    if (reply instanceof Blob) return new Response(reply, { status });
    return new ImmediateResponse(status === 204 ? '' : JSON.stringify(reply), { status, headers: outcome.headers });
  }
  const { fault } = outcome;
  if (fault === 'no link') throw new TypeError('Failed to fetch');
  const { status, ...failure } = fault;
  return new ImmediateResponse(failure.message ? JSON.stringify({ code: 'test', ...failure }) : '', { status });
}

/** A `fetch` whose calls of the API are answered by the stand-in. */
export const fetchOrStandIn =
  (real: typeof fetch): typeof fetch =>
  (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    if (!url.pathname.startsWith('/api/')) return real(input, init);
    const { method = 'GET', headers, body } = init;
    return respond({ method, url: url.href, headers: new Headers(headers), body });
  };

/**
 * The part of XMLHttpRequest that sends a form (lib/calls/transport.ts); nothing else of the app uses it for a call.
 */
export class StandInXhr {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  private headers = new Headers();
  private asked = { method: 'GET', url: '' };
  private answered = new Headers();
  private ended = false;

  open(method: string, url: string) {
    this.asked = { method, url };
  }

  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }

  getResponseHeader(name: string) {
    return this.answered.get(name);
  }

  abort() {
    this.end(this.onabort);
  }

  send(body: unknown) {
    void this.answer(body);
  }

  private async answer(body: unknown) {
    // the progress while its answer is held
    this.upload.onprogress?.({ loaded: 60_000, total: 120_000 });
    try {
      const response = await respond({ ...this.asked, headers: this.headers, body });
      this.status = response.status;
      this.answered = response.headers;
      this.responseText = await response.text();
      this.end(this.onload);
    } catch {
      this.end(this.onerror);
    }
  }

  private end(how: (() => void) | undefined) {
    if (this.ended) return;
    this.ended = true;
    how?.();
    this.onloadend?.();
  }
}

/** The response to the loader of a public page, which on the server makes the call in the same process. */
export async function visitStandIn(target: Call, args: { params?: object; query?: object } = {}): Promise<Response> {
  const path = target.path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String((args.params as Record<string, unknown>)[name])),
  );
  const asked = Object.entries(args.query ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(asked);
  return respond({ method: target.method, url: `/api${path}?${query}`, headers: new Headers(), body: undefined });
}
