// Refuses the words that the glossary replaces: those that stand as `code` in its column 'not', in names of files and
// in every text that git has. Words behind 'but' in that column are where such a word is right. `npm run lint` runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A word that is not used, the term in its place, and the phrases in which the word is right. */
export type Refused = { word: string; term: string; except: readonly string[] };

/** A place where a refused word stands. @property line from 1; 0 for the name of the file. */
type Found = { line: number; word: string; term: string };

/** What is written by others, or holds what was written before: data, licences, migrations, decisions of old. */
const notRead =
  /^(LICENSE|package-lock\.json|docs\/glossary\.md|demo\/(films|courses)\/.*|server\/platform\/db\/migrations\/.*|.*\.(json|pdf|png|webp|jpg|woff2?|ttf|otf|mp4|m4s|mp3|ico|xlsx|docx|ods|zip|vtt|gz|br|traineddata|pem|der|bin))$/;

const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The refused words of a glossary in Markdown: the third column of its table of terms. */
export function refusedBy(glossary: string): Refused[] {
  return (glossary.split('\n## Terms\n')[1] ?? '').split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, term = '', , not = ''] = cells;
    if (cells.length !== 5) return [];
    const [words = '', right = ''] = not.split(/ but /);
    return inCode(words).map((word) => ({ word, term, except: inCode(right) }));
  });
}

/**
 * A pattern for a phrase in prose, over the ends of lines too, and in an identifier: `onDemand`, `on_demand`,
 * `on-demand`.
 */
const patternOf = (phrase: string): string => {
  const [first = '', ...rest] = phrase.split(' ');
  const next = rest.map((word) => `(?:[\\s_-]+(?:(?:\\*|//|#|--)\\s+)?${word}|${capital(word)})`);
  return `(?:(?<![A-Za-z])(?:${first}|${capital(first)})|(?<=[a-z0-9])${capital(first)})${next.join('')}(?![a-z])`;
};
const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Where refused words stand in a text. */
export function findRefused(text: string, refused: readonly Refused[]): Found[] {
  return refused.flatMap(({ word, term, except }) => {
    const blanked = except.reduce(
      (left, phrase) => left.replaceAll(new RegExp(patternOf(phrase), 'g'), (found) => found.replaceAll(/\S/g, ' ')),
      text,
    );
    return [...blanked.matchAll(new RegExp(patternOf(word), 'g'))].map(({ index }) => ({
      line: blanked.slice(0, index).split('\n').length,
      word,
      term,
    }));
  });
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const refused = refusedBy(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
  if (refused.length === 0) throw new Error('docs/glossary.md refuses no word');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files.filter((one) => !notRead.test(one))) {
    const named = findRefused(file, refused).map((found) => ({ ...found, line: 0 }));
    for (const { line, word, term } of [...named, ...findRefused(readFileSync(join(root, file), 'utf8'), refused)]) {
      console.error(`${file}${line ? `:${line}` : ''} says '${word}': the glossary's term is '${term}'`);
      process.exitCode = 1;
    }
  }
}
