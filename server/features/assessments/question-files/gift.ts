import { type NumericalFormat, parse, type TextFormat } from 'gift-pegjs';
import {
  type Ask,
  blocksOf,
  choicesAsk,
  decimalOf,
  type FoundQuestions,
  matchingAsk,
  nothingFound,
  shortAsk,
  tags,
  topicOf,
  trueFalseAsk,
  Unsuitable,
} from './found-questions.ts';
import { htmlText } from './html-text.ts';

/**
 * Whether a text is in GIFT format: its answers are in braces. Escaped characters, such as a brace after a backslash,
 * are plain text.
 */
export const looksLikeGift = (text: string): boolean =>
  /\{(?:[^{}=~]*[=~][^{}]*|\s*(?:T|F|TRUE|FALSE)\s*(?:#[^{}]*)?|\s*#[^{}]*)\}/.test(text.replace(/\\./gs, ''));

type Item = ReturnType<typeof parse>[number];
type Reading = { tags: readonly string[]; note: (message: string) => void };

/**
 * Reads questions in GIFT format (https://docs.moodle.org/en/GIFT_format), block by block, so that a broken block does
 * not affect the others. What cannot be held here is a problem, or a note at the question that is held without it.
 */
export function readGift(text: string): FoundQuestions {
  const found = nothingFound();
  let topic = '';
  for (const { line, lines } of blocksOf(text)) {
    const written = lines.filter((one) => !isComment(one));
    if (written.length === 0) continue;
    const marked = lines
      .filter(isComment)
      .flatMap((one) => [...one.matchAll(/\[tag:([^[\]]+)\]/g)].map(([, tag]) => tag ?? ''));
    try {
      for (const item of parse(`${written.join('\n')}\n\n`)) {
        if (item.type === 'Category') {
          topic = topicOf(item.title);
          continue;
        }
        const name = item.title?.trim();
        const place = { line, ...(name && { name }) };
        const reading = { tags: marked, note: (message: string) => void found.notes.push({ ...place, message }) };
        try {
          const ask = askOf(item, reading);
          const explanation = 'globalFeedback' in item ? plain(item.globalFeedback) : '';
          const forPractice = marked.includes(tags.practice);
          found.questions.push({ ...place, text: plain(item.stem), ask, topic, forPractice, explanation });
        } catch (error) {
          if (!(error instanceof Unsuitable)) throw error;
          found.problems.push({ ...place, message: error.message });
        }
      }
    } catch (error) {
      // A syntax error of the parser names a place in the block. Any other error is a bug of ours.
      if (!(error instanceof Error && error.name === 'SyntaxError')) throw error;
      found.problems.push({ line, message: 'This is not valid GIFT.' });
    }
  }
  return found;
}

const isComment = (line: string) => line.trimStart().startsWith('//');

function askOf(item: Exclude<Item, { type: 'Category' }>, { tags: marked, note }: Reading): Ask {
  const partMarks = !marked.includes(tags.allOrNothing);
  switch (item.type) {
    case 'MC': {
      noteFeedback(item.choices, note);
      const options = item.choices.map(({ text }) => plain(text));
      // with weights alone, learners may choose several
      const full = item.choices.flatMap(({ isCorrect }, i) => (isCorrect ? [i] : []));
      if (full.length === 1) {
        if (item.choices.some(({ weight }, i) => i !== full[0] && (weight ?? 0) > 0))
          note('An option that earned a part of the mark is a wrong one here.');
        return choicesAsk(
          options,
          options.filter((_, i) => i === full[0]),
        );
      }
      const right = full.length > 1 ? full : item.choices.flatMap(({ weight }, i) => ((weight ?? 0) > 0 ? [i] : []));
      const share = 100 / right.length;
      const isOurs = item.choices.every(({ weight, isCorrect }, i) =>
        isNear(Math.abs(weight ?? (isCorrect ? share : 0)), right.includes(i) || weight !== null ? share : 0),
      );
      if (partMarks && !isOurs && full.length === 0)
        note(
          'Its weights are not held: each right option adds the same share of the mark, and each wrong one takes it away.',
        );
      return choicesAsk(
        options,
        options.filter((_, i) => right.includes(i)),
        { isSeveral: true, partMarks },
      );
    }
    case 'TF':
      if (item.trueFeedback || item.falseFeedback) note(feedbackLeftOut);
      return trueFalseAsk(item.isTrue);
    case 'Short': {
      noteFeedback(item.choices, note);
      const accepted = item.choices.filter(({ weight }) => weight === null || weight === 100);
      if (accepted.length < item.choices.length) note('Answers that earned a part of the mark are wrong here.');
      const correctAnswers = accepted.map(({ text }) => plain(text));
      if (correctAnswers.some((one) => /(^|[^\\])\*/.test(one))) throw new Unsuitable(wildcard);
      return shortAsk(correctAnswers, marked.includes(tags.capitals));
    }
    case 'Numerical': {
      const choices = Array.isArray(item.choices)
        ? item.choices
        : [{ isCorrect: true, weight: null, text: item.choices, feedback: null }];
      noteFeedback(choices, note);
      const [first, ...more] = choices.filter(({ weight }) => weight === null || weight === 100);
      if (!first) throw new Unsuitable('No number earns the whole mark.');
      if (more.length > 0) throw new Unsuitable('Only one number may be right here, with a tolerance.');
      if (choices.length > 1) note('Numbers that earned a part of the mark are wrong here.');
      return { kind: 'number', options: [], ...numberOf(first.text) };
    }
    case 'Matching':
      return matchingAsk(
        item.matchPairs.map(({ subquestion, subanswer }) => ({
          prompt: plain(subquestion),
          match: unescaped(subanswer).trim(),
        })),
        partMarks,
      );
    case 'Essay':
      throw new Unsuitable('This is an essay; only questions that the program can grade can be used.');
    default:
      throw new Unsuitable('This is a description without an answer.');
  }
}

const feedbackLeftOut = 'The feedback of single answers is left out; the feedback of the question is its explanation.';
const wildcard = 'An answer with * stands for many texts. Please write each accepted answer.';
const isNear = (one: number, other: number) => Math.abs(one - other) < 0.5;

function noteFeedback(choices: readonly { feedback: unknown }[], note: Reading['note']) {
  if (choices.some(({ feedback }) => feedback)) note(feedbackLeftOut);
}

function numberOf({ type, number = 0, range = 0, numberHigh = 0, numberLow = 0 }: NumericalFormat) {
  if (type !== 'high-low') return { correctAnswer: decimalOf(number), tolerance: decimalOf(Math.abs(range)) };
  return {
    correctAnswer: decimalOf((numberHigh + numberLow) / 2),
    tolerance: decimalOf(Math.abs(numberHigh - numberLow) / 2),
  };
}

/** A match, in which the parser leaves its own signs for escaped characters: their codes, as in '&&061;' for '='. */
const unescaped = (match: string): string =>
  match.replace(/&&(\d{3});/g, (_, code: string) => String.fromCharCode(Number(code)));

/** The plain text. HTML tags are removed, because our questions have no markup. */
const plain = (written: TextFormat | null | undefined): string =>
  written ? (written.format === 'html' ? htmlText(written.text).text : written.text.trim()) : '';
