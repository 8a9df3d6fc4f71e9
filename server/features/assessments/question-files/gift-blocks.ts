import { Unsuitable } from './found-questions.ts';

/** An answer as it is written. @property weight in percent, where the file gives one. */
export type GiftAnswer = { isRight: boolean; weight: number | undefined; text: string; feedback: string };

/** A question in its parts, as they are written, with their escaped signs. */
export type GiftBlock = { name: string; stem: string; answers: string; explanation: string };

/** An escaped sign counts as text; a backslash before any other sign is a backslash. */
const escapedSign = /\\([:#={}~\\n])/g;

/** Text without its escapes. */
export const unescaped = (text: string): string =>
  text.replace(escapedSign, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/** The places of signs that are not escaped. The escapes are as long as blanks, so that places stay the same. */
const bare = (text: string): string => text.replace(escapedSign, '  ');

/** Parts of a text between signs that are not escaped, each with the sign before it; the first may have none. */
export function partsOf(text: string, signs: RegExp): { sign: string; text: string; at: number }[] {
  const places = [...bare(text).matchAll(signs)].map(({ index, 0: sign }) => ({ index, sign }));
  const first = { sign: '', text: text.slice(0, places[0]?.index), at: 0 };
  const others = places.map(({ index, sign }, i) => ({
    sign,
    text: text.slice(index + sign.length, places[i + 1]?.index),
    at: index,
  }));
  return [first, ...others];
}

/** The text before the first unescaped mark and the text after it, which is undefined without one. */
export function cut(text: string, mark: string): [string, string | undefined] {
  const at = bare(text).indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

/**
 * Finds the parts of a question as Moodle does: the first brace begins the answers, and outside of them only braces and
 * a name between double colons at the very beginning have a meaning.
 *
 * @param line where the text begins, counted from 1.
 * @returns the block without answers where it has no braces, which is a description.
 * @throws Unsuitable for braces that do not fit, with their line and the way to write them as text.
 */
export function blockOf(written: string, line: number): GiftBlock | undefined {
  const [name, text] = nameOf(written);
  const begun = line + written.slice(0, written.length - text.length).split('\n').length - 1;
  const signs = bare(text);
  const open = signs.indexOf('{');
  const close = signs.indexOf('}');
  if (open === -1 && close === -1) return undefined;
  const lineAt = (at: number) => begun + text.slice(0, at).split('\n').length - 1;
  if (open === -1 || (close !== -1 && close < open)) throw stray('}', lineAt(close), 'no “{” before it');
  if (close === -1) throw stray('{', lineAt(open), 'no “}” after it; an empty line ends a question');
  const inner = signs.indexOf('{', open + 1);
  if (inner !== -1) throw stray('{', lineAt(inner), 'another “{” before it');
  const more = signs.indexOf('}', close + 1);
  if (more !== -1) throw stray('}', lineAt(more), 'another “}” before it');
  const [before, after] = [text.slice(0, open), text.slice(close + 1)];
  const body = text.slice(open + 1, close);
  const general = bare(body).lastIndexOf('####');
  return {
    name,
    stem: after.trim() === '' ? before : `${before}_____${after}`,
    answers: (general === -1 ? body : body.slice(0, general)).trim(),
    explanation: general === -1 ? '' : body.slice(general + 4),
  };
}

const stray = (sign: string, line: number, why: string) =>
  new Unsuitable(`Line ${line} has a “${sign}” with ${why}. Where it is part of the text, write “\\${sign}”.`);

function nameOf(text: string): [name: string, rest: string] {
  if (!text.startsWith('::')) return ['', text];
  const end = bare(text).indexOf('::', 2);
  return end === -1 ? ['', text.slice(2)] : [unescaped(text.slice(2, end)).trim(), text.slice(end + 2).trimStart()];
}

/** An answer with its weight and its feedback. */
export function answerOf(sign: string, written: string): GiftAnswer {
  const [said, feedback = ''] = cut(written, '#');
  const weight = /^\s*%(-?\d{1,3}(?:\.\d*)?)%/.exec(said);
  return {
    isRight: sign === '=' && (weight === null || Number(weight[1]) === 100),
    weight: weight ? Number(weight[1]) : undefined,
    text: (weight ? said.slice(weight[0].length) : said).trim(),
    feedback: feedback.trim(),
  };
}
