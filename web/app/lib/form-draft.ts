import { getSession } from './session.ts';

/**
 * What was typed into a long form, kept in this tab until it is sent, so that a reload on a dead link costs nothing.
 * It is personal: it belongs to whoever typed it, outlives a session that ran out, and goes with the tab or with a
 * logout (lib/session.ts).
 */
export type Draft = Readonly<Record<string, string>>;

/** Null for nobody: without a person there is nobody to give a draft back to. */
function keyOf(form: string): string | null {
  const person = getSession()?.user?._id;
  return person ? `draft:${person}:${form}` : null;
}

/** What this person typed before, by field name; empty when nothing was. */
export function readDraft(form: string): Draft {
  const key = keyOf(form);
  try {
    return JSON.parse((key && sessionStorage.getItem(key)) || '{}');
  } catch {
    return {}; // written by another program under the same name: nothing of ours is lost
  }
}

/** Whether something was typed and not sent. */
export const hasDraft = (form: string): boolean => Object.keys(readDraft(form)).length > 0;

/** Keeps the text fields of a form; passwords and files are never part of a draft. */
export function keepDraft(form: string, element: HTMLFormElement): void {
  const texts = [...new FormData(element)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  keepTexts(form, Object.fromEntries(texts));
}

/** Keeps texts by field name, in place of what was kept before. */
export function keepTexts(form: string, texts: Draft): void {
  const key = keyOf(form);
  if (key) sessionStorage.setItem(key, JSON.stringify(texts));
}

/** Forgets a draft that was sent. */
export function dropDraft(form: string): void {
  const key = keyOf(form);
  if (key) sessionStorage.removeItem(key);
}
