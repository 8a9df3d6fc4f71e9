import {
  type Ask,
  addFound,
  blocksOf,
  choicesAsk,
  decimalOf,
  type FoundQuestions,
  fixedByTags,
  hasRivals,
  matchingAsk,
  notedAlone,
  noteTags,
  nothingFound,
  partNamed,
  shortAsk,
  tags,
  topicOf,
  trueFalseAsk,
  Unsuitable,
  weightsLeftOut,
} from './found-questions.ts';
import { answerOf, blockOf, cut, type GiftAnswer, type GiftBlock, partsOf, unescaped } from './gift-blocks.ts';
import { htmlText, looksLikeMarkup } from './html-text.ts';
import { firstOf, type HtmlText, markdownText, plainWords, quoted } from './plain-words.ts';

/**
 * Whether a text is in GIFT format: its answers are in braces. Escaped characters, such as a brace after a backslash,
 * are plain text.
 */
export const looksLikeGift = (text: string): boolean =>
  /\{(?:[^{}=~]*[=~][^{}]*|\s*(?:T|F|TRUE|FALSE)\s*(?:#[^{}]*)?|\s*#[^{}]*)\}/.test(text.replace(/\\./gs, ''));

type Note = (message: string) => void;
/** How a part of a question is read. @property words its text in the format that it or its question names. */
type Reading = { tags: readonly string[]; note: Note; words: (text: string, part: string) => string };

/**
 * Reads questions in GIFT format (https://docs.moodle.org/en/GIFT_format) as Moodle does, block by block, so that a
 * broken block does not affect the others. What cannot be held here is a problem, or a note at the question that is
 * held without it.
 */
export function readGift(text: string): FoundQuestions {
  const found = nothingFound();
  let topic = '';
  for (const { line, lines } of blocksOf(text)) {
    const comments = lines.filter(isComment);
    const written = lines.map((one) => (isComment(one) ? '' : one));
    const at = Math.max(
      written.findIndex((one) => one.trim() !== ''),
      0,
    );
    let from = at;
    const category = /^\s*\$CATEGORY:(.*)/.exec(written[at] ?? '')?.[1];
    if (category !== undefined) {
      topic = topicIn(category.trim(), (message) => void found.notes.push({ line: line + at, message }));
      from += 1;
    }
    const rest = written.slice(from).join('\n');
    if (rest.trim() === '') {
      noteComments(comments, (message) => void found.notes.push({ line, message }));
      continue;
    }
    readBlock({ line, from: line + from, text: rest, comments, topic }, found);
  }
  return found;
}

const isComment = (line: string) => line.trimStart().startsWith('//');

function topicIn(path: string, note: Note): string {
  const topic = topicOf(unescaped(path));
  const parents = path.replace(/^\$\w+\$\/?(top(\/|$))?/, '').replaceAll('//', ' ');
  if (parents.includes('/'))
    note(`Of the category ${quoted(path)} the last part is held as the topic ${quoted(topic)}.`);
  return topic;
}

/** A block of lines. @property line where it begins with its comments. @property from where its text begins. */
type Block = { line: number; from: number; text: string; comments: readonly string[]; topic: string };

function readBlock({ line, from, text, comments, topic }: Block, found: FoundQuestions): void {
  const blank = text.length - text.trimStart().length;
  const place: { line: number; name?: string } = { line };
  addFound(found, place, (note) => {
    const block = blockOf(text.trim(), from + text.slice(0, blank).split('\n').length - 1);
    if (!block) throw new Unsuitable('This is a description without an answer.');
    if (block.name) place.name = block.name.slice(0, 200);
    const marked = comments.flatMap((one) => [...one.matchAll(tag)].map(([, said]) => said ?? ''));
    noteComments(comments, note);
    const stem = formatOf(block.stem, 'moodle');
    const words = (written: string, part: string) => {
      const said = formatOf(written, stem.format);
      const read = textOf(said);
      return notedAlone(read, part === '' ? 'Its explanation' : partNamed(part, read), note).text;
    };
    const ask = askOf(block, { tags: marked, note, words });
    const asked = notedAlone(textOf(stem), 'Its text', note);
    noteTags(marked, note);
    return {
      text: asked.text,
      ask: { ...ask, ...fixedByTags(marked, ask.options, note) },
      topic,
      forPractice: marked.includes(tags.practice),
      explanation: block.explanation.trim() === '' ? '' : words(block.explanation, ''),
      ...(marked.includes(tags.keepsPlace) && { keepsPlace: true }),
    };
  });
}

const tag = /\[tag:([^[\]]+)\]/g;

/** A note on the comments beside a question, or alone. */
function noteComments(comments: readonly string[], note: Note): void {
  const said = comments.map(commentOf).filter(Boolean);
  if (said.length > 0) note(`Comments are left out: ${firstOf(said.map(quoted))}.`);
}

/** What the author says in a comment: not what Moodle and this program write there about each question. */
const commentOf = (line: string): string =>
  line
    .replace(/^\s*\/\/+/, '')
    .replace(tag, '')
    .replace(/^\s*question:\s*\d+\s*name:.*/, '')
    .trim();

type Formatted = { format: string; text: string };

/** A text without the format that it names, which is the format of the question otherwise. */
function formatOf(written: string, inherited: string): Formatted {
  const named = /^\s*\[(html|moodle|plain|markdown)\]/.exec(written);
  // a comment between two lines leaves none between them
  const text = written.slice(named?.[0].length ?? 0).replace(/\n(?:[ \t]*\n)+/g, '\n');
  return { format: named?.[1] ?? inherited, text: unescaped(text).trim() };
}

function textOf({ format, text }: Formatted): HtmlText {
  if (format === 'html') return htmlText(text);
  if (format === 'markdown') return markdownText(text);
  // Moodle's own format shows markup, too
  return format === 'moodle' && looksLikeMarkup.test(text) ? htmlText(text.replaceAll('\n', '<br>')) : plainWords(text);
}

function askOf({ answers }: GiftBlock, reading: Reading): Ask {
  if (answers === '') throw new Unsuitable('This is an essay; only questions that the program can grade can be used.');
  if (answers.startsWith('#')) return numberAsk(answers.slice(1), reading.note);
  const parts = partsOf(answers, /[~=]/g);
  if (parts.some(({ sign }) => sign === '~')) return multipleChoiceAsk(parts, reading);
  const [statement = '', ...feedback] = partsOf(answers, /#/g).map(({ text }) => text.trim());
  if (/^(T|TRUE|F|FALSE)$/.test(statement)) {
    if (feedback.some((one) => one !== '')) reading.note(feedbackLeftOut);
    return trueFalseAsk(statement.startsWith('T'));
  }
  const given = parts.filter(({ text }, i) => i > 0 || text.trim() !== '');
  if (parts.length > 1 && cut(answers, '->')[1] !== undefined) return pairsAsk(given, reading);
  return acceptedAsk(given, reading);
}

const feedbackLeftOut = 'The feedback of single answers is left out; the feedback of the question is its explanation.';
const isNear = (one: number, other: number) => Math.abs(one - other) < 0.5;

function noteFeedback(answers: readonly GiftAnswer[], note: Note) {
  if (answers.some(({ feedback }) => feedback)) note(feedbackLeftOut);
}

type Parts = ReturnType<typeof partsOf>;

function multipleChoiceAsk(parts: Parts, { tags: marked, note, words }: Reading): Ask {
  const [first, ...signed] = parts;
  if (first?.text.trim())
    throw new Unsuitable(`${quoted(first.text)} stands before the first option. Begin each option with “=” or “~”.`);
  noteJoined(parts, note);
  const choices = signed.map(({ sign, text }) => answerOf(sign, text));
  if (choices.some(({ text }) => text === ''))
    throw new Unsuitable('An option has no text. Where “~” or “=” is part of a text, write “\\~” or “\\=”.');
  noteFeedback(choices, note);
  const options = choices.map(({ text }) => words(text, 'The option'));
  const full = choices.flatMap(({ isRight }, i) => (isRight ? [i] : []));
  if (full.length > 1) throw new Unsuitable(hasRivals);
  if (full.length === 1) {
    if (choices.some(({ weight = 0 }, i) => i !== full[0] && weight > 0))
      note('An option that earned a part of the mark is a wrong one here.');
    return choicesAsk(
      options,
      options.filter((_, i) => i === full[0]),
    );
  }
  // with weights alone, learners may choose several
  const right = choices.flatMap(({ weight = 0 }, i) => (weight > 0 ? [i] : []));
  const share = 100 / right.length;
  const isOurs = choices.every(({ weight = 0 }) => isNear(Math.abs(weight), share));
  const partMarks = !marked.includes(tags.allOrNothing);
  if (partMarks && !isOurs) note(weightsLeftOut);
  return choicesAsk(
    options,
    options.filter((_, i) => right.includes(i)),
    { isSeveral: true, partMarks },
  );
}

/** A sign in the middle of a word begins an answer, as in Moodle, but its author may have meant it as text. */
function noteJoined(parts: Parts, note: Note): void {
  for (const [i, { sign, text }] of parts.entries()) {
    const before = parts[i - 1]?.text ?? '';
    if (sign === '=' && /\S$/.test(before))
      note(`“=” in ${quoted(`${before}=${text}`)} begins an answer. Where it is part of the text, write “\\=”.`);
  }
}

function acceptedAsk(parts: Parts, { tags: marked, note, words }: Reading): Ask {
  noteJoined(parts, note);
  const answers = parts.map(({ text }) => answerOf('=', text));
  noteFeedback(answers, note);
  const accepted = answers.filter(({ weight = 100 }) => weight === 100);
  if (accepted.length < answers.length) note('Answers that earned a part of the mark are wrong here.');
  const texts = accepted.map(({ text }) => words(text, 'The accepted answer'));
  if (texts.some((one) => /(^|[^\\])\*/.test(one)))
    throw new Unsuitable('An answer with * stands for many texts. Please write each accepted answer.');
  return shortAsk(texts, marked.includes(tags.capitals));
}

function pairsAsk(parts: Parts, { tags: marked, note, words }: Reading): Ask {
  const pairs = parts.map(({ text }) => {
    const [item, match] = cut(text, '->');
    if (match === undefined)
      throw new Unsuitable(`${quoted(text)} has no “->”. Where “=” is part of the text, write “\\=”.`);
    const prompt = item.trim() === '' ? '' : words(item, 'The item');
    return { prompt, match: notedAlone(plainWords(unescaped(match).trim()), 'A match', note).text };
  });
  return matchingAsk(pairs, !marked.includes(tags.allOrNothing));
}

function numberAsk(written: string, note: Note): Ask {
  const [numbers, wrong] = cut(written, '~');
  const answers = partsOf(numbers, /=/g)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => answerOf('=', text));
  if (wrong !== undefined) note(feedbackLeftOut);
  else noteFeedback(answers, note);
  const [first, ...more] = answers.filter(({ weight = 100 }) => weight === 100);
  if (!first) throw new Unsuitable('No number earns the whole mark.');
  if (more.length > 0) throw new Unsuitable('Only one number may be right here, with a tolerance.');
  if (answers.length > 1) note('Numbers that earned a part of the mark are wrong here.');
  return { kind: 'number', options: [], ...toleranceOf(unescaped(first.text)) };
}

/** A number as '10', '10:0.5' or '9.5..10.5'. */
function toleranceOf(written: string): { correctAnswer: string; tolerance: string } {
  const numberIn = (text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number))
      throw new Unsuitable(`${quoted(written)} is not a number, such as 10, 10:0.5 or 9.5..10.5.`);
    return number;
  };
  const range = written.split('..');
  if (range.length === 2) {
    const [low = 0, high = 0] = range.map((text) => numberIn(text));
    return { correctAnswer: decimalOf((high + low) / 2), tolerance: decimalOf(Math.abs(high - low) / 2) };
  }
  const [value = '', tolerance = '0', ...more] = written.split(':');
  if (range.length > 2 || more.length > 0) numberIn(written);
  return { correctAnswer: decimalOf(numberIn(value)), tolerance: decimalOf(Math.abs(numberIn(tolerance))) };
}
