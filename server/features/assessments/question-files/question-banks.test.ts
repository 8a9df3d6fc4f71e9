import { expect, test } from 'vitest';
import { zipOf } from '../../../platform/archives/testing/zip.ts';
import { moodleXml, qti1, qti2 } from '../testing/question-banks.ts';
import { questionsIn, readBank } from '../testing/read-bank.ts';
import { decimalOf, Unsuitable } from './found-questions.ts';

const said = (remarks: readonly { name?: string | undefined; entry?: string | undefined; message: string }[]) =>
  remarks.map(({ name, entry, message }) => [name ?? entry, message]);

test('Moodle XML is read with its kinds, topics, pictures and explanations', async () => {
  const found = await readBank(moodleXml);
  expect(found.format).toBe('Moodle XML');
  const topic = 'Portable extinguishers';
  expect(questionsIn(found)).toEqual([
    {
      kind: 'choice',
      questionText: 'Which extinguisher is for an oil fire?',
      options: ['Foam', 'Water', 'Paper & wood'],
      correctAnswer: 'Foam',
      explanation: 'Foam keeps the air away.',
      pictureFile: { base64: 'iVBORw0KGgo=', text: 'The fire triangle' },
      topic,
    },
    {
      kind: 'several-choices',
      questionText: 'What do you need?',
      options: ['A permit', 'A gas test', 'A camera'],
      correctAnswers: ['A permit', 'A gas test'],
      partMarks: true,
      topic,
    },
    {
      kind: 'true-false',
      questionText: 'CO2 is heavier than air.',
      options: ['True', 'False'],
      correctAnswer: 'True',
      topic,
    },
    {
      kind: 'number',
      questionText: 'How much oxygen is in air, in percent?',
      options: [],
      correctAnswer: '20.9',
      tolerance: '0.1',
      topic,
    },
    {
      kind: 'short-answer',
      questionText: 'The signal on channel 16?',
      options: [],
      correctAnswers: ['MAYDAY'],
      matchCase: false,
      topic,
    },
    {
      kind: 'matching',
      questionText: 'Match.',
      prompts: ['Wood', 'Oil'],
      options: ['Water', 'Foam', 'Sand'],
      correctAnswers: ['Water', 'Foam'],
      partMarks: true,
      topic,
    },
    {
      kind: 'ordering',
      questionText: 'Order.',
      options: ['Alarm', 'Test'],
      correctAnswers: ['Alarm', 'Test'],
      partMarks: true,
      topic,
    },
    {
      questionText: 'Which?',
      options: ['A red cone', expect.stringMatching(/^Picture [1-8]$/), 'A can', 'None'],
      correctAnswer: 'A red cone',
      optionPictureFiles: [
        { base64: 'AAAA', text: 'A red cone' },
        { base64: 'AAAB', text: expect.stringMatching(/^Picture [1-8]$/) },
        { base64: 'AAAC', text: 'A green can' },
        null,
      ],
      topic,
    },
  ]);
});

test('what Moodle XML has and is not held is named with the line and the question', async () => {
  const { problems, notes } = await readBank(moodleXml);
  expect(problems.map(({ line, name }) => [line, name])).toEqual([
    [57, 'Report'],
    [58, 'Any text'],
    [72, 'A picture that is elsewhere'],
    [79, 'Pictures to order'],
  ]);
  expect(said(problems)).toEqual([
    ['Report', 'This is an essay, which a person grades. There is no such kind of question here.'],
    ['Any text', 'An answer with * stands for many texts. Please write each accepted answer.'],
    ['A picture that is elsewhere', 'The picture “@@PLUGINFILE@@/a.png” of an option is not in the file.'],
    ['Pictures to order', 'A step has a picture. Only the question, and options to choose, may have pictures.'],
  ]);
  expect(said(notes)).toEqual([
    [undefined, '1 question has a penalty for a second try, which is left out: each attempt counts once.'],
    [
      undefined,
      'Of the category “$course$/top/Fire/Portable extinguishers” the last part is held as the topic “Portable extinguishers”.',
    ],
    ['Oil fire', 'The feedback of single answers is left out; the general feedback is its explanation.'],
    ['Oil fire', 'It counted 2 marks; here each question counts one.'],
    ['Oil fire', 'Its hints are left out.'],
    [
      'Before you enter',
      'Its weights are not held: each right option adds the same share of the mark, and each wrong one takes it away.',
    ],
    ['Oxygen', 'Its units are left out: learners type the number alone.'],
    ['Signal', 'Answers that earned a part of the mark are wrong here.'],
    [
      'Pictures to choose',
      'An option’s picture has no text alternative, or the same one as another option. Please write one.',
    ],
  ]);
});

