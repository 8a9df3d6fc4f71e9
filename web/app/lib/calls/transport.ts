export type Outgoing = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
};
export type Answer = { status: number; text: string; header: (name: string) => string | null };
/** Upload progress: bytes sent, and bytes in total. */
export type Progress = { sent: number; total: number };

/** There was no response: the link or the server is down. */
export class NetworkError extends Error {
  constructor(message = 'Network error. Please try again.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetworkError';
  }
}

/** Answers calls on the server, where the first view of a page is rendered; set there (entry.server.tsx). */
let inProcess: typeof viaFetch | undefined;
export function answerCallsBy(answer: typeof viaFetch): void {
  inProcess = answer;
}

export const viaFetch = (outgoing: Outgoing): Promise<Answer> =>
  import.meta.env.SSR && inProcess ? inProcess(outgoing) : answerTo(outgoing);

/**
 * Like `viaFetch`, for a request that outlives its page. Browsers accept 64 kB of such bodies at a time, and fail at
 * once beyond.
 */
export const viaKeepalive = (outgoing: Outgoing): Promise<Answer> => answerTo(outgoing, { keepalive: true });

const answerTo = ({ url, ...init }: Outgoing, options: RequestInit = {}): Promise<Answer> =>
  answered(fetch(url, { ...init, body: init.body ?? null, ...options }));

/** Reads a response that was asked for. @throws NetworkError when there is none, or it breaks off. */
export async function answered(asked: Promise<Response>): Promise<Answer> {
  try {
    const response = await asked;
    return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) };
  } catch (cause) {
    throw new NetworkError(undefined, { cause });
  }
}

/** Like `viaFetch`, for a file: passes the content to `take` as a Blob and does not read it again as text. */
export const viaBlob =
  (take: (content: Blob) => void) =>
  async ({ url, ...init }: Outgoing): Promise<Answer> => {
    try {
      const response = await fetch(url, { ...init, body: init.body ?? null });
      // A truncated response fails here: half a file must not count as the whole.
      if (response.ok) take(await response.blob());
      const text = response.ok ? '' : await response.text();
      return { status: response.status, text, header: (name) => response.headers.get(name) };
    } catch (cause) {
      throw new NetworkError(undefined, { cause });
    }
  };

type Watch = { onProgress: (progress: Progress) => void; signal?: AbortSignal };

/** Sends with XMLHttpRequest, since fetch cannot report upload progress. */
export function viaXhr({ method, url, headers, body }: Outgoing, { onProgress, signal }: Watch): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => reject(new NetworkError());
    request.onabort = () => reject(signal?.reason ?? new NetworkError());
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.send(body ?? null);
  });
}
