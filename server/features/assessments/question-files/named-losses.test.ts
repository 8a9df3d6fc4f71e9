import { expect, test } from 'vitest';
import { guessed } from '../../../platform/tables/decode-text.ts';
import { cdata } from '../testing/marked-banks.ts';
import { readBank } from '../testing/read-bank.ts';
import { keyOf } from './question-table.ts';

const messages = (notes: readonly { message: string }[]) => notes.map(({ message }) => message);
const picture = 'iVBORw0KGgo=';
/** A question of Moodle with two options; `more` stands beside its text. */
const moodle = (text: string, more = '', right = 100) =>
  `<question type="multichoice"><questiontext format="html"><text>${cdata(text)}</text>${more}</questiontext><single>true</single><answer fraction="${right}"><text>Foam</text></answer><answer fraction="0"><text>Water</text></answer></question>`;
const quiz = (...questions: string[]) => readBank(`<quiz>${questions.join('')}</quiz>`);

test('a question that is refused does not take the notes of another on its line', async () => {
  const { questions, problems, notes } = await quiz(
    moodle('One <u>first</u>'),
    moodle('Two <u>second</u>', '', 0),
    moodle('Three <u>third</u>'),
  );
  expect(questions.map(({ questionText }) => questionText)).toEqual(['One first', 'Three third']);
  expect(messages(problems)).toEqual(['No option earns the whole mark.']);
  expect(messages(notes)).toEqual([
    'Its text: underlined text is held as its words alone: “first”.',
    'Its text: underlined text is held as its words alone: “third”.',
  ]);
});

test('one that the rules of a question refuse takes its own notes with it, and those of the file stay', async () => {
  const twice = moodle('Two <u>second</u>').replace('>Water<', '>Foam<');
  const penalty = moodle('One <u>first</u>').replace('<single>', '<penalty>0.3</penalty><single>');
  const { questions, problems, notes } = await quiz(penalty, twice);
  expect([questions.length, problems.length]).toEqual([1, 1]);
  expect(messages(notes)).toEqual([
    '1 question has a penalty for a second try, which is left out: each attempt counts once.',
    'Its text: underlined text is held as its words alone: “first”.',
  ]);
});

test('what Moodle has beside a question is named: ids, settings, files that no text shows', async () => {
  const beside =
    '<idnumber>PST-041</idnumber><answernumbering>iii</answernumbering><license>CC BY</license><shownumcorrect/>';
  const file = `<file name="plan.png" path="/" encoding="base64">${picture}</file>`;
  const { notes } = await quiz(
    '<question type="category"><category><text>Fire</text></category><idnumber>C7</idnumber></question>',
    moodle('Which?', file).replace('<single>', `${beside}<single>`),
  );
  expect(messages(notes)).toEqual([
    'Its idnumber “C7” is left out.',
    'Files that no text shows are left out: “plan.png”.',
    'Its idnumber “PST-041” is left out.',
    'Its answernumbering “iii” is left out.',
    'Its license “CC BY” is left out.',
  ]);
});

test('the backslash before a star of an accepted answer makes no formula of it', async () => {
  const { questions, notes } = await quiz(
    '<question type="shortanswer"><questiontext><text>Which?</text></questiontext><answer fraction="100" format="plain_text"><text>5$\\*$6</text></answer></question>',
  );
  expect(questions).toMatchObject([{ correctAnswers: ['5$*$6'] }]);
  expect(notes).toEqual([]);
});

test('of a picture beside the text and one in it, the first is held and the other is named', async () => {
  const { questions, notes } = await quiz(
    moodle(
      '<p>Which?</p><img src="@@PLUGINFILE@@/plan.png" alt="The plan">',
      `<file name="plan.png" encoding="base64">${picture}</file>`,
    ).replace('<single>', `<image>old.gif</image><image_base64>${picture}AA</image_base64><single>`),
  );
  expect(questions[0]?.pictureFile).toEqual({ base64: `${picture}AA`, text: '' });
  expect(messages(notes)).toContain('Only its first picture is held; 1 more are left out: “The plan”.');
});