test('a package of QTI 2.1 is read with the sections of its test as topics', async () => {
  const found = await readBank(await zipOf(qti2));
  expect(found.format).toBe('QTI');
  expect(questionsIn(found)).toEqual([
    {
      kind: 'choice',
      questionText: 'Look at the sign.\nWhat does it say?',
      options: ['Go', 'Stop'],
      correctAnswer: 'Stop',
      topic: 'Fire',
      pictureFile: { base64: Buffer.from('picture').toString('base64'), text: 'A sign' },
    },
    {
      kind: 'several-choices',
      questionText: 'What is water made of?',
      options: ['Hydrogen', 'Helium', 'Oxygen'],
      correctAnswers: ['Hydrogen', 'Oxygen'],
      partMarks: true,
      topic: '',
    },
    {
      kind: 'ordering',
      questionText: 'Order.',
      options: ['Second', 'First'],
      correctAnswers: ['First', 'Second'],
      partMarks: false,
      topic: '',
    },
    {
      kind: 'matching',
      questionText: 'Match.',
      prompts: ['Wood', 'Oil'],
      options: ['Water', 'Foam'],
      correctAnswers: ['Water', 'Foam'],
      partMarks: true,
      topic: '',
    },
    {
      kind: 'short-answer',
      questionText: 'This is the house of ____.',
      options: [],
      correctAnswers: ['York'],
      matchCase: false,
      topic: '',
    },
    {
      kind: 'number',
      questionText: 'How heavy? ____',
      options: [],
      correctAnswer: '200',
      tolerance: '10',
      topic: '',
    },
  ]);
  expect(found.problems.map(({ entry, message }) => [entry, message])).toEqual([
    ['imsmanifest.xml', 'It names “items/gone.xml”, which is not in the package.'],
    ['items/essay.xml', 'This is an essay, which a person grades. There is no such kind of question here.'],
    ['items/two.xml', 'It asks 2 questions in one. Please make a question of each.'],
  ]);
  expect(found.notes.map(({ entry }) => entry)).toEqual(['items/choice.xml', 'items/typed.xml']);
});

test('a file of QTI 1.2 is read as Canvas writes it', async () => {
  const found = await readBank(qti1);
  expect(
    found.questions.map((question) => [
      question.kind,
      question.questionText,
      'correctAnswers' in question ? question.correctAnswers : question.correctAnswer,
    ]),
  ).toEqual([
    ['choice', 'One?', 'Green'],
    ['several-choices', 'Many?', ['Red', 'White']],
    ['true-false', 'True?', 'True'],
    ['short-answer', 'Short?', ['port', 'left']],
    ['number', 'Number?', '10'],
    ['matching', 'Pairs?', ['Red', 'Green']],
  ]);
  expect(found.questions[4]).toMatchObject({ tolerance: '0.5' });
  expect(said(found.problems)).toEqual([
    ['Essay', 'This is an essay, which a person grades. There is no such kind of question here.'],
    ['elsewhere', 'It refers to a question of another bank. Please export that bank, too.'],
  ]);
});

test.each([1e20, 1e21, 6.022e23, 6.63e-34, 1e-25, 1.234567e-19, Number.NaN, Number.POSITIVE_INFINITY])(
  'the number %d is refused rather than changed',
  (number) => expect(() => decimalOf(number)).toThrow(Unsuitable),
);
test.each([
  [0, '0'],
  [0.3 - 0.2, '0.1'],
  [-2.5, '-2.5'],
  [1e-15, '0.000000000000001'],
  [5e19, '50000000000000000000'],
  [1_234_567_890_123, '1234567890123'],
  [100 / 3, '33.333333333333336'],
])('the number %d is held as %s', (number, decimal) => expect(decimalOf(number)).toBe(decimal));

const moodleQuestion = (type: string, answers: string) =>
  `<quiz><question type="${type}"><questiontext><text>q</text></questiontext>${answers}</question></quiz>`;
