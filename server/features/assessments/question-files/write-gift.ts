import type { WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import { fixedTags, tags } from './found-questions.ts';
import { looksLikeMarkup } from './html-text.ts';

/** Text that GIFT would interpret as syntax and that cannot be escaped. It is written as HTML, which GIFT supports. */
const unspeakable = /->|\s{2}|^(\/\/|\[|%|\$)/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in GIFT format: special characters are escaped with a backslash, a line break as a backslash and an n. */
function escaped(text: string, asHtml: boolean): string {
  const html = () =>
    text
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
      .replace(/ (?= )/g, '&nbsp;')
      .replaceAll('\n', '<br>');
  const written = asHtml ? `[html]${html()}` : text;
  return written.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n');
}

/** A weight in percent, with as many digits as Moodle writes. */
const weight = (share: number) => String(Math.round(share * 100_000) / 100_000);

type Answers = { lines: string[]; marks: string[] };

/** The answers of a question and the tags that it needs; undefined for a kind that GIFT does not have. */
function answersOf(question: WrittenQuestion, write: (text: string) => string): Answers | undefined {
  const { options } = question;
  switch (question.kind) {
    case undefined:
    case 'single-choice':
    case 'choice':
      return { lines: options.map((one) => `${one === question.correctAnswer ? '=' : '~'}${write(one)}`), marks: [] };
    case 'true-false':
      return { lines: [question.correctAnswer === 'True' ? 'TRUE' : 'FALSE'], marks: [] };
    case 'several-choices': {
      const share = weight(100 / question.correctAnswers.length);
      const lines = options.map((one) => `~%${question.correctAnswers.includes(one) ? '' : '-'}${share}%${write(one)}`);
      return { lines, marks: question.partMarks ? [] : [tags.allOrNothing] };
    }
    case 'number':
      return { lines: [`#${question.correctAnswer}:${question.tolerance}`], marks: [] };
    case 'short-answer':
      // A star would stand for any text.
      if (question.correctAnswers.some((one) => one.includes('*'))) return undefined;
      return {
        lines: question.correctAnswers.map((one) => `=${write(one)}`),
        marks: question.matchCase ? [tags.capitals] : [],
      };
    case 'matching': {
      const { prompts, correctAnswers, partMarks } = question;
      // A match has no format of its own.
      if (options.some((one) => unspeakable.test(one) || one.includes('\n'))) return undefined;
      const others = options.filter((one) => !correctAnswers.includes(one));
      const pairs = prompts.map((prompt, i) => `=${write(prompt)} -> ${escaped(correctAnswers[i] ?? '', false)}`);
      return {
        lines: [...pairs, ...others.map((one) => `= -> ${escaped(one, false)}`)],
        marks: partMarks ? [] : [tags.allOrNothing],
      };
    }
    default:
      return undefined;
  }
}

/**
 * Writes questions in GIFT format, with one category for each topic.
 *
 * @returns the text, and the number of questions that GIFT cannot say.
 */
export function writeGift(questions: readonly WrittenQuestion[]): { content: string; leftOut: number } {
  let topic = '';
  let leftOut = 0;
  const blocks = questions.flatMap((question) => {
    const { questionText, explanation = '', forPractice } = question;
    const texts = [questionText, ...question.options, explanation];
    if ('prompts' in question) texts.push(...question.prompts);
    if (question.kind === 'short-answer') texts.push(...question.correctAnswers);
    // one format for the whole question, because readers let the options inherit that of the text
    const asHtml = texts.some((text) => unspeakable.test(text) || looksLikeMarkup.test(text));
    const answers = answersOf(question, (text) => escaped(text, asHtml));
    if (!answers) {
      leftOut += 1;
      return [];
    }
    const moved = question.topic !== topic ? [`$CATEGORY: ${question.topic.replaceAll('/', '//')}`] : [];
    topic = question.topic;
    const all = [...(forPractice ? [tags.practice] : []), ...answers.marks, ...fixedTags(question)];
    const marks = all.map((tag) => `// [tag:${tag}]`);
    const feedback = explanation ? [`\t####${escaped(explanation, asHtml)}`] : [];
    const lines = answers.lines.map((line) => `\t${line}`);
    return [...moved, [...marks, `${escaped(questionText, asHtml)} {`, ...lines, ...feedback, '}'].join('\n')];
  });
  return { content: `${blocks.join('\n\n')}\n`, leftOut };
}