test.each([
  ['<!-- for officers only -->', ['Its text: the comment “for officers only” is left out.']],
  ['<!--[if gte mso 9]><xml>x</xml><![endif]-->', []],
  ['<!--StartFragment-->', []],
])('a comment in the text of a question: %s', async (comment, expected) => {
  expect(messages((await quiz(moodle(`${comment}Which?`))).notes)).toEqual(expected);
  const qti = `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><p>${comment}Which?</p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="a">Foam</simpleChoice><simpleChoice identifier="b">Water</simpleChoice></choiceInteraction></itemBody><responseProcessing template="match_correct"/></assessmentItem>`;
  expect(messages((await readBank(qti)).notes)).toEqual(expected);
});

test('comments of GIFT are named, but for what Moodle writes about each question', async () => {
  const { questions, notes } = await readBank(
    '// Ask the cadets first\n\n// question: 7  name: One\n// [tag:fairlead:practice] not before May\n::One::Which? {=Foam ~Water}\n',
  );
  expect(questions).toMatchObject([{ forPractice: true }]);
  expect(messages(notes)).toEqual([
    'Comments are left out: “Ask the cadets first”.',
    'Comments are left out: “not before May”.',
  ]);
});

test.each([
  ['GIFT', '::One::Où? {=Ici ~Là}'],
  ['Aiken', 'Où?\nA. Ici\nB. Là\nANSWER: A'],
])('letters of a file of %s whose encoding is a guess are named', async (_, text) => {
  expect(messages((await readBank(Buffer.from(text, 'latin1'))).notes)).toEqual([guessed]);
  expect((await readBank(text)).notes).toEqual([]);
});

test.each([
  [
    'Which?\nA. Foam\nof two kinds\nB. Water\nANSWER: A',
    'Line 3 “of two kinds” is neither an option such as “B. text” nor the answer.',
  ],
  ['Which?\nA. Foam\nB. Water\nANSWER: A\nBecause it floats.', 'Line 5 “Because it floats.” is neither an option'],
  ['Which?\nA. Foam\nA. Water\nANSWER: A', 'Two of its options have the same letter.'],
])('a line of Aiken that has no place in a question is a problem: %j', async (text, problem) => {
  const { questions, problems } = await readBank(text);
  expect(questions).toEqual([]);
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(problem) }]);
});

const table = (...rows: string[]) =>
  readBank(
    ['Question,Option 1,Option 2,Option 3,Correct answer,Practice,Fixed options,Keeps its place', ...rows].join('\n'),
  );

test.each([
  ['3,2,1,3', ['“3” and as “1”']],
  ['B,A,C,A', ['“B” and as “A”']],
  ['A; B,red,blue,A; B', ['“A; B” and as “A; B; red”']],
])(
  'a key that is the text of one option and the number or letter of another is asked about: %s',
  async (cells, two) => {
    const { questions, problems } = await table(`Which?,${cells}`);
    expect(questions).toEqual([]);
    expect(messages(problems)).toEqual([expect.stringContaining(`can be read as ${two}`)]);
  },
);

test('what a column of a question table says and cannot mean is named', async () => {
  const { questions, notes } = await table('Q,red,blue,green,1,perhaps,"3, 7 and all",✓', 'R,red,blue,green,2,No,c,-');
  expect(questions).toMatchObject([
    { fixedOptions: [false, false, true], keepsPlace: true },
    { fixedOptions: [false, false, true] },
  ]);
  expect(messages(notes)).toEqual([
    'Column F (‘Practice’) says “perhaps”, which is neither yes nor no, and counts as no.',
    'Its fixed options “7”, “all” are none of its options.',
  ]);
});

test.each([
  [['red', 'blue'], ['blue'], 'blue'],
  [['3', '2', '1'], ['3'], 'A'],
  [['B', 'A'], ['A'], '2'],
  [['a; b', 'red', 'blue'], ['a; b'], '1'],
  [['red', 'blue', 'green'], ['red', 'green'], 'red; green'],
  [['B', '1'], ['B'], 'A'],
  [['B', '1', 'A'], ['B'], undefined],
])('the key of %j for %j is %j', (options, right, key) => expect(keyOf(options, right)).toBe(key));