const moodleAnswer = (fraction: number, text: string) => `<answer fraction="${fraction}"><text>${text}</text></answer>`;

test('a number of a file that cannot be held is a problem', async () => {
  const found = await readBank(moodleQuestion('numerical', moodleAnswer(100, '6.022e23')));
  expect(found.questions).toEqual([]);
  expect(found.problems.map(({ message }) => message)).toEqual([
    'The number 6.022e+23 is too large or too small to be held here.',
  ]);
});

test('a number whose comma may separate thousands is a problem', async () => {
  const answered = (text: string) => readBank(moodleQuestion('numerical', moodleAnswer(100, text)));
  expect((await answered('1,000')).problems).toMatchObject([
    { message: '“1,000” is not a number that can be held here.' },
  ]);
  expect((await answered('1,5')).questions).toMatchObject([{ correctAnswer: '1.5' }]);
  expect((await answered('1.5e3')).questions).toMatchObject([{ correctAnswer: '1500' }]);
});

test('the answer to a statement in Moodle XML may be marked up, and is true or false', async () => {
  const answered = (text: string) => readBank(moodleQuestion('truefalse', moodleAnswer(100, text)));
  expect((await answered('<![CDATA[<p>True</p>]]>')).questions).toMatchObject([{ correctAnswer: 'True' }]);
  expect((await answered('FALSE')).questions).toMatchObject([{ correctAnswer: 'False' }]);
  const other = await answered('wahr');
  expect(other.questions).toEqual([]);
  expect(other.problems).toMatchObject([{ message: 'Its answer “wahr” is neither “true” nor “false”.' }]);
});

test('an order of Moodle XML counts each place, all places or, with a note, other places than there', async () => {
  const graded = async (grading: string) => {
    const steps = [1, 2].map((place) => moodleAnswer(place, `step ${place}`)).join('');
    const { questions, notes } = await readBank(
      moodleQuestion('ordering', `<gradingtype>${grading}</gradingtype>${steps}`),
    );
    return [(questions[0] as { partMarks?: boolean }).partMarks, notes.length];
  };
  expect(await graded('ABSOLUTE_POSITION')).toEqual([true, 0]);
  expect(await graded('ALL_OR_NOTHING')).toEqual([false, 0]);
  expect(await graded('RELATIVE_TO_CORRECT')).toEqual([true, 1]);
});

test('a tag of an author does not make a question one for practice, and options have no line breaks', async () => {
  const tagged = (tag: string) =>
    moodleQuestion(
      'multichoice',
      `<answer fraction="100"><text><![CDATA[one<br>line]]></text></answer>${moodleAnswer(0, 'b')}<tags><tag><text>${tag}</text></tag></tags>`,
    );
  const [question] = (await readBank(tagged('practice'))).questions;
  expect(question).toMatchObject({ options: ['one line', 'b'], correctAnswer: 'one line' });
  expect(question).not.toHaveProperty('forPractice');
  expect((await readBank(tagged('fairlead:practice'))).questions).toMatchObject([{ forPractice: true }]);
});

test.each([
  ['toleranceMode="absolute" tolerance="0.5"', '0.5', []],
  ['toleranceMode="absolute" tolerance="0.5 0.2"', '0.2', [/differ/]],
  ['toleranceMode="relative" tolerance="5 5"', '1', []],
  ['toleranceMode="absolute" tolerance="1" includeLowerBound="false"', '1', [/at the bound is right/]],
  ['toleranceMode="exact"', '0', []],
])('a comparison of QTI 2 with %s is one with the tolerance %s', async (comparison, tolerance, notes) => {
  const { questions, notes: found } = await readBank(
    `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single" baseType="float"><correctResponse><value>20</value></correctResponse></responseDeclaration><itemBody><p>q <textEntryInteraction responseIdentifier="R"/></p></itemBody><responseProcessing><responseCondition><responseIf><equal ${comparison}><variable identifier="R"/><correct identifier="R"/></equal></responseIf></responseCondition></responseProcessing></assessmentItem>`,
  );
  expect(questions).toMatchObject([{ correctAnswer: '20', tolerance }]);
  expect(found.map(({ message }) => message)).toEqual(notes.map((note) => expect.stringMatching(note)));
});

