import { readNumber } from '@fairlead/contract/assessments/compared-answers';
import { childOf, childrenOf, textIn, type Xml, type XmlElement } from '../../../platform/xml/read-xml.ts';
import {
  type Ask,
  addFound,
  choicesAsk,
  decimalOf,
  type FoundPicture,
  type FoundQuestions,
  fixedByTags,
  fixedOf,
  hasRivals,
  matchingAsk,
  needsAnswer,
  noted,
  notedAlone,
  noteTags,
  noteUndescribed,
  nothingFound,
  optionsOf,
  optionWith,
  orderNotKept,
  partNamed,
  pictureAmong,
  requireNoPicture,
  shortAsk,
  tags,
  topicOf,
  trueFalseAsk,
  Unsuitable,
  weightsLeftOut,
} from './found-questions.ts';
import { noteElements, noteRest, ofCategory, wordsOf } from './moodle-elements.ts';
import { firstOf, type HtmlText, quoted } from './plain-words.ts';

/** Moodle's names of the kinds that have no counterpart here, with a description in words. */
const unheld: Record<string, string> = {
  essay: 'an essay, which a person grades',
  description: 'a description without an answer',
  cloze: 'a text with gaps (Cloze)',
  calculated: 'a calculated question',
  calculatedmulti: 'a calculated question',
  calculatedsimple: 'a calculated question',
  randomsamatch: 'a random matching question',
  ddwtos: 'words to drag into a text',
  gapselect: 'missing words to select',
  ddimageortext: 'pictures to drag',
  ddmarker: 'markers to drag',
};

type Reading = { tags: readonly string[]; note: (message: string) => void };

/** Reads the questions of Moodle XML (https://docs.moodle.org/en/Moodle_XML_format); categories are topics. */
export function readMoodleXml({ root, lineOf }: Xml): FoundQuestions {
  const found = nothingFound();
  let topic = '';
  let penalties = 0;
  for (const element of childrenOf(root, 'question')) {
    const type = element.attributes.type ?? '';
    if (type === 'category') {
      topic = categoryOf(element, (message) => void found.notes.push({ line: lineOf(element), message }));
      continue;
    }
    const name = wordsOf(childOf(element, 'name')).text.slice(0, 200);
    const place = { line: lineOf(element), ...(name && { name }) };
    const marked = childrenOf(childOf(element, 'tags'), 'tag').map((tag) => wordsOf(tag).text);
    addFound(found, place, (note) => {
      const ask = askOf(type, element, { tags: marked, note });
      const written = noted(wordsOf(childOf(element, 'questiontext')), 'Its text', note);
      const picture = questionPictureOf(element, written, note);
      const feedback = notedAlone(wordsOf(childOf(element, 'generalfeedback')), 'Its explanation', note);
      noteRest(element, note);
      noteTags(marked, note);
      if (Number(textIn(childOf(element, 'penalty'))) > 0) penalties += 1;
      return {
        text: written.text,
        ask,
        topic,
        forPractice: marked.includes(tags.practice),
        explanation: feedback.text,
        ...(picture && { picture }),
        ...(marked.includes(tags.keepsPlace) && { keepsPlace: true }),
      };
    });
  }
  if (penalties > 0) {
    const questions = penalties === 1 ? '1 question has a penalty' : `${penalties} questions have a penalty`;
    found.notes.push({
      line: 1,
      message: `${questions} for a second try, which is left out: each attempt counts once.`,
    });
  }
  return found;
}

/** The topic that a category is, with notes on its parents and its description. */
function categoryOf(element: XmlElement, note: Reading['note']): string {
  const path = wordsOf(childOf(element, 'category')).text;
  const topic = topicOf(path);
  const parents = path.replace(/^\$\w+\$\/?(top(\/|$))?/, '').replaceAll('//', ' ');
  if (parents.includes('/'))
    note(`Of the category ${quoted(path)} the last part is held as the topic ${quoted(topic)}.`);
  const info = wordsOf(childOf(element, 'info')).text;
  if (info !== '') note(`The description ${quoted(info)} of the category ${quoted(topic)} is left out.`);
  noteElements(element, ofCategory, note);
  return topic;
}

