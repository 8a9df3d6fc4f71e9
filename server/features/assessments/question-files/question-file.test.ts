import { deflateRawSync } from 'node:zlib';
import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring, type WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { singleChoice } from '../testing/assessments.ts';

const program = await testApp();
const { call, person } = program;
const [editor, learner] = [await person('admin'), await person()];

const read = (content: string | Uint8Array, name = 'questions.txt', as = editor) => {
  const form = new FormData();
  form.append('questions', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return call(testAuthoring.readFile, { form }, as);
};
const found = async (content: string | Uint8Array) => (await read(content)).body.data;

describe('GIFT', () => {
  test('is read as in its documentation, and question types that do not exist here are reported by line', async () => {
    // The examples of https://docs.moodle.org/en/GIFT_format, some with a fourth option, which our format requires.
    const file = `// question: 1 name: Grants tomb
::Grants tomb::Who is buried in Grant's tomb in New York City? {
=Grant
~No one
#Was true for 12 years, but Grant's remains were buried in the tomb in 1897
~Napoleon
~Mother Teresa
}

$CATEGORY: $course$/Navigation/Buoys

Who's buried in Grant's tomb? {~no one ~%-50%Grant ~=Napoleon ~Churchill}

[html]<p>Which \\{brace\\} is <b>red</b> &amp; round?</p> {=port ~starboard ~both ~none}

What two people are entombed in Grant's tomb? {~%-100%No one ~%50%Grant ~%50%Grant's wife ~%-100%Grant's father}

Grant is buried in a tomb in New York City.{T}

When was Ulysses S. Grant born? {#1822}

Who's buried in Grant's tomb?{=Grant =Ulysses S. Grant =Ulysses Grant}

Which animal eats mice? {=cat -> cat food =dog -> dog food =cow -> hay}

Write a short biography of Dag Hammarskjöld. {}

Three only? {=one ~two ~three}

A broken one {=a ~b ~c ~d

Deep {=a\\=b ~c\\~d ~e\\#f ~g\\:h}`;
    const { format, questions, problems, notes } = await found(file);
    expect(format).toBe('GIFT');
    expect(questions).toEqual([
      {
        line: 1,
        name: 'Grants tomb',
        questionText: "Who is buried in Grant's tomb in New York City?",
        options: ['Grant', 'No one', 'Napoleon', 'Mother Teresa'],
        correctAnswer: 'Grant',
        topic: '',
      },
      {
        line: 14,
        questionText: 'Which {brace} is red & round?',
        options: ['port', 'starboard', 'both', 'none'],
        correctAnswer: 'port',
        topic: 'Buoys',
      },
      {
        line: 16,
        kind: 'several-choices',
        questionText: "What two people are entombed in Grant's tomb?",
        options: ['No one', 'Grant', "Grant's wife", "Grant's father"],
        correctAnswers: ['Grant', "Grant's wife"],
        partMarks: true,
        topic: 'Buoys',
      },
      {
        line: 18,
        kind: 'true-false',
        questionText: 'Grant is buried in a tomb in New York City.',
        options: ['True', 'False'],
        correctAnswer: 'True',
        topic: 'Buoys',
      },
      {
        line: 20,
        kind: 'number',
        questionText: 'When was Ulysses S. Grant born?',
        options: [],
        correctAnswer: '1822',
        tolerance: '0',
        topic: 'Buoys',
      },
      {
        line: 22,
        kind: 'short-answer',
        questionText: "Who's buried in Grant's tomb?",
        options: [],
        correctAnswers: ['Grant', 'Ulysses S. Grant', 'Ulysses Grant'],
        matchCase: false,
        topic: 'Buoys',
      },
      {
        line: 24,
        kind: 'matching',
        questionText: 'Which animal eats mice?',
        prompts: ['cat', 'dog', 'cow'],
        options: ['cat food', 'dog food', 'hay'],
        correctAnswers: ['cat food', 'dog food', 'hay'],
        partMarks: true,
        topic: 'Buoys',
      },
      {
        line: 28,
        kind: 'choice',
        questionText: 'Three only?',
        options: ['one', 'two', 'three'],
        correctAnswer: 'one',
        topic: 'Buoys',
      },
      {
        line: 32,
        questionText: 'Deep',
        options: ['a=b', 'c~d', 'e#f', 'g:h'],
        correctAnswer: 'a=b',
        topic: 'Buoys',
      },
    ]);
    expect(problems.map(({ line }) => line)).toEqual([12, 26, 30]);
    expect(problems.find(({ line }) => line === 26)?.message).toContain('essay');
    expect(problems.find(({ line }) => line === 30)?.message).toBe(
      'Line 30 has a “{” with no “}” after it; an empty line ends a question. Where it is part of the text, write “\\{”.',
    );
    expect(notes.map(({ line }) => line)).toEqual([1, 10, 16]);
  });
});

test('GIFT is read alike in UTF-16, with or without a byte order mark, and in Windows-1252', async () => {
  const file = 'Où est l’étrave ? {=À l’avant ~À l’arrière ~À bâbord ~Nulle part}\n';
  const western = file.replaceAll('’', "'");
  for (const [content, text] of [
    [Buffer.from(`\ufeff${file}`, 'utf16le'), file],
    [Buffer.from(`\ufeff${file}`, 'utf16le').swap16(), file],
    [Buffer.from(western, 'latin1'), western],
  ] as const)
    expect((await found(content)).questions).toMatchObject([{ questionText: text.slice(0, text.indexOf(' {')) }]);
});

describe('Aiken', () => {
  test('is read as in its documentation, in any encoding', async () => {
    // https://docs.moodle.org/en/Aiken_format
    const file = `Is this Aiken format? ¿Sí?
A) Yes
B) Yes, but not mine
C. No
D. Perhaps
ANSWER: A

What is the correct answer to this question?
A. Is it this one?
B. Maybe this answer?
C. Possibly this one?
D. Must be this one!
ANSWER: E

Which LMS has the most quiz import formats?
A) Moodle
B) ATutor
C) Claroline
D) Blackboard
`.replaceAll('\n', '\r\n');
    const utf16 = Buffer.from(`\ufeff${file}`, 'utf16le');
    for (const content of [file, utf16, Buffer.from(file, 'latin1')]) {
      expect(await found(content)).toMatchObject({
        format: 'Aiken',
        questions: [{ line: 1, questionText: 'Is this Aiken format? ¿Sí?', correctAnswer: 'Yes' }],
        problems: [
          { line: 8, message: 'Its answer E is not one of its options.' },
          { line: 15, message: 'The question needs exactly one line such as ANSWER: B.' },
        ],
      });
    }
  });
});

describe('a table', () => {
  test('may have its columns in any order, and the answer as text, letter or number', async () => {
    const { format, questions, problems } = await found(
      'Topic;Question;A;B;C;D;Correct\nFire;"First; second?";one;two;three;four;two\n;Second?;1;2;3;4;D\n;Third?;a b;c d;e f;g h;3\n;;1;2;3;4;1\n;Fifth?;1;2;3;4;7\n;Sixth?;1;1;3;4;1\n',
    );
    expect(format).toBe('table');
    expect(
      questions
        .map(singleChoice)
        .map(({ line, questionText, correctAnswer, topic }) => [line, questionText, correctAnswer, topic]),
    ).toEqual([
      [2, 'First; second?', 'two', 'Fire'],
      [3, 'Second?', '4', ''],
      [4, 'Third?', 'e f', ''],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  test('of another program is read by its column titles, and formulas are read as text', async () => {
    // The columns of https://jovvix.com/docs/csv-upload-instruction/, which names the answer by its number.
    const file = `Question Text,Question Type,Points,Option 1,Option 2,Option 3,Option 4,Option 5,Correct Answer,Question Media
Which colour is a lateral mark to port?,single_answer,1,Red,Green,Yellow,White,,1,
What does the sheet say?,single_answer,1,=1+1,=HYPERLINK("http://x.example"),@SUM(A1),-2+3,,4,
How was it?,survey,1,Good,Bad,,,,1,`;
    const { questions, problems } = await found(file);
    expect(questions.map((one) => ['correctAnswer' in one && one.correctAnswer, one.options])).toEqual([
      ['Red', ['Red', 'Green', 'Yellow', 'White']],
      ['-2+3', ['=1+1', '=HYPERLINK("http://x.example")', '@SUM(A1)', '-2+3']],
      ['Good', ['Good', 'Bad']],
    ]);
    expect(problems).toEqual([]);
  });

  test('without the required columns is refused with their names', async () => {
    expect((await found('Name,Email\nAsha,asha@example.org\n')).problems[0]?.message).toContain('Correct answer');
  });
});

describe('a bad file', () => {
  const zip = (name: string, content: Buffer) => {
    const [packed, title] = [deflateRawSync(content), Buffer.from(name)];
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(packed.length, 0);
    sizes.writeUInt32LE(content.length, 4);
    const head = Buffer.concat([
      Buffer.from('504b03041400000008000000000000000000', 'hex'),
      sizes,
      Buffer.from([title.length, 0, 0, 0]),
      title,
    ]);
    const entry = Buffer.concat([
      Buffer.from('504b010214001400000008000000000000000000', 'hex'),
      sizes,
      Buffer.from([title.length, 0]),
      Buffer.alloc(16),
      title,
    ]);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(entry.length, 12);
    end.writeUInt32LE(head.length + packed.length, 16);
    return Buffer.concat([head, packed, entry, end]);
  };

  test.each<[string, () => Uint8Array | string]>([
    ['a zip bomb', () => zip('xl/worksheets/sheet1.xml', Buffer.alloc(200 * 2 ** 20))],
    ['a workbook with entities', () => zip('xl/workbook.xml', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))],
    [
      'a workbook whose entities multiply',
      () => {
        const names = [...'abcdefghij'];
        const laughs = names.map((name, i) => `<!ENTITY ${name} "${i ? `&${names[i - 1]};`.repeat(10) : 'ha'}">`);
        return zip('xl/workbook.xml', Buffer.from(`<!DOCTYPE a [${laughs.join('')}]><a>&j;</a>`));
      },
    ],
    ['a PDF', () => '%PDF-1.7\n1 0 obj\n'],
    ['bytes', () => Buffer.from([1, 2, 0, 3, 0, 0, 7])],
    ['too much text', () => `Which? {=a ~b ~c ~d}\n\n${'x'.repeat(6_000_000)}`],
    ['too many questions', () => 'Which? {=a ~b ~c ~d}\n\n'.repeat(2001)],
  ])('that is %s is refused with a sentence', async (_, content) => {
    const { status, body } = await read(content());
    expect(status).toBe(400);
    expect((body as unknown as { message: string }).message).toMatch(/^[A-Z“].*\.$/);
  });

  test('with ten thousand broken questions is read, and the number of reported problems is bounded', async () => {
    const { questions, problems } = await found(`Which? {=a ~b ~c ~d}\n\n${'Broken {{{=~ \\\n\n'.repeat(10_000)}`);
    expect(questions).toHaveLength(1);
    expect(problems).toHaveLength(201);
    expect(problems.at(-1)?.message).toBe('9800 more of these are not shown here.');
  });

  test('can be uploaded only by staff, and a form without a file is refused', async () => {
    expect((await read('x', 'x.txt', learner)).status).toBe(403);
    expect((await call(testAuthoring.readFile, { form: new FormData() }, editor)).status).toBe(400);
    expect((await found('')).questions).toEqual([]);
  });
});

// Text that the contract accepts unchanged: it trims.
const plain = fc
  .string({ unit: fc.constantFrom(...'abzÄé१ =~#{}:\\"\',;-+@<>&/%$[]().'), minLength: 1, maxLength: 30 })
  .map((text) => `w${text.replace(/\s+/g, ' ').trim()}w`);
const hard = [
  'a -> b',
  '// no comment',
  '[html] no format',
  '%50% no weight',
  '=1+1',
  '@sum',
  'two\nlines',
  'two  spaces',
];
const words = fc.oneof({ weight: 9, arbitrary: plain }, fc.constantFrom(...hard));
/** A field of the form shows one line of an option. */
const onOneLine = words.filter((text) => !text.includes('\n'));
const question = fc
  .record(
    {
      questionText: words,
      options: fc.uniqueArray(onOneLine, { minLength: 4, maxLength: 4 }),
      place: fc.nat(3),
      topic: fc.constantFrom('', 'Fire', 'Life rafts'),
      forPractice: fc.constant(true),
      explanation: words,
    },
    { requiredKeys: ['questionText', 'options', 'place', 'topic'] },
  )
  .map(({ place, ...rest }): WrittenQuestion => ({ ...rest, correctAnswer: rest.options[place] ?? '' }));

/** A test needs a question to ask. */
const askedFirst: WrittenQuestion = { questionText: 'w', options: ['a', 'b', 'c', 'd'], topic: '', correctAnswer: 'a' };

const practised = {
  questionText: 'wpw',
  options: ['w', 'x', 'y', 'z'],
  topic: 'Fire',
  correctAnswer: 'y',
  forPractice: true,
};

// Rare cases: options that inherit the format of their text, and braces in the text.
const rare: WrittenQuestion[] = [
  { questionText: 'a -> b', options: ['waw', 'w&amp;w', 'w<>aw', 'w.w'], topic: '', correctAnswer: 'waw' },
  { questionText: 'waw', options: ['w{aw', 'w}w', '{=}', 'w.w'], topic: '', correctAnswer: '{=}' },
  // an explanation that is only markup, or would begin a comment or a question
  ...hard.map((explanation) => ({ ...practised, explanation })),
  ...['#', '}', '####', '[tag:fairlead:practice]', 'w\n\n// w {=a ~b ~c ~d}', 'w\\'].map((explanation) => ({
    ...practised,
    explanation,
  })),
];

const runs = Number(process.env.FUZZ_RUNS ?? 5);

test(
  'questions that are written as GIFT or CSV are read back unchanged',
  async () => {
    const course = await addCourse(program);
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 12 }), async (some) => {
        const questions = [askedFirst, ...some];
        const made = await call(
          assessments.create,
          { body: { courseId: course.id, title: 'Round', passMark: 50, questions } },
          editor,
        );
        for (const format of ['gift', 'csv'] as const) {
          const { data } = (
            await call(testAuthoring.writeFile, { params: { id: made.body.data._id }, query: { format } }, editor)
          ).body;
          const again = await found(data.content);
          expect(again.problems).toEqual([]);
          expect(again.questions.map(({ line: _, ...rest }) => rest)).toEqual(questions);
        }
      }),
      // examples are counted as runs
      { numRuns: runs + 1, examples: [[rare]] },
    );
  },
  60_000 + runs * 5_000,
);
