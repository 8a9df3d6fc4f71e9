import { elementsIn, textIn, type Xml, type XmlElement } from '../../../platform/xml/read-xml.ts';
import {
  type Ask,
  addFound,
  choicesAsk,
  decimalOf,
  type FoundQuestions,
  fixedOf,
  hasRivals,
  isTrueOrFalse,
  matchingAsk,
  noted,
  notedAlone,
  noteUndescribed,
  optionsOf,
  orderNotKept,
  partNamed,
  requireNoPicture,
  shortAsk,
  trueFalseAsk,
  Unsuitable,
} from './found-questions.ts';
import { htmlText } from './html-text.ts';
import { type HtmlText, plainWords, quoted } from './plain-words.ts';
import { type ItemContext, optionOf, pictureOf, placeOf } from './qti-item.ts';
import { allNamed, attribute, childNamed, childrenNamed, isNamed, within } from './qti-xml.ts';

/** Canvas's names of the kinds that have no counterpart here, with a description in words. */
const unheld: Record<string, string> = {
  essay_question: 'an essay, which a person grades',
  file_upload_question: 'a file to send, which a person grades',
  text_only_question: 'a text without an answer',
  fill_in_multiple_blanks_question: 'a text with several gaps',
  multiple_dropdowns_question: 'a text with several lists',
  calculated_question: 'a calculated question',
  calculated: 'a calculated question',
};

type Reading = { item: XmlElement; presentation: XmlElement; at: ItemContext; note: (message: string) => void };

/** Reads the items of a file of QTI 1.2, as Canvas and older systems write it; a section's title is the topic. */
export function readQti1({ root, lineOf }: Xml, at: ItemContext, found: FoundQuestions): void {
  for (const entry of allNamed(root, 'bankentry_item'))
    found.problems.push({
      ...placeOf(at, lineOf(entry), attribute(entry, 'item_ref')),
      message: 'It refers to a question of another bank. Please export that bank, too.',
    });
  for (const item of allNamed(root, 'item')) {
    const place = placeOf(at, lineOf(item), attribute(item, 'title') || attribute(item, 'ident'));
    addFound(found, place, (note) => {
      const presentation = childNamed(item, 'presentation');
      if (!presentation) throw new Unsuitable('It has nothing that a learner answers.');
      const written = noted(materialIn(presentation), 'Its text', note);
      const ask = askOf({ item, presentation, at, note });
      const score = scoreOf(item);
      if (conditionsOf(item).some((one) => childrenNamed(one, 'setvar').some((setvar) => !isGiven(setvar, score))))
        note('Its rules that take marks away, or that set another variable than the score, are left out.');
      const picture = noteUndescribed(pictureOf(written, at, note), note);
      noteBeside(item, note);
      const feedback = childrenNamed(item, 'itemfeedback');
      const general = feedback.find((one) => attribute(one, 'ident') === 'general_fb');
      if (feedback.length > (general ? 1 : 0)) note('Its feedback for single answers is left out.');
      const points = metadataOf(item, 'points_possible');
      if (points !== '' && Number(points) !== 1) note(`It counted ${points} marks; here each question counts one.`);
      return {
        text: written.text,
        ask,
        topic: at.topic,
        forPractice: false,
        explanation: notedAlone(materialIn(general), 'Its explanation', note).text,
        ...(picture && { picture }),
      };
    });
  }
}

/** What stands beside a question and its answers, and has no counterpart here. */
function noteBeside(item: XmlElement, note: Reading['note']): void {
  const parts = {
    objectives: 'objectives',
    itemrubric: 'instruction',
    rubric: 'instruction',
    duration: 'limit of time',
  };
  for (const [name, what] of Object.entries(parts))
    for (const one of childrenNamed(item, name)) note(`Its ${what} ${quoted(one.text)} is left out.`);
}

function metadataOf(item: XmlElement, label: string): string {
  const field = allNamed(childNamed(item, 'itemmetadata'), 'qtimetadatafield').find(
    (one) => textIn(childNamed(one, 'fieldlabel')) === label,
  );
  return textIn(childNamed(field, 'fieldentry'));
}

const isResponse = (element: XmlElement) => /^response_(lid|str|num|grp|xy)$/.test(plain(element));
const plain = (element: XmlElement) => element.name.slice(element.name.indexOf(':') + 1).toLowerCase();

/** What of a text's material cannot be held, in words. */
const lostMaterial: Readonly<Record<string, string>> = {
  mataudio: 'a sound',
  matvideo: 'a film',
  matapplet: 'a program',
  matapplication: 'a program',
  matref: 'a reference to other material',
  rubric: 'an instruction',
};