function askOf(type: string, element: XmlElement, reading: Reading): Ask {
  const answers = childrenOf(element, 'answer');
  const { note } = reading;
  const partMarks = !reading.tags.includes(tags.allOrNothing);
  if (answers.some((answer) => wordsOf(childOf(answer, 'feedback')).text !== ''))
    note('The feedback of single answers is left out; the general feedback is its explanation.');
  switch (type) {
    case 'multichoice':
    case 'multichoiceset':
      return multipleChoiceOf(element, answers, { ...reading, partMarks: partMarks && type === 'multichoice' });
    case 'truefalse': {
      const right = answers.find((answer) => fractionOf(answer) === 100);
      if (!right) throw new Unsuitable(needsAnswer);
      const written = wordsOf(right).text.trim().toLowerCase();
      if (written !== 'true' && written !== 'false')
        throw new Unsuitable(`Its answer “${written.slice(0, 40)}” is neither “true” nor “false”.`);
      return { ...trueFalseAsk(written === 'true'), ...fixedByTags(reading.tags, ['True', 'False'], note) };
    }
    case 'shortanswer': {
      const whole = wholeAnswers(answers, note);
      if (whole.some((answer) => /(^|[^\\])\*/.test(wordsOf(answer).text)))
        throw new Unsuitable('An answer with * stands for many texts. Please write each accepted answer.');
      return shortAsk(
        whole.map((answer) =>
          acceptedOf(
            wordsOf(answer, (text) => text.replaceAll('\\*', '*')),
            note,
          ),
        ),
        textIn(childOf(element, 'usecase')) === '1',
      );
    }
    case 'numerical': {
      const [right, ...more] = wholeAnswers(answers, note);
      if (!right) throw new Unsuitable('No number earns the whole mark.');
      if (more.length > 0) throw new Unsuitable('Only one number may be right here, with a tolerance.');
      if (childrenOf(childOf(element, 'units'), 'unit').length > 0)
        note('Its units are left out: learners type the number alone.');
      return {
        kind: 'number',
        options: [],
        correctAnswer: numberIn(textIn(childOf(right, 'text'))),
        tolerance: numberIn(textIn(childOf(right, 'tolerance')) || '0'),
      };
    }
    case 'matching': {
      const pairs = childrenOf(element, 'subquestion').map((pair) => {
        const item = wordsOf(pair);
        requireNoPicture('An item', item.images);
        noted(item, partNamed('The item', item), note);
        const match = wordsOf(childOf(pair, 'answer'));
        return { prompt: item.text, match: notedAlone(match, partNamed('The match', match), note).text };
      });
      if (keepsOrder(element)) note(orderNotKept('matches'));
      return matchingAsk(pairs, partMarks);
    }
    case 'ordering': {
      const steps = answers.map((answer) => {
        const step = wordsOf(answer);
        requireNoPicture('A step', step.images);
        return noted(step, partNamed('The step', step), note).text;
      });
      const grading = textIn(childOf(element, 'gradingtype'));
      const isWhole = grading === 'ALL_OR_NOTHING' || grading === '-1';
      if (!isWhole && !['', 'ABSOLUTE_POSITION', '0'].includes(grading))
        note('Its way of grading is left out: each step in its right place adds the same share of the mark.');
      return { kind: 'ordering', options: steps, correctAnswers: steps, partMarks: partMarks && !isWhole };
    }
    default:
      throw new Unsuitable(
        `This is ${unheld[type] ?? `of the kind “${type.slice(0, 40)}”`}. There is no such kind of question here.`,
      );
  }
}

const acceptedOf = (words: HtmlText, note: Reading['note']): string =>
  notedAlone(words, partNamed('The accepted answer', words), note).text;

const fractionOf = (answer: XmlElement): number => Number(answer.attributes.fraction ?? 0);

/** The answers that earn the whole mark; the others are wrong here. */
function wholeAnswers(answers: readonly XmlElement[], note: Reading['note']): XmlElement[] {
  if (answers.some((answer) => fractionOf(answer) > 0 && fractionOf(answer) < 100))
    note('Answers that earned a part of the mark are wrong here.');
  return answers.filter((answer) => fractionOf(answer) === 100);
}

