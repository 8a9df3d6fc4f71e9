import { childOf, childrenOf, elementsIn, textIn, type XmlElement } from '../../../platform/xml/read-xml.ts';
import { decimalOf } from './found-questions.ts';
import { htmlText } from './html-text.ts';
import { type HtmlText, markdownText, plainWords, quoted } from './plain-words.ts';

type Note = (message: string) => void;

/**
 * The text of an element with Moodle's formats: HTML unless it says otherwise.
 *
 * @param change what is done to the text before it is read.
 */
export function wordsOf(element: XmlElement | undefined, change = (text: string) => text): HtmlText {
  const written = change(textIn(childOf(element, 'text') ?? element));
  const format = element?.attributes.format ?? 'html';
  if (format === 'markdown') return markdownText(written);
  const isHtml = format === 'html' || format === 'moodle_auto_format' || format === '';
  if (!isHtml || !/[<&]/.test(written)) return plainWords(written);
  return htmlText(format === 'moodle_auto_format' ? written.replaceAll('\n', '<br>') : written);
}

/** What a question has besides, and what is left out. */
export function noteRest(element: XmlElement, note: Note): void {
  const grade = textIn(childOf(element, 'defaultgrade'));
  if (grade !== '' && Number(grade) !== 1)
    note(`It counted ${decimalOf(Number(grade) || 0)} marks; here each question counts one.`);
  if (textIn(childOf(element, 'hidden')) === '1') note('It is hidden there; here it can be asked.');
  if (childrenOf(element, 'hint').some((hint) => wordsOf(hint).text !== '')) note('Its hints are left out.');
  const combined = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];
  const usual = /^(Your answer is (partially )?(correct|incorrect)\.)?$/;
  if (combined.some((name) => !usual.test(wordsOf(childOf(element, name)).text)))
    note('Its feedback for right, partly right and wrong answers is left out.');
  noteElements(element, ofQuestion, note);
}

const anything = /^/;
/** The elements of a question that are read, or have a note of their own. */
const read =
  'name questiontext generalfeedback answer subquestion tags single shuffleanswers defaultgrade penalty hidden hint correctfeedback partiallycorrectfeedback incorrectfeedback usecase units gradingtype image image_base64';
/** Further ones, with the values that change nothing here. */
const ofQuestion: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(read.split(' ').map((name) => [name, anything])),
  // what learners see beside their answers, and how Moodle draws them
  ...{ shownumcorrect: anything, showstandardinstruction: anything, answernumbering: /^(abc|none)?$/i },
  ...{ layouttype: /^(VERTICAL|0)?$/i, selecttype: /^(ALL|0)?$/i, selectcount: anything, numberingstyle: /^(none)?$/ },
  ...{
    showgrading: anything,
    unitgradingtype: /^0?$/,
    unitpenalty: anything,
    showunits: anything,
    unitsleft: anything,
  },
};
export const ofCategory: Readonly<Record<string, RegExp>> = { category: anything, info: anything };

/** A note on each element that is not read. @param known those that need none, where their text is such. */
export function noteElements(element: XmlElement, known: Readonly<Record<string, RegExp>>, note: Note): void {
  for (const child of elementsIn(element)) {
    const said = textIn(child);
    if (said !== '' && !known[child.name]?.test(said)) note(`Its ${child.name} ${quoted(said)} is left out.`);
  }
}
