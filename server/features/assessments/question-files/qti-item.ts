import { textIn, type Xml, type XmlElement } from '../../../platform/xml/read-xml.ts';
import {
  type Ask,
  addFound,
  choicesAsk,
  decimalOf,
  type FoundOption,
  type FoundPicture,
  type FoundQuestions,
  fixedOf,
  hasRivals,
  isTrueOrFalse,
  noted,
  notedAlone,
  noteUndescribed,
  optionsOf,
  optionWith,
  orderNotKept,
  partNamed,
  pictureAmong,
  requireNoPicture,
  type SourceLocation,
  shortAsk,
  tags,
  trueFalseAsk,
  Unsuitable,
  weightsLeftOut,
} from './found-questions.ts';
import type { HtmlText } from './plain-words.ts';
import { allNamed, attribute, childNamed, childrenNamed, isInteraction, plainName, textOf, within } from './qti-xml.ts';

/** Where an item is, the topic of its section, and how to find a picture that it names. */
export type ItemContext = {
  entry?: string;
  topic: string;
  /** Whether the test keeps it at its place under shuffling. */
  keepsPlace?: boolean;
  pictureAt: (source: string) => string | undefined;
};

/** The place of an item, as remarks name it. @param line counted from 1. @param name its title; may be blank. */
export const placeOf = ({ entry }: Pick<ItemContext, 'entry'>, line: number, name: string): SourceLocation => ({
  ...(entry !== undefined && { entry }),
  line,
  ...(name && { name: name.slice(0, 200) }),
});

/** Interactions that have no counterpart here, in words. */
const unheld: Record<string, string> = {
  extendedtextinteraction: 'an essay, which a person grades',
  uploadinteraction: 'a file to send, which a person grades',
  drawinginteraction: 'a drawing',
  hotspotinteraction: 'places to mark in a picture',
  selectpointinteraction: 'places to mark in a picture',
  graphicorderinteraction: 'an order in a picture',
  graphicassociateinteraction: 'pairs in a picture',
  graphicgapmatchinteraction: 'pictures to drag',
  positionobjectinteraction: 'pictures to drag',
  positionobjectstage: 'pictures to drag',
  gapmatchinteraction: 'gaps to fill by dragging',
  hottextinteraction: 'words to mark in a text',
  associateinteraction: 'pairs to find among equal items',
  mediainteraction: 'a film or a sound',
  endattemptinteraction: 'a button',
  custominteraction: 'a program of its own',
  portablecustominteraction: 'a program of its own',
};

type Reading = {
  item: XmlElement;
  response: XmlElement | undefined;
  at: ItemContext;
  note: (message: string) => void;
};

/** Reads an item of QTI 2.1, 2.2 or 3.0 (https://www.imsglobal.org/spec/qti/v3p0). */
export function readQtiItem({ root: item, lineOf }: Xml, at: ItemContext, found: FoundQuestions): void {
  const place = placeOf(at, lineOf(item), attribute(item, 'title') || attribute(item, 'identifier'));
  addFound(found, place, (note) => {
    const body = childNamed(item, 'itembody');
    const interaction = onlyInteraction(body);
    if (childNamed(item, 'templatedeclaration'))
      throw new Unsuitable('It has random numbers for each learner, which do not exist here.');
    if (attribute(item, 'adaptive') === 'true')
      throw new Unsuitable('It has several steps that depend on each other, which does not exist here.');
    const identifier = attribute(interaction, 'responseidentifier');
    const response = childrenNamed(item, 'responsedeclaration').find(
      (one) => attribute(one, 'identifier') === identifier,
    );
    const ask = askOf(interaction, { item, response, at, note });
    const written = noted(textOf(body), 'Its text', note);
    const prompt = noted(textOf(childNamed(interaction, 'prompt')), 'Its text', note);
    const picture = noteUndescribed(pictureOf({ images: [...written.images, ...prompt.images] }, at, note), note);
    if (allNamed(item, 'assessmentstimulusref').length > 0)
      note('Its text that several questions share (stimulus) is left out.');
    return {
      text: [written.text, prompt.text].filter((text) => text !== '').join('\n'),
      ask,
      topic: at.topic,
      forPractice: attribute(item, 'label').split(' ').includes(tags.practice),
      explanation: explanationOf(item, note),
      ...(picture && { picture }),
      ...(at.keepsPlace && { keepsPlace: true }),
    };
  });
}

