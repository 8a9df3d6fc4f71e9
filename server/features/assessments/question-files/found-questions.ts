import { foldAnswer, readNumber, tidyAnswer } from '@fairlead/contract/assessments/compared-answers';
import { isShownAlone, type KindName } from '@fairlead/contract/assessments/question-kinds';
import type { WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import { shuffled } from '../shuffled.ts';
import { htmlText } from './html-text.ts';
import { type HtmlText, quoted } from './plain-words.ts';

/**
 * What of a question depends on its kind, as the contract's QuestionInput has it. The contract has not checked it yet.
 */
export type Ask = {
  kind?: KindName;
  options: string[];
  /** Each at the place of its option; left out without any. */
  optionPictures?: (FoundPicture | null)[];
  /** Those that keep their places under shuffling, each at the place of its option; left out without any. */
  fixedOptions?: boolean[];
  [part: string]: unknown;
};

/** Where something stands: the file in a package, the line, and the name that the file gives to the question. */
export type SourceLocation = { entry?: string | undefined; line: number; name?: string | undefined };

/** A picture in a file. @property base64 its bytes. @property text its text alternative; may be blank. */
export type FoundPicture = { base64: string; text: string };

/** An option as it was found. Its text may be blank where it has a picture. */
export type FoundOption = { text: string; picture?: FoundPicture | undefined };

/**
 * Options for an `Ask`. An option that is a picture alone has the text alternative of its picture as its text, or a
 * number where there is none or another option has the same. These numbers are in a random order: in the order of the
 * file they would tell learners where an option stood, and in many files the right one stands first.
 */
export function optionsOf(found: readonly FoundOption[], note: (message: string) => void) {
  const taken = new Set(['', ...found.map(({ text }) => text)]);
  const named = new Set([...taken, ...found.map(({ picture }) => picture?.text)]);
  const numbers = shuffled([...Array(2 * found.length).keys()]).map((place) => `Picture ${place + 1}`);
  const free = numbers.filter((number) => !named.has(number));
  let unnamed = found.some(({ picture }) => picture?.text === '');
  const options = found.map(({ text, picture }) => {
    if (text !== '' || !picture) return text;
    const isOwn = !taken.has(picture.text);
    taken.add(picture.text);
    unnamed ||= !isOwn;
    return isOwn ? picture.text : (free.pop() ?? '');
  });
  if (unnamed)
    note('An option’s picture has no text alternative, or the same one as another option. Please write one.');
  const pictures = found.map(({ text, picture }, place) =>
    picture ? { ...picture, text: (text ? picture.text : options[place]) ?? '' } : null,
  );
  return { options, pictures: pictures.some(Boolean) ? { optionPictures: pictures } : {} };
}

/**
 * An option with its picture, which is undefined where the file does not have it.
 *
 * @throws Unsuitable for one that is only a picture which is not in the file.
 */
export function optionWith({ text, images }: HtmlText, picture: FoundPicture | undefined): FoundOption {
  const [first] = images;
  if (text === '' && first && !picture)
    throw new Unsuitable(`The picture “${first.src.slice(0, 80)}” of an option is not in the file.`);
  return { text, picture };
}

/** A text that was found, with a note on what it loses. @param part what it is, in words: 'Its text'. */
export function noted(words: HtmlText, part: string, note: (message: string) => void): HtmlText {
  if (words.remarks.length > 0) note(`${part}: ${words.remarks.join('; ')}.`);
  return words;
}

/** The same where no picture can be held. */
export function notedAlone(words: HtmlText, part: string, note: (message: string) => void): HtmlText {
  const pictures = words.images.map(
    ({ src, alt }) => `the picture ${quoted(src)} is left out${alt.trim() && `, which shows ${quoted(alt)}`}`,
  );
  return noted({ ...words, remarks: [...words.remarks, ...pictures] }, part, note);
}

/**
 * The first of the pictures that a text shows, with notes on the others.
 *
 * @param base64Of the bytes of a picture by its source; undefined for one that is not in the file.
 */
export function pictureAmong(
  images: HtmlText['images'],
  base64Of: (src: string) => string | undefined,
  note: (message: string) => void,
): FoundPicture | undefined {
  const all = images.map(({ src, alt }) => ({ src, alt, base64: inData.exec(src)?.[1] ?? base64Of(src) }));
  for (const one of all) if (one.base64 === undefined) note(pictureLeftOut(one));
  const [first, ...more] = all.filter(({ base64 }) => base64 !== undefined);
  if (more.length > 0) {
    const named = more.map(({ src, alt }) => quoted(alt || src.slice(0, 80)));
    note(`Only its first picture is held; ${more.length} more are left out: ${named.join(', ')}.`);
  }
  return first?.base64 === undefined
    ? undefined
    : { base64: first.base64, text: htmlText(first.alt).text.slice(0, 500) };
}

/** A picture that is in its own address. */
const inData = /^data:image\/[\w+.-]+;base64,(.+)$/s;

/** The note on a picture that a file names and does not have. */
const pictureLeftOut = ({ src, alt }: HtmlText['images'][number]): string =>
  `Its picture “${src.slice(0, 80)}” is not in the file and is left out.${alt.trim() && ` It shows ${quoted(alt)}.`}`;

/** The name of an option, an item or a step in a note. */
export const partNamed = (what: string, { text }: Pick<HtmlText, 'text'>): string => `${what} ${quoted(text)}`;

/** The picture of a question, with a note where it has no text alternative. */
export function noteUndescribed(picture: FoundPicture | undefined, note: (message: string) => void) {
  if (picture?.text === '') note('Its picture has no text alternative. Please write one.');
  return picture;
}

/** @throws Unsuitable for an item, a match or a step with a picture. */
export function requireNoPicture(what: string, images: readonly unknown[]): void {
  if (images.length > 0)
    throw new Unsuitable(`${what} has a picture. Only the question, and options to choose, may have pictures.`);
}

/** A question as read from a file. */
export type FoundQuestion = SourceLocation & {
  text: string;
  ask: Ask;
  topic: string;
  forPractice: boolean;
  explanation: string;
  picture?: FoundPicture;
  /** Whether it keeps its place under shuffling. */
  keepsPlace?: boolean;
  /** What of it is left out, as sentences. */
  notes: readonly string[];
};
export type Problem = SourceLocation & { message: string };
/** The questions of a file; what keeps others out, and what of the file belongs to no question and is left out. */
export type FoundQuestions = { questions: FoundQuestion[]; problems: Problem[]; notes: Problem[] };

/** Entries of a package stay in their order; the lines of one are sorted. */
export const sorted = <P extends Problem>(all: P[]): P[] =>
  all.toSorted((a, b) => (a.entry === b.entry ? a.line - b.line : 0));

/** Where a question stands, without its other fields. */
export const placeOf = ({ line, entry, name }: SourceLocation): SourceLocation => ({
  line,
  ...(entry !== undefined && { entry }),
  ...(name && { name }),
});

export const nothingFound = (): FoundQuestions => ({ questions: [], problems: [], notes: [] });

/** A question that cannot be held here, with a sentence for its author. */
export class Unsuitable extends Error {}

/**
 * Adds a question to those that were found, with its notes, or the problem that keeps it out.
 *
 * @param read reads it and notes what is left out; may throw Unsuitable.
 */
export function addFound(
  found: FoundQuestions,
  place: SourceLocation,
  read: (note: (message: string) => void) => Omit<FoundQuestion, keyof SourceLocation | 'notes'>,
): void {
  const notes: string[] = [];
  try {
    const question = read((message) => void notes.push(message));
    found.questions.push({ ...place, ...question, notes });
  } catch (error) {
    if (!(error instanceof Unsuitable)) throw error;
    found.problems.push({ ...place, message: error.message });
  }
}

export const needsAnswer = 'The question names no correct answer.';
export const hasRivals = 'Several options earn the whole mark.';
export const weightsLeftOut =
  'Its weights are not held: each right option adds the same share of the mark, and each wrong one takes it away.';

/**
 * A question whose right options are known, as the kind that fits.
 *
 * @param how.isSeveral whether learners may choose several; without it, if several are right.
 * @throws Unsuitable without a right option.
 */
export function choicesAsk(
  options: string[],
  correct: string[],
  { isSeveral = correct.length > 1, partMarks = false } = {},
): Ask {
  const [correctAnswer] = correct;
  if (correctAnswer === undefined) throw new Unsuitable(needsAnswer);
  if (isSeveral) return { kind: 'several-choices', options, correctAnswers: correct, partMarks };
  return options.length === 4 ? { options, correctAnswer } : { kind: 'choice', options, correctAnswer };
}

/** Whether the options are True and False, in any order and case. */
export function isTrueOrFalse(options: readonly string[]): boolean {
  const texts = options.map((option) => option.toLowerCase());
  return options.length === 2 && texts.includes('true') && texts.includes('false');
}

export const trueFalseAsk = (isTrue: boolean): Ask => ({
  kind: 'true-false',
  options: ['True', 'False'],
  correctAnswer: isTrue ? 'True' : 'False',
});

/**
 * A question with a list of accepted answers; those that differ in capitals alone are one where capitals do not matter.
 */
export function shortAsk(answers: readonly string[], matchCase: boolean): Ask {
  const form = matchCase ? tidyAnswer : foldAnswer;
  const distinct = new Map(answers.toReversed().map((answer) => [form(answer), answer]));
  return { kind: 'short-answer', options: [], correctAnswers: [...distinct.values()].toReversed(), matchCase };
}

/**
 * Items with their matches. A pair without an item is a match that belongs to none.
 */
export function matchingAsk(pairs: readonly { prompt: string; match: string }[], partMarks: boolean): Ask {
  const items = pairs.filter(({ prompt }) => prompt !== '');
  return {
    kind: 'matching',
    prompts: items.map(({ prompt }) => prompt),
    options: [...new Set(pairs.map(({ match }) => match))],
    correctAnswers: items.map(({ match }) => match),
    partMarks,
  };
}

/**
 * A number of a file as a decimal number, without the digits that floating-point arithmetic adds.
 *
 * @throws Unsuitable for a number that 20 digits before and after the decimal point cannot hold, such as 6.022e23.
 */
export function decimalOf(number: number): string {
  const isSame = (other: number) => Math.abs(other - number) <= Math.abs(number) * 1e-12;
  const short = Number(number.toPrecision(12));
  const text = String(isSame(short) ? short : number);
  const decimal = readNumber(text.includes('e') ? number.toFixed(20) : text);
  if (decimal === undefined || !isSame(Number(decimal)))
    throw new Unsuitable(`The number ${number} is too large or too small to be held here.`);
  return decimal;
}

/** The last part of a category that is a path: '$course$/top/Fire' is 'Fire'. */
export const topicOf = (category: string): string => {
  const last = category.replaceAll('//', '\u0000').split('/').at(-1)?.replaceAll('\u0000', '/').trim() ?? '';
  return last === 'top' || last === '$course$' ? '' : last.slice(0, 100);
};

/**
 * Tags, in files that have them, for what other programs do not know. Their prefix keeps them apart from the tags of
 * authors, who may mean something else by 'practice'.
 */
export const tags = {
  practice: 'fairlead:practice',
  allOrNothing: 'fairlead:all-or-nothing',
  capitals: 'fairlead:capitals-matter',
  partMarks: 'fairlead:part-marks',
  keepsPlace: 'fairlead:keeps-place',
  /** With the numbers of the options after it, counted from 1. */
  fixedOptions: 'fairlead:fixed-options',
} as const;

/** A note on the tags of authors, which have no counterpart here. */
export function noteTags(marked: readonly string[], note: (message: string) => void): void {
  const others = marked.filter((tag) => tag !== '' && !tag.startsWith('fairlead:'));
  if (others.length > 0) note(`Its tags ${others.map(quoted).join(', ')} are left out.`);
}

type Fixed = { keepsPlace?: boolean | undefined; fixedOptions?: readonly boolean[] | undefined };

/** The tags for what keeps its place, where a format has no other word for it. */
export const fixedTags = ({ keepsPlace, fixedOptions = [] }: Fixed): string[] => {
  const places = fixedOptions.flatMap((isFixed, place) => (isFixed ? [place + 1] : []));
  return [
    ...(keepsPlace ? [tags.keepsPlace] : []),
    ...(places.length > 0 ? [`${tags.fixedOptions} ${places.join(' ')}`] : []),
  ];
};

/** The fixed options of a question with these tags, and a note where a tag names none of the options. */
export function fixedByTags(marked: readonly string[], options: readonly string[], note: (message: string) => void) {
  const tag = marked.find((one) => one.startsWith(`${tags.fixedOptions} `));
  const places = tag?.split(' ').slice(1).map(Number) ?? [];
  if (tag && !places.every((place) => Number.isInteger(place) && place > 0 && place <= options.length))
    note(`Its tag ${quoted(tag)} names options that it does not have.`);
  return fixedOf(options.map((_, place) => places.includes(place + 1)));
}

/** Fixed options for an `Ask`, which has none if all may move. */
export const fixedOf = (fixedOptions: boolean[]) => (fixedOptions.some(Boolean) ? { fixedOptions } : {});

/** The note where a list of a kind that is always shuffled kept its order. */
export const orderNotKept = (what: string): string =>
  `Its ${what} kept their order there; here they are shuffled where the test shuffles options.`;

/** The blocks of a text, which are separated by empty lines, each with the number of its first line, counted from 1. */
export function blocksOf(text: string): { line: number; lines: string[] }[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let open: { line: number; lines: string[] } | undefined;
  for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') open = undefined;
    else if (open) open.lines.push(line);
    else {
      open = { line: i + 1, lines: [line] };
      blocks.push(open);
    }
  }
  return blocks;
}

/** A picture for a file. */
export type PictureBytes = { name: string; bytes: Uint8Array };
/** A question with the bytes of its picture, and of those of its options at their places. */
export type WithPicture = WrittenQuestion & {
  pictureBytes?: PictureBytes | undefined;
  optionPictureBytes?: readonly (PictureBytes | undefined)[] | undefined;
};

/** The options of a question as files have them: without the text of one that is shown by its picture alone. */
export const writtenOptions = ({ options, optionPictures, optionPictureBytes }: WithPicture) =>
  options.map((option, place) => {
    const [picture, file] = [optionPictures?.[place], optionPictureBytes?.[place]];
    if (!picture || !file) return { option, text: option };
    return { option, text: isShownAlone(option, picture) ? '' : option, alt: picture.text, file };
  });
