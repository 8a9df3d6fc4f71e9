/** A question as it is written into a file. */
export type WritableQuestion = { text: string; options: readonly string[]; correct: string; topic: string };

/** What GIFT would take for its own wherever it stands, and cannot escape: it is written as HTML, which it can carry. */
const unspeakable = /->|\s{2}|^(\/\/|\[|%|\$)/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as GIFT has it: its own signs are led by a backslash, and a line end is written as one. */
function escaped(text: string, asHtml: boolean): string {
  const html = () => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '').replace(/ (?= )/g, '&nbsp;');
  const written = asHtml ? `[html]${html()}` : text;
  return written.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n');
}

/** Questions in GIFT, topic by topic as its categories. */
export function writeGift(questions: readonly WritableQuestion[]): string {
  let topic = '';
  const blocks = questions.flatMap((question) => {
    const moved = question.topic !== topic ? [`$CATEGORY: ${question.topic}`] : [];
    topic = question.topic;
    // one format for all of a question, since readers let the options inherit that of the text
    const asHtml = [question.text, ...question.options].some((text) => unspeakable.test(text));
    const options = question.options.map(
      (option) => `\t${option === question.correct ? '=' : '~'}${escaped(option, asHtml)}`,
    );
    return [...moved, [`${escaped(question.text, asHtml)} {`, ...options, '}'].join('\n')];
  });
  return `${blocks.join('\n\n')}\n`;
}