function onlyInteraction(body: XmlElement | undefined): XmlElement {
  const interactions = within(body, isInteraction);
  const [interaction] = interactions;
  if (!interaction) throw new Unsuitable('It has nothing that a learner answers.');
  if (interactions.length > 1)
    throw new Unsuitable(`It asks ${interactions.length} questions in one. Please make a question of each.`);
  return interaction;
}

/** The text that learners read after their answer; one of several cannot stand for all. */
function explanationOf(item: XmlElement, note: Reading['note']): string {
  const feedback = childrenNamed(item, 'modalfeedback');
  const [only] = feedback;
  if (feedback.length > 1) note('Its feedback for single answers is left out.');
  return feedback.length === 1 ? notedAlone(textOf(only), 'Its explanation', note).text : '';
}

/** An option with its picture. @throws Unsuitable for one that is only a picture which is not in the file. */
export const optionOf = (words: HtmlText, at: Pick<ItemContext, 'pictureAt'>, note: Reading['note']): FoundOption =>
  optionWith(noted(words, partNamed('The option', words), note), pictureOf(words, at, note));

/** The first picture that a text shows. */
export const pictureOf = (
  { images }: Pick<HtmlText, 'images'>,
  { pictureAt }: Pick<ItemContext, 'pictureAt'>,
  note: Reading['note'],
): FoundPicture | undefined => pictureAmong(images, pictureAt, note);

/** How an item is scored: by a mapping of its answers, by its correct answer alone, or by rules of its own. */
function scoringOf(item: XmlElement): 'mapped' | 'whole' | 'own' {
  const processing = childNamed(item, 'responseprocessing');
  const template = attribute(processing, 'template');
  if (/map_response/.test(template)) return 'mapped';
  if (/match_correct/.test(template)) return 'whole';
  if (!processing) return 'own';
  if (allNamed(processing, 'mapresponse').length > 0) return 'mapped';
  return allNamed(processing, 'match').length > 0 && allNamed(processing, 'correct').length > 0 ? 'whole' : 'own';
}

const ownRules = 'Its own rules of scoring are left out: the correct answer earns the mark.';

const correctOf = (response: XmlElement | undefined): string[] =>
  childrenNamed(childNamed(response, 'correctresponse'), 'value').map(textIn);
const mappedOf = (response: XmlElement | undefined) =>
  childrenNamed(childNamed(response, 'mapping'), 'mapentry').map((entry) => ({
    key: attribute(entry, 'mapkey'),
    value: Number(attribute(entry, 'mappedvalue')) || 0,
    isCased: attribute(entry, 'casesensitive') === 'true',
  }));

function askOf(interaction: XmlElement, reading: Reading): Ask {
  const { item, response, note } = reading;
  const kind = plainName(interaction.name);
  const scoring = scoringOf(item);
  const labels = attribute(item, 'label').split(' ');
  const partMarks = scoring === 'mapped' || labels.includes(tags.partMarks);
  switch (kind) {
    case 'choiceinteraction':
      return choiceOf(interaction, 'simplechoice', { ...reading, scoring });
    case 'inlinechoiceinteraction':
      return choiceOf(interaction, 'inlinechoice', { ...reading, scoring });
    case 'orderinteraction': {
      if (scoring === 'own') note(ownRules);
      noteFixed('steps', interaction, note);
      const choices = choicesIn('A step', childrenNamed(interaction, 'simplechoice'), note);
      const steps = correctOf(response).map((id) => choices.get(id) ?? '');
      if (steps.length === 0) throw new Unsuitable('The question names no correct order.');
      return { kind: 'ordering', options: [...choices.values()], correctAnswers: steps, partMarks };
    }
    case 'matchinteraction': {
      if (scoring === 'own') note(ownRules);
      noteFixed('matches', interaction, note);
      return matchOf(interaction, { response, note, partMarks });
    }
    case 'textentryinteraction':
      return typedOf(reading, scoring);
    case 'sliderinteraction': {
      note('Its slider becomes a number that learners type.');
      return numberAsk(correctOf(response)[0] ?? '', '0');
    }
    default:
      throw new Unsuitable(
        `This is ${unheld[kind] ?? `of the kind “${kind.slice(0, 40)}”`}. There is no such kind of question here.`,
      );
  }
}

