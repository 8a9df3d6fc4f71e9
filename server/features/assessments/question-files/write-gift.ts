import type { FileChoices } from '../kinds/question-kind.ts';

/** A question to be written to a file. */
export type WritableQuestion = FileChoices & {
  text: string;
  topic: string;
  forPractice: boolean;
  explanation: string;
};

/** Stands in the comment before a question for practice, where GIFT has tags. */
export const practiceTag = '[tag:practice]';

/** Text that GIFT would interpret as syntax and that cannot be escaped. It is written as HTML, which GIFT supports. */
const unspeakable = /->|\s{2}|^(\/\/|\[|%|\$)/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in GIFT format: special characters are escaped with a backslash, a line break as a backslash and an n. */
function escaped(text: string, asHtml: boolean): string {
  const html = () => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '').replace(/ (?= )/g, '&nbsp;');
  const written = asHtml ? `[html]${html()}` : text;
  return written.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n');
}

/** Writes questions in GIFT format, with one category for each topic. */
export function writeGift(questions: readonly WritableQuestion[]): string {
  let topic = '';
  const blocks = questions.flatMap((question) => {
    const moved = question.topic !== topic ? [`$CATEGORY: ${question.topic}`] : [];
    topic = question.topic;
    // one format for the whole question, because readers let the options inherit that of the text
    const asHtml = [question.text, ...question.options, question.explanation].some((text) => unspeakable.test(text));
    const options = question.options.map(
      (option) => `\t${question.correct.includes(option) ? '=' : '~'}${escaped(option, asHtml)}`,
    );
    const tags = question.forPractice ? [`// ${practiceTag}`] : [];
    const feedback = question.explanation ? [`\t####${escaped(question.explanation, asHtml)}`] : [];
    return [...moved, [...tags, `${escaped(question.text, asHtml)} {`, ...options, ...feedback, '}'].join('\n')];
  });
  return `${blocks.join('\n\n')}\n`;
}
