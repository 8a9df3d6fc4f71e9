/** Every way in which a request can be refused, and the HTTP status it is answered with. */
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
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/**
 * A refusal that the person may read: `code` decides the status, `message` is a whole sentence, `fields` names
 * what is wrong with single inputs. Anything else that is thrown is a fault of ours and answers 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which another try may succeed, for `too-many` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** The id of what is refused, where the screen leads on with it. */
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

/** Another person's record and one that never was look the same from outside. */
export const notFound = (message = 'Not found') => new AppError('not-found', message);
