/**
 * Every error code of a refused request, with its HTTP status. Those of 409 say what a client can do: read again what
 * it shows (`stale`, `done`, `over`), go on with what is there (`exists`), choose something else (`full`), take the
 * step before (`not-yet`), remove something (`limit`); after `conflict` only the sentence helps.
 */
export const statusOf = {
  invalid: 400,
  'bad-code': 400,
  'bad-file': 400,
  'not-signed-in': 401,
  'bad-credentials': 401,
  forbidden: 403,
  'not-verified': 403,
  'not-approved': 403,
  'second-factor': 403,
  'confirm-password': 403,
  'set-up-second-factor': 403,
  disabled: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  stale: 409,
  done: 409,
  over: 409,
  exists: 409,
  full: 409,
  'not-yet': 409,
  limit: 409,
  disputed: 409,
  'not-eligible': 409,
  'cases-fail': 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/**
 * A refusal with a message for the person: `code` determines the status, `message` is a whole sentence, `fields` has
 * the errors of single inputs. Any other error is a bug of ours and is answered with 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which a retry may succeed, for `too-many` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** The id of the refused record, where the screen continues with it. */
  readonly about: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number; about?: string } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.about = more.about;
  }
}

/** Another person's record and one that never existed are answered in the same way. */
export const notFound = (message = 'Not found') => new AppError('not-found', message);
