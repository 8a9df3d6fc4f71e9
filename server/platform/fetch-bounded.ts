import { currentTrace, traceparentOf } from './trace.ts';

const usualWait = 10_000;

type Bounds = {
  /** The rest of a longer response is not read. */
  mostBytes: number;
  /** How long it may take, in milliseconds. */
  wait?: number;
  /** Replaced only in tests. */
  send?: typeof fetch;
};

/**
 * A request to a server outside of the academy: it ends after ten seconds or `wait`, follows no redirect, and reads
 * only the beginning of the response. It bears the trace of the request or job that it is made for.
 *
 * @throws TypeError when nobody answers, DOMException when the time is over.
 */
export async function fetchBounded(
  url: string,
  request: RequestInit,
  { mostBytes, wait = usualWait, send = fetch }: Bounds,
): Promise<{ status: number; bytes: Buffer }> {
  const headers = new Headers(request.headers);
  const trace = currentTrace();
  if (trace !== undefined) headers.set('traceparent', traceparentOf(trace));
  const signal = AbortSignal.timeout(wait);
  const response = await send(url, { ...request, headers, redirect: 'error', signal });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= mostBytes) break;
  }
  return { status: response.status, bytes: Buffer.concat(chunks).subarray(0, mostBytes) };
}
