import { AppError } from '../../errors.ts';

/**
 * The refusal of one received file: a sentence for people, also given for the form's part that the file came in.
 *
 * @param cause what a library said, for whoever looks into it; it is never shown.
 */
export function badFile({ part }: { part: string }, sentence: string, cause?: unknown): AppError {
  const refusal = new AppError('bad-file', sentence, part ? { fields: { [part]: sentence } } : {});
  if (cause !== undefined) refusal.cause = cause;
  return refusal;
}

/** A length in bytes as people say it: '15 MB', '4 GB'. */
export function sizeInWords(bytes: number): string {
  const steps = [
    [2 ** 30, 'GB'],
    [2 ** 20, 'MB'],
    [2 ** 10, 'kB'],
  ] as const;
  const step = steps.find(([unit]) => bytes >= unit);
  return step ? `${Number((bytes / step[0]).toFixed(1))} ${step[1]}` : `${bytes} bytes`;
}
