import { getSession } from './session.ts';

/**
 * The text typed into a long form, kept in session storage until it is sent, so that a reload on a dead link loses
 * nothing. It is personal: it belongs to the person who typed it, survives an expired session, and is deleted when the
 * tab closes or at logout (lib/session/session.ts).
 */
export type Draft = Readonly<Record<string, string>>;

/** Null when nobody is signed in: a draft belongs to a person. */
function keyOf(form: string): string | null {
  const person = getSession()?.user?._id;
  return person ? `draft:${person}:${form}` : null;
}

/** The draft of this person, by field name; empty when there is none. */
export function readDraft(form: string): Draft {
  const key = keyOf(form);
  try {
    return JSON.parse((key && sessionStorage.getItem(key)) || '{}');
  } catch {
    return {}; // written by another program under the same name: no draft of ours is lost
  }
}

/** Whether there is a draft that was not sent. */
export const hasDraft = (form: string): boolean => Object.keys(readDraft(form)).length > 0;

/** Stores the text fields of a form; passwords and files are never part of a draft. */
export function keepDraft(form: string, element: HTMLFormElement): void {
  const texts = [...new FormData(element)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  keepTexts(form, Object.fromEntries(texts));
}

/** Stores texts by field name, replacing the draft before. */
function keepTexts(form: string, texts: Draft): void {
  const key = keyOf(form);
  if (key) sessionStorage.setItem(key, JSON.stringify(texts));
}

/** Deletes a draft that was sent. */
export function dropDraft(form: string): void {
  const key = keyOf(form);
  if (key) sessionStorage.removeItem(key);
}
