import type { WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import { expect, test } from 'vitest';
import { zipOf } from '../../../platform/archives/testing/zip.ts';
import { readBank } from '../testing/read-bank.ts';
import { writeQuestionFile } from './question-file.ts';

const all = [true, true, true];
const last = [false, false, true];
const moodle = (shuffle: string, type = 'multichoice') =>
  `<quiz><question type="${type}"><questiontext><text>q</text></questiontext>${shuffle}<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer><answer fraction="0"><text>Both A and B</text></answer></question></quiz>`;
const qti2 = (interaction: string, choice = '') =>
  `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" ${interaction}><prompt>q</prompt><simpleChoice identifier="a">a</simpleChoice><simpleChoice identifier="b">b</simpleChoice><simpleChoice identifier="c" ${choice}>None of the above</simpleChoice></choiceInteraction></itemBody><responseProcessing template="match_correct"/></assessmentItem>`;
const qti3 = (text: string) =>
  text
    .replace(
      /assessmentItem|responseDeclaration|correctResponse|itemBody|choiceInteraction|simpleChoice|responseProcessing/g,
      (name) => `qti-${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`,
    )
    .replace(/<(\/?)(value|prompt)>/g, '<$1qti-$2>')
    .replace('responseIdentifier', 'response-identifier')
    .replace('baseType', 'base-type');
const qti1 = (render: string, label = '') =>
  `<questestinterop><item ident="i"><presentation><material><mattext>q</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice ${render}>${['a', 'b', 'c'].map((id) => `<response_label ident="${id}" ${id === 'c' ? label : ''}><material><mattext>${id}</mattext></material></response_label>`).join('')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar action="Set">1</setvar></respcondition></resprocessing></item></questestinterop>`;

test.each([
  ['Moodle, 0', moodle('<shuffleanswers>0</shuffleanswers>'), all],
  ['Moodle, false', moodle('<shuffleanswers>false</shuffleanswers>'), all],
  ['Moodle, true', moodle('<shuffleanswers>true</shuffleanswers>'), undefined],
  ['Moodle, nothing', moodle(''), undefined],
  ['QTI 2, shuffle="false"', qti2('shuffle="false"'), all],
  ['QTI 2, one fixed', qti2('shuffle="true"', 'fixed="true"'), last],
  ['QTI 2, none fixed', qti2('shuffle="true"', 'fixed="false"'), undefined],
  ['QTI 3, shuffle="false"', qti3(qti2('shuffle="false"')), all],
  ['QTI 3, one fixed', qti3(qti2('shuffle="true"', 'fixed="true"')), last],
  ['QTI 1.2, shuffle="No"', qti1('shuffle="No"'), all],
  ['QTI 1.2, rshuffle="No"', qti1('shuffle="Yes"', 'rshuffle="No"'), last],
  ['QTI 1.2, shuffle="Yes"', qti1('shuffle="Yes"'), undefined],
])('options keep their places as %s says', async (_, content, fixedOptions) => {
  const { questions, problems, notes } = await readBank(content);
  expect(problems).toEqual([]);
  expect(notes).toEqual([]);
  expect(questions.map((one) => one.fixedOptions)).toEqual([fixedOptions]);
});

test('matches and steps that kept their order have a note', async () => {
  const pair = (text: string) =>
    `<subquestion><text>${text}</text><answer><text>m${text}</text></answer></subquestion>`;
  const { notes } = await readBank(
    `<quiz><question type="matching"><questiontext><text>q</text></questiontext><shuffleanswers>0</shuffleanswers>${pair('a')}${pair('b')}</question></quiz>`,
  );
  expect(notes).toMatchObject([{ message: expect.stringContaining('kept their order') }]);
});

test('an item that a test of QTI fixes keeps its place', async () => {
  const test21 = (fixed: string) =>
    `<assessmentTest identifier="t"><testPart identifier="p"><assessmentSection identifier="s" title="Fire"><ordering shuffle="true"/><assessmentItemRef identifier="i" href="i.xml" ${fixed}/></assessmentSection></testPart></assessmentTest>`;
  const bank = (fixed: string) => zipOf({ 'test.xml': test21(fixed), 'i.xml': qti2('shuffle="true"') });
  expect((await readBank(await bank('fixed="true"'))).questions).toMatchObject([{ keepsPlace: true, topic: 'Fire' }]);
  expect((await readBank(await bank(''))).questions[0]).not.toHaveProperty('keepsPlace');
});

const written = [
  { questionText: 'First', options: ['a', 'b', 'c', 'None'], correctAnswer: 'a', topic: '', keepsPlace: true },
  {
    questionText: 'Second',
    options: ['a', 'b', 'c', 'All of the above'],
    correctAnswer: 'a',
    topic: '',
    fixedOptions: [false, false, false, true],
  },
  {
    questionText: 'Third',
    options: ['low', 'mid', 'high', 'more'],
    correctAnswer: 'low',
    topic: '',
    fixedOptions: [true, true, true, true],
  },
] as WrittenQuestion[];

test.each(['moodle', 'qti', 'gift', 'csv'] as const)('%s keeps what keeps its place', async (format) => {
  const { content, isBase64 } = await writeQuestionFile({ format, title: 'A bank' }, written);
  const { questions, problems, notes } = await readBank(isBase64 ? Buffer.from(content, 'base64') : content);
  expect([problems, notes]).toEqual([[], []]);
  expect(questions).toMatchObject(written as object[]);
  if (format === 'moodle') {
    expect(content.match(/<shuffleanswers>(true|false)/g)).toEqual([
      '<shuffleanswers>true',
      '<shuffleanswers>true',
      '<shuffleanswers>false',
    ]);
  }
});

test.each(['9', '0', '1.5', 'last'])(
  'a tag for fixed options that the question does not have is named: %s',
  async (place) => {
    const { questions, notes } = await readBank(`// [tag:fairlead:fixed-options ${place}]\nWhich {=a ~b}`);
    expect(questions).toHaveLength(1);
    expect(notes.map(({ message }) => message)).toEqual([
      `Its tag “fairlead:fixed-options ${place}” names options that it does not have.`,
    ]);
  },
);
