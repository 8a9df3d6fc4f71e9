import { AppError } from '../errors.ts';

/**
 * The error for one received file: a sentence for people, also set for the form field that contained the file.
 *
 * @param cause the error of a library, for debugging; it is never shown.
 */
export function badFile({ part }: { part: string }, sentence: string, cause?: unknown): AppError {
  const refusal = new AppError('bad-file', sentence, part ? { fields: { [part]: sentence } } : {});
  if (cause !== undefined) refusal.cause = cause;
  return refusal;
}

/** A size in bytes as people read it: '15 MB', '4 GB'. */
export function sizeInWords(bytes: number): string {
  const steps = [
    [2 ** 30, 'GB'],
    [2 ** 20, 'MB'],
    [2 ** 10, 'kB'],
  ] as const;
  const step = steps.find(([unit]) => bytes >= unit);
  return step ? `${Number((bytes / step[0]).toFixed(1))} ${step[1]}` : `${bytes} bytes`;
}