/** An item of QTI 1.2 with the options a, b and c. */
const qti1Choice = (...rules: [id: string, setvar: string][]) => `<questestinterop><item ident="i"><presentation>
<material><mattext>q</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${['a', 'b', 'c']
  .map((id) => `<response_label ident="${id}"><material><mattext>${id}</mattext></material></response_label>`)
  .join('')}</render_choice></response_lid></presentation><resprocessing>${rules
  .map(
    ([id, setvar]) =>
      `<respcondition><conditionvar><varequal respident="r">${id}</varequal></conditionvar>${setvar}</respcondition>`,
  )
  .join('')}</resprocessing></item></questestinterop>`;
const setvar = (action: string, marks: number, variable = 'SCORE') =>
  `<setvar action="${action}" varname="${variable}">${marks}</setvar>`;

test('QTI 1.2 gives marks where a rule sets the score or adds to it, whatever the name of the score', async () => {
  const left = 'Its rules that take marks away, or that set another variable than the score, are left out.';
  for (const [wrong, notes] of [
    [setvar('Subtract', 100), [left]],
    [setvar('Multiply', 100), [left]],
    [setvar('Divide', 100), [left]],
    [setvar('Set', 100, 'TRIES'), [left]],
    [setvar('Add', -100), []],
  ] as const) {
    const found = await readBank(qti1Choice(['a', wrong], ['b', setvar('Set', 100)]));
    expect(found.questions, wrong).toMatchObject([{ correctAnswer: 'b' }]);
    expect(found.notes.map(({ message }) => message)).toEqual(notes);
  }
  expect((await readBank(qti1Choice(['c', '<setvar>1</setvar>']))).questions).toMatchObject([{ correctAnswer: 'c' }]);
  // some tools name it otherwise
  const own = qti1Choice(['a', setvar('Add', 0, 'que_score')], ['b', setvar('Set', 10, 'que_score')]);
  expect(await readBank(own)).toMatchObject({ questions: [{ correctAnswer: 'b' }], notes: [] });
  const taken = await readBank(qti1Choice(['a', setvar('Subtract', 100)]));
  expect(taken.questions).toEqual([]);
  expect(taken.problems).toMatchObject([{ message: 'The question names no correct answer.' }]);
});

const qti2Choice = (declared: string, template: string) =>
  `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single" baseType="identifier">${declared}</responseDeclaration><itemBody><choiceInteraction responseIdentifier="R"><prompt>q</prompt>${['a', 'b', 'c'].map((id) => `<simpleChoice identifier="${id}">${id}</simpleChoice>`).join('')}</choiceInteraction></itemBody><responseProcessing template="${template}"/></assessmentItem>`;
const mapping = (b: number) =>
  `<mapping><mapEntry mapKey="a" mappedValue="1"/><mapEntry mapKey="b" mappedValue="${b}"/></mapping>`;

test.each<[string, string]>([
  ['Moodle XML', moodleQuestion('multichoice', moodleAnswer(100, 'a') + moodleAnswer(100, 'b') + moodleAnswer(0, 'c'))],
  ['QTI 1.2', qti1Choice(['a', setvar('Set', 100)], ['b', setvar('Set', 100)])],
  ['QTI 2', qti2Choice('<correctResponse><value>a</value><value>b</value></correctResponse>', 'match_correct')],
  ['a mapping of QTI 2', qti2Choice(mapping(1), 'map_response')],
  [
    'a mapping beside an answer',
    qti2Choice(`<correctResponse><value>a</value></correctResponse>${mapping(1)}`, 'map_response'),
  ],
])('a single choice of which two options earn the whole mark is a problem in %s', async (_, content) => {
  const found = await readBank(content);
  expect(found.questions).toEqual([]);
  expect(found.problems.map(({ message }) => message)).toEqual(['Several options earn the whole mark.']);
});

test('the option with the most marks of a mapping is the right one', async () => {
  expect((await readBank(qti2Choice(mapping(0.5), 'map_response'))).questions).toMatchObject([{ correctAnswer: 'a' }]);
});

test('a package that has xl/ in a name is no workbook', async () => {
  const found = await readBank(await zipOf({ ...qti2, 'pixel/excel/xl/sign.txt': 'xl/ [Content_Types].xml' }));
  expect(found.format).toBe('QTI');
  expect(found.questions).toHaveLength(6);
});
