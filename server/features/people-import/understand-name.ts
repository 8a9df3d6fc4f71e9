import type { Registration } from '@fairlead/contract/accounts/calls';
import { foldedName } from '../../platform/names/fold-name.ts';

type Title = Registration['tittle'];

/** Titles as offices write them, folded; those of India and the Philippines by what they say. */
const titles: Readonly<Record<string, Title>> = {
  ...{
    MR: 'Mr',
    MISTER: 'Mr',
    SHRI: 'Mr',
    SHREE: 'Mr',
    SHRIMAN: 'Mr',
    SH: 'Mr',
    MRS: 'Mrs',
    SMT: 'Mrs',
    SHRIMATI: 'Mrs',
  },
  ...{ MS: 'Ms', MISS: 'Miss', KUM: 'Miss', DR: 'Dr', DOCTOR: 'Dr', PROF: 'Prof', PROFESSOR: 'Prof' },
  ...{ CAPT: 'Capt.', CAPTAIN: 'Capt.', CPT: 'Capt.', NONE: 'None', ENGR: 'None', ER: 'None', MX: 'None' },
};

/** Titles that are also names or initials, and count in a name only with their point. */
const onlyWithPoint = new Set(['SH', 'SHREE', 'KUM', 'ENGR', 'ER', 'MX', 'CPT', 'NONE', 'DOCTOR', 'CAPTAIN']);

/**
 * The title that a cell says; 'None' for an empty one.
 *
 * @returns undefined for what is none.
 */
export function titleOf(text: string): Title | undefined {
  return text === '' || /^[-–—]+$/.test(text) ? 'None' : titles[foldedName(text)];
}

/** The title at the beginning of a name, with its point and the spaces behind it. */
const inFront = /^([a-z]{2,9})(\.\s*|\s+)(?=\S)/i;
/** The title behind a name, as in 'Rao, Mr' or 'Rao (Capt.)'. */
const behind = /(?:[,(] ?(mr|mrs|ms|miss|dr|prof|capt|smt|shri)\.?\)?| (mr|mrs|ms|miss|dr|prof|capt|smt|shri)\.)$/i;

/**
 * Takes the titles off a name, of which the first is kept: 'Capt. Dr. Arun Mehta' is Arun Mehta with Capt. A title
 * that nothing follows is a name.
 *
 * @param how.isWhole whether it has the last name, too.
 * @returns the name without titles, the one that is kept, and all of them as they are written.
 */
export function withoutTitles(
  name: string,
  { isWhole = true } = {},
): { name: string; title: Title | undefined; titles: string[] } {
  let [rest, title]: [string, Title | undefined] = [name.trim(), undefined];
  const said: string[] = [];
  for (let found = inFront.exec(rest); found; found = inFront.exec(rest)) {
    const [all, word = '', gap = ''] = found;
    const known = titles[word.toUpperCase()];
    if (!known || !(gap.startsWith('.') || isTitle(word.toUpperCase(), rest, isWhole))) break;
    title ??= known;
    said.push(all.trim());
    rest = rest.slice(all.length);
  }
  const after = behind.exec(rest);
  const word = after?.[1] ?? after?.[2];
  if (after && word && after.index > 0) {
    title ??= titles[word.toUpperCase()];
    said.push(word);
    rest = rest.slice(0, after.index).replace(/[\s,]{1,9}$/, '');
  }
  return { name: rest, title, titles: said };
}

/** Titles that may also begin a name of two words: MS Dhoni has initials, Shri Kant a name, Ms Priya Nair a title. */
const onlyBeforeTwo = new Set(['MS', 'SHRI']);

/** Whether a word without a point is a title. */
const isTitle = (word: string, name: string, isWhole: boolean) =>
  !onlyWithPoint.has(word) && !(onlyBeforeTwo.has(word) && isWhole && name.split(/\s+/, 3).length < 3);

/** 'Son of', 'daughter of' and the like: what follows is the name of somebody else. */
const ofSomebody = /(?:^|[^\p{L}])([sdwch]\s?[/.]\s?o\b\.?|son of|daughter of|wife of|husband of)/iu;
/** Signs of no name: ranks such as 2/O, two people, what stands in brackets. */
const signs = /[&()/]/;

/** What has to be asked about a name before it may stand on a certificate, in a sentence; undefined for nothing. */
export function askedAbout(name: string): string | undefined {
  const [, found] = ofSomebody.exec(name) ?? [];
  const [sign] = found ? [] : (signs.exec(name) ?? []);
  if (sign) return `The name contains ‘${sign}’. Write it as the passport shows it.`;
  const alone = titleOf(name.trim());
  if (alone && alone !== 'None') return `‘${name.trim()}’ is a title. Write the name as the passport shows it.`;
  return (
    found &&
    `The name contains ‘${found.trim()}’. Write it as the passport shows it, without the name of somebody else.`
  );
}
