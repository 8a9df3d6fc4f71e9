import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Config } from '../../settings/config.ts';
import { getAcademy } from '../academy/index.ts';

/** The minimum length that must remain without guessable words: the contract's minimum for a password. */
const fewest = 8;
/** Fewer different characters are a pattern, at any length. */
const fewestDifferent = 4;

/** Words of the trade that a guesser would try first at any academy. */
const tradeWords = ['fairlead', 'maritime', 'seafarer', 'seaman', 'marine', 'academy', 'training', 'institute'];

const keyLines = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'azertyuiop',
  '!@#$%^&*()_+',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
];
const runLength = 4;

/** Every four consecutive characters of a keyboard row, the alphabet or the digits, in either direction. */
const runs = new Set(
  keyLines
    .flatMap((line) => [line, [...line].reverse().join('')])
    .flatMap((line) => Array.from({ length: line.length - runLength + 1 }, (_, at) => line.slice(at, at + runLength))),
);

const standsFor: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
  '6': 'g',
};

/** Replaces characters that people substitute for others by one common form; the length does not change. */
const fold = (text: string): string => text.replace(/[@431!|l05$7+896]/g, (sign) => standsFor[sign] ?? sign);

/** Text normalised for the check: lower case, NFKC, and single spaces. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The bundled list of the 49,000 most used passwords, folded. It is loaded once, in portions that do not block the
 * event loop.
 */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'] as string[];
  const folded = new Set<string>();
  for (let at = 0; at < list.length; at += 5000) {
    await setImmediate();
    for (const word of list.slice(at, at + 5000)) folded.add(fold(word));
  }
  return folded;
}

/** The future owner of the password, as far as known. */
type Owner = Partial<Record<'email' | 'firstName' | 'lastName' | 'mobile', string>>;

const parts = (text: string): string[] => plain(text).split(/[^\p{L}\p{N}]+/u);

/** Words that somebody who knows the person and the academy would try first, longest first. */
export function contextWords(
  { name, certificatePrefix }: Record<'name' | 'certificatePrefix', string>,
  { email = '', firstName = '', lastName = '', mobile = '' }: Owner,
): string[] {
  const [local = ''] = email.split('@');
  const first = parts(firstName);
  const last = parts(lastName);
  const joined = [[...first, ...last], [...last, ...first], parts(name), parts(local)].map((words) => words.join(''));
  const words = [
    ...tradeWords,
    ...parts(name),
    certificatePrefix,
    ...parts(email),
    ...first,
    ...last,
    mobile,
    ...joined,
  ];
  return [...new Set(words.map((word) => fold(plain(word))))]
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
}

type Weakness = 'common' | 'context' | 'simple';

/**
 * The reason why a password is easy to guess; undefined for one that is not. All parts that a guesser would try first
 * (a common password in any spelling, a word of the context, a keyboard sequence, a repetition) are removed. If there
 * were any, the rest must still have the minimum length of a password. There are no rules about kinds of characters.
 *
 * @param words from `contextWords`.
 * @param commonPasswords folded.
 */
export function weaknessOf(
  password: string,
  words: readonly string[],
  commonPasswords: ReadonlySet<string>,
): Weakness | undefined {
  const whole = plain(password);
  const period = (whole + whole).indexOf(whole, 1);
  const text = period > 0 ? whole.slice(0, period) : whole;
  if (commonPart(whole, commonPasswords) || commonPart(text, commonPasswords)) return 'common';
  const guessed = new Array<boolean>(text.length).fill(false);
  const remaining = () => guessed.filter((isGuessed) => !isGuessed).length;
  const folded = fold(text);
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      guessed.fill(true, at, at + word.length);
  const hasWords = guessed.includes(true);
  for (let at = 0; at + runLength <= text.length; at++) {
    const some = text.slice(at, at + runLength);
    if (runs.has(some) || some === text.charAt(at).repeat(runLength)) guessed.fill(true, at, at + runLength);
  }
  if (remaining() >= fewest && new Set(text).size >= fewestDifferent) return undefined;
  return hasWords ? 'context' : 'simple';
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);

/** Whether a text is a common password with only a few characters added before or after it. */
function commonPart(text: string, commonPasswords: ReadonlySet<string>): boolean {
  let from = 0;
  let to = text.length;
  while (from < to && !isLetter(text.charAt(from))) from++;
  while (to > from && !isLetter(text.charAt(to - 1))) to--;
  const isBare = text.length - (to - from) < fewest;
  const unspaced = text.replace(/[^\p{L}\p{N}]+/gu, '');
  return [text, unspaced, ...(isBare ? [text.slice(from, to), text.slice(from)] : [])].some((candidate) =>
    commonPasswords.has(fold(candidate)),
  );
}

const sentences: Record<Weakness, string> = {
  common: 'This password is one of the most common ones. Please choose another.',
  context:
    'This password is easy to guess: it contains little more than a name or a word from the academy. Please choose another.',
  simple: 'This password is easy to guess: it repeats itself or follows the keyboard. Please choose another.',
};

type Asked = { field: string; owner: Owner };

/**
 * Refuses a password that could be guessed from common choices, the academy or the person. Applies to new passwords
 * only: existing ones still work.
 *
 * @throws AppError `invalid` on the given field.
 */
export async function requireStrongPassword(
  { db, config }: { db: Queryable; config: Pick<Config, 'academyDefaults'> },
  password: string,
  { field, owner }: Asked,
): Promise<void> {
  common ??= loadCommon();
  const words = contextWords(await getAcademy(db, config), owner);
  const weakness = weaknessOf(password, words, await common);
  if (!weakness) return;
  const message = sentences[weakness];
  throw new AppError('invalid', message, { fields: { [field]: message } });
}
