import { fixedTags, type PictureBytes, tags, type WithPicture, writtenOptions } from './found-questions.ts';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');
/** A text as HTML, with its line breaks and its double spaces, which HTML would make one. */
const html = (text: string) =>
  escaped(text)
    .replace(/ (?= )/g, '&nbsp;')
    .replaceAll('\n', '<br>');

/** An element with Moodle's `text` in it. */
const plain = (tag: string, text: string, attributes = '') =>
  `<${tag}${attributes}><text>${escaped(text)}</text></${tag}>`;
const formatted = (tag: string, text: string, { attributes = '', rest = '' } = {}) =>
  `<${tag}${attributes} format="html"><text>${escaped(text)}</text>${rest}</${tag}>`;
const answer = (fraction: number, content: string, rest = '') =>
  formatted('answer', content, { attributes: ` fraction="${Math.round(fraction * 1e5) / 1e5}"`, rest });
/** A picture in Moodle's HTML, and the file beside it. */
const pictured = ({ name, bytes }: PictureBytes, alt: string) => ({
  image: `<img src="@@PLUGINFILE@@/${name}" alt="${escaped(alt)}">`,
  file: `<file name="${escaped(name)}" path="/" encoding="base64">${Buffer.from(bytes).toString('base64')}</file>`,
});
const answersOf = (question: WithPicture, fractionOf: (option: string) => number) =>
  writtenOptions(question).map(({ option, text, alt = '', file }) => {
    if (!file) return answer(fractionOf(option), html(text));
    const shown = pictured(file, alt);
    return answer(fractionOf(option), `${html(text)}${text && '<br>'}${shown.image}`, shown.file);
  });
const typed = (fraction: number, text: string, rest = '') =>
  `<answer fraction="${fraction}" format="plain_text"><text>${escaped(text)}</text>${rest}</answer>`;

const areAllFixed = ({ options, fixedOptions }: WithPicture): boolean =>
  fixedOptions?.length === options.length && fixedOptions.every(Boolean);
/** Moodle shuffles all options of a question or none. */
const shuffling = (question: WithPicture) => `<shuffleanswers>${!areAllFixed(question)}</shuffleanswers>`;

type Body = { type: string; lines: string[]; tags?: string[] };

function bodyOf(question: WithPicture): Body {
  const { options } = question;
  switch (question.kind) {
    case 'true-false':
      return {
        type: 'truefalse',
        lines: ['true', 'false'].map((one) => typed(one === question.correctAnswer.toLowerCase() ? 100 : 0, one)),
      };
    case 'several-choices': {
      const share = 100 / question.correctAnswers.length;
      return {
        type: 'multichoice',
        lines: [
          `<single>false</single>${shuffling(question)}`,
          ...answersOf(question, (one) => (question.correctAnswers.includes(one) ? share : -share)),
        ],
        tags: question.partMarks ? [] : [tags.allOrNothing],
      };
    }
    case 'number':
      return {
        type: 'numerical',
        lines: [typed(100, question.correctAnswer, `<tolerance>${question.tolerance}</tolerance>`)],
      };
    case 'short-answer':
      return {
        type: 'shortanswer',
        lines: [
          `<usecase>${question.matchCase ? 1 : 0}</usecase>`,
          ...question.correctAnswers.map((one) => typed(100, one.replaceAll('*', '\\*'))),
        ],
      };
    case 'matching': {
      const { prompts, correctAnswers, partMarks } = question;
      const pair = (prompt: string, match: string) =>
        formatted('subquestion', html(prompt), { rest: plain('answer', match, ' format="plain_text"') });
      const others = options.filter((one) => !correctAnswers.includes(one));
      return {
        type: 'matching',
        lines: [
          '<shuffleanswers>true</shuffleanswers>',
          ...prompts.map((prompt, i) => pair(prompt, correctAnswers[i] ?? '')),
          ...others.map((one) => pair('', one)),
        ],
        tags: partMarks ? [] : [tags.allOrNothing],
      };
    }
    case 'ordering': {
      const { correctAnswers, partMarks } = question;
      return {
        type: 'ordering',
        lines: [
          '<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount>',
          `<gradingtype>${partMarks ? 'ABSOLUTE_POSITION' : 'ALL_OR_NOTHING'}</gradingtype>`,
          // without it Moodle 5.1 makes up hints that it cannot store, and ends the import of the whole file
          '<shownumcorrect>1</shownumcorrect>',
          ...correctAnswers.map((one, i) => answer(i + 1, html(one))),
        ],
        tags: partMarks ? [] : [tags.allOrNothing],
      };
    }
    default:
      return {
        type: 'multichoice',
        lines: [
          `<single>true</single>${shuffling(question)}`,
          ...answersOf(question, (one) => (one === question.correctAnswer ? 100 : 0)),
        ],
      };
  }
}

/** The name of a question in Moodle's lists: the beginning of its text, on one line. */
const nameOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

function textOf({ questionText, picture, pictureBytes }: WithPicture): string {
  if (!picture || !pictureBytes) return formatted('questiontext', html(questionText));
  const { image, file } = pictured(pictureBytes, picture.text);
  return formatted('questiontext', `${html(questionText)}<br>${image}`, { rest: file });
}

/** Writes questions as Moodle XML, with one category for each topic, and pictures inside. */
export function writeMoodleXml(questions: readonly WithPicture[]): string {
  let topic: string | undefined;
  const parts = questions.map((question) => {
    const { type, lines, tags: marks = [] } = bodyOf(question);
    const category = `$course$/top${question.topic ? `/${question.topic.replaceAll('/', '//')}` : ''}`;
    const moved =
      question.topic === (topic ?? '') ? '' : `<question type="category">${plain('category', category)}</question>\n`;
    topic = question.topic;
    const all = [...(question.forPractice ? [tags.practice] : []), ...marks, ...fixedTags(question)];
    const tagged = all.length > 0 ? `\n<tags>${all.map((tag) => plain('tag', tag)).join('')}</tags>` : '';
    return `${moved}<question type="${type}">
${plain('name', nameOf(question.questionText))}
${textOf(question)}
${formatted('generalfeedback', html(question.explanation ?? ''))}
<defaultgrade>1</defaultgrade><penalty>0</penalty><hidden>0</hidden>
${lines.join('\n')}${tagged}
</question>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`;
}