/** The text of the material in an element, without that of its responses. */
function materialIn(element: XmlElement | undefined): HtmlText {
  const parts: HtmlText[] = [];
  const walk = (of: XmlElement) => {
    for (const child of elementsIn(of)) {
      const name = plain(child);
      const what = lostMaterial[name];
      if (isResponse(child) || name.startsWith('render_')) continue;
      if (name === 'mattext' || name === 'matemtext') parts.push(mattextOf(child));
      else if (name === 'matimage')
        parts.push({
          text: '',
          images: [{ src: attribute(child, 'uri'), alt: attribute(child, 'label') }],
          remarks: [],
        });
      else if (what) {
        const said = textIn(child) || attribute(child, 'uri') || attribute(child, 'linkrefid');
        parts.push({ text: '', images: [], remarks: [`${what} ${quoted(said)} is left out`] });
      } else walk(child);
    }
  };
  if (element) walk(element);
  return {
    text: parts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    images: parts.flatMap(({ images }) => images),
    remarks: [...new Set(parts.flatMap(({ remarks }) => remarks))],
  };
}

function mattextOf(element: XmlElement): HtmlText {
  const written = element.text.trim();
  return /html/i.test(attribute(element, 'texttype')) || /<\w|&\w+;/.test(written)
    ? htmlText(written)
    : plainWords(written);
}

function askOf(reading: Reading): Ask {
  const { item, presentation, note } = reading;
  const type = metadataOf(item, 'question_type') || metadataOf(item, 'qmd_itemtype').toLowerCase();
  const words = unheld[type];
  if (words) throw new Unsuitable(`This is ${words}. There is no such kind of question here.`);
  const responses = within(presentation, isResponse);
  const [first, ...more] = responses;
  if (!first) throw new Unsuitable('It has nothing that a learner answers.');
  if (responses.every((one) => plain(one) === 'response_lid') && (more.length > 0 || type === 'matching_question'))
    return matchingOf(responses, item, note);
  if (more.length > 0)
    throw new Unsuitable(`It asks ${responses.length} questions in one. Please make a question of each.`);
  if (plain(first) === 'response_lid') return choiceOf(first, reading);
  if (plain(first) === 'response_str' || plain(first) === 'response_num') {
    const [fib] = allNamed(first, 'render_fib');
    const isNumber =
      type === 'numerical_question' ||
      plain(first) === 'response_num' ||
      /decimal|integer/i.test(attribute(fib, 'fibtype'));
    return isNumber ? numberOf(item) : shortOf(item, note);
  }
  throw new Unsuitable('This is a kind of answer that does not exist here.');
}

const conditionsOf = (item: XmlElement): XmlElement[] => allNamed(childNamed(item, 'resprocessing'), 'respcondition');

/** The variable that is the score, in small letters: SCORE, or the only one that an item declares and sets. */
function scoreOf(item: XmlElement): string {
  const declared = allNamed(childNamed(item, 'resprocessing'), 'decvar');
  const set = conditionsOf(item).flatMap((one) => childrenNamed(one, 'setvar').map(variableOf));
  const names = new Set([...declared.map(variableOf), ...set]);
  return names.size === 1 ? ([...names][0] ?? 'score') : 'score';
}

const variableOf = (element: XmlElement) => attribute(element, 'varname').toLowerCase() || 'score';

/** Whether a rule sets the score or adds to it. Without an action it sets; without a name its variable is the score. */
const isGiven = (setvar: XmlElement, score: string): boolean =>
  /^(set|add)?$/i.test(attribute(setvar, 'action')) && variableOf(setvar) === score;

/** A condition that gives marks, and how many; one that gives none, or takes some away, is none. */
type Scoring = { condition: XmlElement; marks: number };

function scoring(item: XmlElement): Scoring[] {
  const score = scoreOf(item);
  return conditionsOf(item).flatMap((condition) => {
    const given = childrenNamed(condition, 'setvar').filter((setvar) => isGiven(setvar, score));
    const marks = Math.max(0, ...given.map((setvar) => Number(textIn(setvar)) || 0));
    return marks > 0 ? [{ condition, marks }] : [];
  });
}

/** The comparisons of a condition that must hold: not those inside `not`. */
function requiredElements(of: XmlElement, name: string): XmlElement[] {
  return elementsIn(of).flatMap((child) =>
    isNamed(child, 'not') ? [] : [...(isNamed(child, name) ? [child] : []), ...requiredElements(child, name)],
  );
}

/** The texts of the matches of an item, by their identifiers. */
function labelsIn(response: XmlElement, note: Reading['note']): Map<string, string> {
  return new Map(
    allNamed(response, 'response_label').map((label) => {
      const words = materialIn(label);
      requireNoPicture('A match', words.images);
      return [attribute(label, 'ident'), noted(words, partNamed('The match', words), note).text];
    }),
  );
}