/** The texts of choices, by their identifiers. */
function choicesIn(what: string, choices: readonly XmlElement[], note: Reading['note']): Map<string, string> {
  return new Map(
    choices.map((choice) => {
      const words = textOf(choice);
      requireNoPicture(what, words.images);
      return [attribute(choice, 'identifier'), noted(words, partNamed(what, words), note).text];
    }),
  );
}

/** A note where learners must choose a certain number of options. */
function noteCounts(interaction: XmlElement, count: number, note: Reading['note']): void {
  const [least, most] = ['minchoices', 'maxchoices'].map((name) => Number(attribute(interaction, name)) || 0);
  if (least) note(`Learners choose at least ${least} of its options there, and any number here.`);
  if (most && most < count) note(`Learners choose at most ${most} of its options there, and any number here.`);
}

/** A note where a list keeps its order, or parts of it, which only options to choose can do here. */
function noteFixed(what: string, interaction: XmlElement, note: Reading['note']): void {
  const isKept = attribute(interaction, 'shuffle') === 'false';
  const isFixed = (element: XmlElement) => attribute(element, 'fixed') === 'true';
  if (isKept || within(interaction, isFixed).length > 0) note(orderNotKept(what));
}

function choiceOf(
  interaction: XmlElement,
  name: string,
  { response, at, note, scoring }: Reading & { scoring: ReturnType<typeof scoringOf> },
): Ask {
  const elements = childrenNamed(interaction, name);
  const isWhole = attribute(interaction, 'shuffle') === 'false';
  const fixed = fixedOf(elements.map((element) => isWhole || attribute(element, 'fixed') === 'true'));
  const { options, pictures } = optionsOf(
    elements.map((element) => optionOf(textOf(element), at, note)),
    note,
  );
  const choices = new Map(elements.map((element, place) => [attribute(element, 'identifier'), options[place] ?? '']));
  const mapped = mappedOf(response);
  const correct = correctOf(response);
  const isSeveral = attribute(response, 'cardinality') === 'multiple';
  const best = mapped.reduce((most, { value }) => Math.max(most, value), 0);
  const earning = mapped.filter(({ value }) => value > 0 && (isSeveral || value === best));
  const ids = correct.length > 0 ? correct : earning.map(({ key }) => key);
  const right = ids.flatMap((id) => choices.get(id) ?? []);
  if (right.length < ids.length) throw new Unsuitable('A correct answer is none of its options.');
  if (scoring === 'own') note(ownRules);
  if (!isSeveral) {
    if (right.length > 1 || (scoring === 'mapped' && earning.length > 1)) throw new Unsuitable(hasRivals);
    if (scoring === 'mapped' && mapped.some(({ value }) => value > 0 && value < best))
      note('An option that earned a part of the mark is a wrong one here.');
    if (!pictures.optionPictures && isTrueOrFalse(options) && right.length === 1)
      return { ...trueFalseAsk(right[0]?.toLowerCase() === 'true'), ...fixed };
    return { ...choicesAsk(options, right, { isSeveral: false }), ...pictures, ...fixed };
  }
  noteCounts(interaction, elements.length, note);
  const share = Math.max(...mapped.map(({ value }) => value), 0);
  if (scoring === 'mapped' && mapped.some(({ value }) => Math.abs(Math.abs(value) - share) > 0.005))
    note(weightsLeftOut);
  return { ...choicesAsk(options, right, { isSeveral: true, partMarks: scoring === 'mapped' }), ...pictures, ...fixed };
}

