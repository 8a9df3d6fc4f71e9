import type { z } from 'zod/mini';
import { ApiError } from './api-client.ts';

/** One error message per field, by the field's name; the name '' stands for the form as a whole. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The errors that a schema of the contract finds in a form: the first message for each field. */
export function fieldErrors(schema: z.ZodMiniType, value: unknown): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/** The text of a field, as the person left it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Errors renamed from the API's field names to those of the form: `{ tittle: 'prefix', questionText: 'text' }`. */
export function inFormNames(names: Readonly<Record<string, string>>, errors: FieldErrors): FieldErrors {
  const renamed = (path: string) =>
    path
      .split('.')
      .map((name) => names[name] ?? name)
      .join('.');
  return Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [renamed(name), sentence]));
}

/** Rethrows an ApiError with its fields renamed by `inFormNames`. */
export async function withFormNames<T>(names: Readonly<Record<string, string>>, sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message } = error;
    throw new ApiError(status, { code, message, fields: inFormNames(names, error.fields) });
  }
}