function choiceOf(response: XmlElement, { item, at, note }: Reading): Ask {
  const found = allNamed(response, 'response_label');
  const { options, pictures } = optionsOf(
    found.map((label) => optionOf(materialIn(label), at, note)),
    note,
  );
  const labels = new Map(found.map((label, place) => [attribute(label, 'ident'), options[place] ?? '']));
  const isWhole = keepsOrder(response);
  const fixed = fixedOf(found.map((label) => isWhole || /^no$/i.test(attribute(label, 'rshuffle'))));
  const conditions = scoring(item);
  const isSeveral = /multiple/i.test(attribute(response, 'rcardinality'));
  const counted = isSeveral ? conditions : bestOf(conditions);
  if (!isSeveral && counted.length < conditions.length)
    note('An option that earned a part of the mark is a wrong one here.');
  const ids = [...new Set(counted.flatMap(({ condition }) => requiredElements(condition, 'varequal').map(textIn)))];
  const right = ids.flatMap((id) => labels.get(id) ?? []);
  if (!isSeveral && right.length > 1) throw new Unsuitable(hasRivals);
  if (!isSeveral && !pictures.optionPictures && isTrueOrFalse(options) && right.length === 1)
    return { ...trueFalseAsk(right[0]?.toLowerCase() === 'true'), ...fixed };
  return { ...choicesAsk(options, right, { isSeveral, partMarks: conditions.length > 1 }), ...pictures, ...fixed };
}

/** Whether a list of choices says that it keeps its order. */
const keepsOrder = (response: XmlElement): boolean =>
  allNamed(response, 'render_choice').some((one) => /^no$/i.test(attribute(one, 'shuffle')));

function bestOf(conditions: readonly Scoring[]): Scoring[] {
  const best = Math.max(...conditions.map(({ marks }) => marks));
  return conditions.filter(({ marks }) => marks === best);
}

function matchingOf(responses: readonly XmlElement[], item: XmlElement, note: Reading['note']): Ask {
  const equals = scoring(item).flatMap(({ condition }) => requiredElements(condition, 'varequal'));
  // most files repeat the same matches for each item
  const once = new Set<string>();
  const noteOnce: Reading['note'] = (message) => {
    if (!once.has(message)) note(message);
    once.add(message);
  };
  const all = responses.map((response) => ({ response, labels: labelsIn(response, noteOnce) }));
  if (responses.some(keepsOrder)) note(orderNotKept('matches'));
  const pairs = all.map(({ response, labels }) => {
    const ident = attribute(response, 'ident');
    const right = equals.find((one) => attribute(one, 'respident') === ident);
    const words = materialIn(response);
    requireNoPicture('An item', words.images);
    noted(words, partNamed('The item', words), note);
    return { prompt: words.text, match: labels.get(textIn(right)) ?? '' };
  });
  if (pairs.some(({ prompt, match }) => prompt === '' || match === ''))
    throw new Unsuitable('Each item must have a text and exactly one match.');
  const others = all.flatMap(({ labels }) => [...labels.values()]);
  return matchingAsk([...pairs, ...others.map((match) => ({ prompt: '', match }))], true);
}

function shortOf(item: XmlElement, note: Reading['note']): Ask {
  const conditions = scoring(item);
  const best = bestOf(conditions);
  if (best.length < conditions.length) note('Answers that earned a part of the mark are wrong here.');
  const equals = best.flatMap(({ condition }) => requiredElements(condition, 'varequal'));
  if (equals.length === 0) throw new Unsuitable('The question names no correct answer.');
  return shortAsk(
    equals.map(textIn),
    equals.some((one) => /yes/i.test(attribute(one, 'case'))),
  );
}

/** A number is right that is equal to one, or lies between two. */
function numberOf(item: XmlElement): Ask {
  const [first, ...more] = scoring(item);
  if (!first) throw new Unsuitable('The question names no correct number.');
  const { condition } = first;
  if (more.length > 0) throw new Unsuitable('Only one number may be right here, with a tolerance.');
  const number = (names: readonly string[]) =>
    names.flatMap((name) => requiredElements(condition, name).map((one) => Number(textIn(one)))).find(Number.isFinite);
  const [equal, least, greatest] = [number(['varequal']), number(['vargte', 'vargt']), number(['varlte', 'varlt'])];
  if (least !== undefined && greatest !== undefined) {
    const value = equal ?? (least + greatest) / 2;
    const tolerance = Math.max(greatest - value, value - least);
    return {
      kind: 'number',
      options: [],
      correctAnswer: decimalOf(value),
      tolerance: decimalOf(Math.max(0, tolerance)),
    };
  }
  if (equal === undefined) throw new Unsuitable('The question names no correct number.');
  return { kind: 'number', options: [], correctAnswer: decimalOf(equal), tolerance: '0' };
}