function matchOf(
  interaction: XmlElement,
  { response, note, partMarks }: Pick<Reading, 'response' | 'note'> & { partMarks: boolean },
): Ask {
  const [first, second] = childrenNamed(interaction, 'simplematchset').map((set) =>
    choicesIn('An item or a match', childrenNamed(set, 'simpleassociablechoice'), note),
  );
  if (!first || !second) throw new Unsuitable('It has no two lists to match.');
  const pairs = correctOf(response).map((pair) => pair.split(/\s+/));
  const matches = [...first.keys()].map((id) => pairs.flatMap(([one, other = '']) => (one === id ? [other] : [])));
  if (matches.some((ids) => ids.length !== 1))
    throw new Unsuitable(
      'Each item must have exactly one match. Please make a question with several right options of it.',
    );
  return {
    kind: 'matching',
    prompts: [...first.values()],
    options: [...second.values()],
    correctAnswers: matches.map(([id = '']) => second.get(id) ?? ''),
    partMarks,
  };
}

function typedOf({ item, response, note }: Reading, scoring: ReturnType<typeof scoringOf>): Ask {
  const correct = correctOf(response);
  const mapped = mappedOf(response);
  const type = attribute(response, 'basetype').toLowerCase();
  if (type === 'float' || type === 'integer') {
    const [right, ...more] =
      correct.length > 0 ? correct : mapped.flatMap(({ key, value }) => (value > 0 ? [key] : []));
    if (more.length > 0) throw new Unsuitable('Only one number may be right here, with a tolerance.');
    return numberAsk(right ?? '', toleranceOf(item, Number(right), note));
  }
  if (scoring === 'own' && childNamed(item, 'responseprocessing')) note(ownRules);
  const best = mapped.reduce((most, { value }) => Math.max(most, value), 0);
  if (mapped.some(({ value }) => value > 0 && value < best))
    note('Answers that earned a part of the mark are wrong here.');
  const whole = mapped.filter(({ value }) => value > 0 && value === best);
  const accepted = [...new Set([...correct, ...whole.map(({ key }) => key)])];
  if (accepted.length === 0) throw new Unsuitable('The question names no correct answer.');
  const matchCase = whole.length > 0 ? whole.some(({ isCased }) => isCased) : scoring === 'whole';
  return shortAsk(accepted, matchCase);
}

function numberAsk(value: string, tolerance: string): Ask {
  if (value === '' || !Number.isFinite(Number(value))) throw new Unsuitable('The question names no correct number.');
  const written = /^[-+]?[\d.]+$/.test(value) ? value : decimalOf(Number(value));
  return { kind: 'number', options: [], correctAnswer: written, tolerance };
}

/**
 * The tolerance of the first comparison of an item; relative ones are percents of the correct number. Of two different
 * ones the smaller is held, so that no answer becomes right that was wrong.
 */
function toleranceOf(item: XmlElement, right: number, note: Reading['note']): string {
  const equal = allNamed(childNamed(item, 'responseprocessing'), 'equal')[0];
  const mode = attribute(equal, 'tolerancemode');
  const written = attribute(equal, 'tolerance').split(/\s+/).filter(Boolean);
  const sizes = written.map((one) => Math.abs(Number(one)));
  if (mode === 'exact' || sizes.length === 0 || !sizes.every(Number.isFinite)) return '0';
  const size = Math.min(...sizes);
  if (sizes.some((one) => one !== size))
    note('Its tolerances below and above the number differ, of which the smaller one is held for both.');
  if (['includelowerbound', 'includeupperbound'].some((name) => attribute(equal, name) === 'false'))
    note('Its bounds are wrong answers there; here a number at the bound is right.');
  if (mode === 'relative') return decimalOf(Math.abs((right * size) / 100));
  const [first = ''] = written;
  return sizes.length === 1 && /^[\d.]+$/.test(first) ? first : decimalOf(size);
}
