import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { ApiError, freshToken } from '../../../lib/calls/api-client.ts';
import { personNow } from '../../../lib/session/session.ts';
import { meaningOf } from './upload-answer.ts';

/** Small enough for any proxy that buffers a request before forwarding it, large enough to lose no time. */
const pieceBytes = 8 * 2 ** 20;
/**
 * The retry interval after a network failure, in milliseconds; a retry also follows at once when the browser is online
 * again.
 */
const againAfter = 5000;

type Watch = {
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  /** The network has failed, and the upload waits for it. */
  onStalled: () => void;
};

/**
 * Sends a film in chunks, and resumes where an earlier try stopped: on this page, or on this device within a day, when
 * the same film is chosen again. After a network failure it waits for as long as needed.
 *
 * @returns the upload's id.
 * @throws ApiError when the film is refused, and the reason of `signal` when it is aborted.
 */
export async function sendFilm(film: File, { signal, onSent, onStalled }: Watch): Promise<string> {
  const upload = uploadOf(film, onSent);
  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  for (;;) {
    try {
      await attempt(upload, signal);
      return upload.url?.split('/').at(-1) ?? '';
    } catch (error) {
      if (!isLostLink(error)) throw refusalOf(error);
      await requireReadable(film);
      onStalled();
      await linkAgain(signal);
    }
  }
}

/** Deletes the resume point of a film after it was used. */
export async function forgetSent(film: File): Promise<void> {
  const upload = uploadOf(film, () => {});
  const known = await upload.findPreviousUploads();
  await Promise.all(known.map(({ urlStorageKey }) => upload.options.urlStorage?.removeUpload(urlStorageKey)));
}

const uploadOf = (film: File, onSent: (bytes: number) => void) =>
  new Upload(film, {
    endpoint: '/api/trainingVideo/uploads',
    chunkSize: pieceBytes,
    // retries are handled here, without a limit
    retryDelays: null,
    metadata: { filename: film.name },
    fingerprint: async () => ['film', personNow(), film.name, film.size, film.lastModified].join(' '),
    onProgress: onSent,
    onBeforeRequest: async (request) => request.setHeader('authorization', `Bearer ${await freshToken()}`),
    onAfterResponse: keepUnlessGone,
  });

/**
 * tus-js-client asks how far an upload is (HEAD), and begins a new one unless the answer is that, or 423. A proxy that
 * reaches no program for a moment would make hours of sending void, so only an upload that is gone is begun again.
 *
 * @throws Error where the answer says nothing about the upload, and ApiError for a refusal.
 */
function keepUnlessGone(request: HttpRequest, response: HttpResponse): void {
  const meaning = meaningIn(response);
  if (request.getMethod() !== 'HEAD' || meaning === 'told') return;
  throw meaning === 'lost'
    ? new Error(`The upload cannot be resumed now: ${response.getStatus()}`)
    : refusalIn(response);
}

const meaningIn = (response: HttpResponse | null) =>
  meaningOf(response?.getStatus() ?? 0, Boolean(response?.getHeader('Tus-Resumable')));

function attempt(upload: Upload, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      void upload.abort();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    const done = () => signal.removeEventListener('abort', stop);
    Object.assign(upload.options, {
      onSuccess: () => {
        done();
        resolve();
      },
      onError: (error: Error) => {
        done();
        reject(error);
      },
    });
    upload.start();
  });
}

function isLostLink(error: unknown): boolean {
  if (!(error instanceof DetailedError) || error.causingError instanceof ApiError) return false;
  return meaningIn(error.originalResponse) === 'lost';
}

/** The server's error, extracted from the error of the upload library. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof DetailedError)) return error;
  return error.causingError instanceof ApiError ? error.causingError : refusalIn(error.originalResponse);
}

function refusalIn(response: HttpResponse | null): ApiError {
  const status = response?.getStatus() ?? 0;
  try {
    return new ApiError(status, JSON.parse(response?.getBody() ?? '{}'));
  } catch {
    return new ApiError(status, {}); // a proxy's page: the form has its own message
  }
}

/** A file that was moved or changed on disk fails like a lost network, but no retry can succeed. */
async function requireReadable(film: File): Promise<void> {
  try {
    await film.slice(0, 1).arrayBuffer();
  } catch (cause) {
    const message = `${film.name} was moved or changed on this device. Please choose it again.`;
    throw Object.assign(new ApiError(0, { message, code: 'unreadable' }), { cause });
  }
}

function linkAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (how: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      signal.removeEventListener('abort', stop);
      how();
    };
    const goOn = end(resolve);
    const stop = end(() => reject(signal.reason));
    const timer = setTimeout(goOn, againAfter);
    window.addEventListener('online', goOn);
    signal.addEventListener('abort', stop);
  });
}
