export type Outgoing = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
};
export type Answer = { status: number; text: string; header: (name: string) => string | null };
/** How much of a body is under way: bytes sent, and bytes in all. */
export type Progress = { sent: number; total: number };

/** No answer came: the link is down, or the server is. */
export class NetworkError extends Error {
  constructor(message = 'Network error. Please try again.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetworkError';
  }
}

export async function viaFetch({ url, ...init }: Outgoing): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, body: init.body ?? null });
    return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) };
  } catch (cause) {
    throw new NetworkError(undefined, { cause });
  }
}

/** As `viaFetch`, for a file: hands its content to `take`, and gives it no second time as a text. */
export const viaBlob =
  (take: (content: Blob) => void) =>
  async ({ url, ...init }: Outgoing): Promise<Answer> => {
    try {
      const response = await fetch(url, { ...init, body: init.body ?? null });
      // Cut off on the way it fails here: half a file must not pass for the whole.
      if (response.ok) take(await response.blob());
      const text = response.ok ? '' : await response.text();
      return { status: response.status, text, header: (name) => response.headers.get(name) };
    } catch (cause) {
      throw new NetworkError(undefined, { cause });
    }
  };

type Watch = { onProgress: (progress: Progress) => void; signal?: AbortSignal };

/** Sends by XMLHttpRequest, since fetch cannot tell how much of a body has gone out. */
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