function multipleChoiceOf(
  element: XmlElement,
  answers: readonly XmlElement[],
  { tags: marked, note, partMarks }: Reading & { partMarks: boolean },
): Ask {
  const { options, pictures } = optionsOf(
    answers.map((answer) => {
      const words = wordsOf(answer);
      noted(words, partNamed('The option', words), note);
      return optionWith(words, pictureOf(answer, words, note));
    }),
    note,
  );
  const fixed = keepsOrder(element) ? fixedOf(options.map(() => true)) : fixedByTags(marked, options, note);
  const textOf = new Map(answers.map((answer, place) => [answer, options[place] ?? '']));
  const isSingle = !['false', '0'].includes(textIn(childOf(element, 'single')));
  if (isSingle) {
    const [right, ...more] = wholeAnswers(answers, note);
    if (!right) throw new Unsuitable('No option earns the whole mark.');
    if (more.length > 0) throw new Unsuitable(hasRivals);
    return { ...choicesAsk(options, [textOf.get(right) ?? ''], { isSeveral: false }), ...pictures, ...fixed };
  }
  const right = answers.filter((answer) => fractionOf(answer) > 0);
  const share = 100 / right.length;
  const isOurs = answers.every((answer) => Math.abs(Math.abs(fractionOf(answer)) - share) < 0.5);
  if (partMarks && !isOurs) note(weightsLeftOut);
  return {
    ...choicesAsk(
      options,
      right.map((answer) => textOf.get(answer) ?? ''),
      { isSeveral: true, partMarks },
    ),
    ...pictures,
    ...fixed,
  };
}

/** Whether a question asks for its answers in their order, which Moodle does for this question in every quiz. */
const keepsOrder = (element: XmlElement): boolean =>
  ['0', 'false'].includes(textIn(childOf(element, 'shuffleanswers')).toLowerCase());

/** A number of Moodle, which may have an exponent, as a decimal number. */
function numberIn(written: string): string {
  if (readNumber(written) !== undefined) return written.replace(',', '.');
  const number = Number(written);
  if (written === '' || !Number.isFinite(number))
    throw new Unsuitable(`“${written.slice(0, 40)}” is not a number that can be held here.`);
  return decimalOf(number);
}

/** The picture of a question; old files have it beside the text, and it is the first one. */
function questionPictureOf(element: XmlElement, written: HtmlText, note: Reading['note']): FoundPicture | undefined {
  const old = textIn(childOf(element, 'image_base64')).replace(/\s+/g, '');
  const name = textIn(childOf(element, 'image')) || 'image_base64';
  const images = old === '' ? written.images : [{ src: name, alt: '' }, ...written.images];
  const picture = pictureOf(childOf(element, 'questiontext'), { images }, note, old === '' ? undefined : { name, old });
  return noteUndescribed(picture, note);
}

/** The first picture that a text shows, from the files in its element; files that it does not show are named. */
function pictureOf(
  element: XmlElement | undefined,
  { images }: Pick<HtmlText, 'images'>,
  note: Reading['note'],
  beside?: { name: string; old: string },
): FoundPicture | undefined {
  const files = childrenOf(element, 'file');
  const fileOf = (src: string) => files.find((one) => isNamed(one, src.replace(/^@@PLUGINFILE@@\//, '')));
  const shown = new Set(images.map(({ src }) => fileOf(src)));
  const others = files.filter((one) => !shown.has(one)).map((one) => quoted(one.attributes.name ?? ''));
  if (others.length > 0) note(`Files that no text shows are left out: ${firstOf(others)}.`);
  return pictureAmong(
    images,
    (src) => {
      if (src === beside?.name) return beside.old;
      const file = fileOf(src);
      return file && textIn(file).replace(/\s+/g, '');
    },
    note,
  );
}

function isNamed(file: XmlElement, name: string): boolean {
  const full = `${(file.attributes.path ?? '/').slice(1)}${file.attributes.name ?? ''}`;
  return full === name || full === decoded(name);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.split('?')[0] ?? '');
  } catch {
    return name;
  }
}
