import { describe, expect, test } from 'vitest';
import { type Asked, cdata, writers } from '../testing/marked-banks.ts';
import { readBank } from '../testing/read-bank.ts';
import { htmlText } from './html-text.ts';

const readIn = async (format: string, asked: Asked) => {
  const { questions, problems, notes } = await readBank(writers[format]?.(asked) ?? '');
  expect(problems).toEqual([]);
  expect(notes.every(({ name }) => name === 'One')).toBe(true);
  return { question: questions[0], notes: notes.map(({ message }) => message) };
};
const other = ['right', 'wrong'];

describe.each(Object.keys(writers))('%s', (format) => {
  test('a number above or below the line stays there', async () => {
    const { question, notes } = await readIn(format, {
      text: 'How much is 2<sup>3</sup> of CO<sub>2</sub>?',
      options: ['10<sup>6</sup>', '10<sup>-3</sup>', '10<span style="vertical-align: super">3</span>', '106'],
    });
    expect(question?.questionText).toBe('How much is 2³ of CO₂?');
    expect(question).toMatchObject({ options: ['10⁶', '10⁻³', '10³', '106'], correctAnswer: '10⁶' });
    expect(notes).toEqual([]);
  });

  test('a sign that cannot be raised keeps its place in brackets, with a note', async () => {
    const { question, notes } = await readIn(format, {
      text: 'What is k<sub>Q</sub>?',
      options: ['10<sup>½</sup>', 'b'],
    });
    expect(question).toMatchObject({ questionText: 'What is k_(Q)?', options: ['10^(½)', 'b'] });
    expect(notes.join()).toMatch(/“½”.*“Q”|“Q”.*“½”/);
  });

  test.each([
    '<s>not</s>',
    '<del>not</del>',
    '<strike>not</strike>',
    '<span style="text-decoration:line-through">not</span>',
  ])('what is struck out does not become an order: %s', async (struck) => {
    const { question, notes } = await readIn(format, {
      text: `Do ${struck} open the valve.`,
      options: [`Do ${struck} open`, 'b'],
      explanation: `Do ${struck} open`,
    });
    expect(question).toMatchObject({
      questionText: 'Do [struck out: not] open the valve.',
      options: ['Do [struck out: not] open', 'b'],
      explanation: 'Do [struck out: not] open',
    });
    expect(notes).toHaveLength(3);
  });

  test('lists keep their numbers, letters and marks', async () => {
    const { question, notes } = await readIn(format, {
      text: '<ol><li>Alarm</li><li><p>Muster</p></li></ol><ul><li>Foam</li></ul><ol type="a" start="3"><li>Boat</li></ol>',
      options: ['1 before 2', '2 before 1'],
    });
    expect(question?.questionText).toBe('1. Alarm\n2. Muster\n• Foam\nc. Boat');
    expect(notes).toEqual([]);
  });

  test('one language of several is held, English first, and the others are named', async () => {
    const { question, notes } = await readIn(format, {
      text: '<span class="multilang" lang="hi">Aag</span> <span class="multilang" lang="en">Fire</span>!',
      options: ['{mlang hi}Paani{mlang}{mlang en}Water{mlang}', '{mlang fr}Eau{mlang}'],
    });
    expect(question).toMatchObject({ questionText: 'Fire!', options: ['Water', 'Eau'] });
    expect(notes.join()).toMatch(/hi “Aag”/);
    expect(notes.join()).toMatch(/hi “Paani”/);
  });

  test.each([
    ['\\(x^2\\)', 'x^2'],
    ['$$y^3$$', 'y^3'],
    ['<table><tr><td>Low</td><td>High</td></tr></table>', 'Low | High'],
    ['<audio src="horn.mp3"></audio>', 'horn.mp3'],
    ['<video src="drill.mp4"></video>', 'drill.mp4'],
    ['<iframe src="https://films.example/1"></iframe>', 'films.example'],
    ['<object data="a.swf"></object>', 'a.swf'],
    ['<a href="https://rules.example/solas">SOLAS</a>', 'rules.example'],
    ['<u>underlined</u>', 'underlined'],
    ['<span style="color: red">port</span>', 'red'],
    ['<marquee>moving</marquee>', 'moving'],
    ['<span style="display: none">secret</span>', 'secret'],
    ['<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', '1/2'],
    ['<img src="gone.png" alt="A red cone"/>', 'A red cone'],
  ])('%s in a text, an option and an explanation has a note that says what it was', async (html, said) => {
    const text = await readIn(format, { text: `What is ${html}?`, options: other });
    expect(text.notes.join()).toContain(said);
    const option = await readIn(format, { text: 'Which?', options: [`This ${html}`, 'b'] });
    expect(option.notes.join()).toContain(said);
    const explanation = await readIn(format, { text: 'Which?', options: other, explanation: `See ${html}` });
    expect(explanation.notes.join()).toContain(said);
  });
});

// browsers show nothing behind a tag that never ends, where authors of plain sentences mean 'less than'
test.each([
  ['Enter if O2 <limit', 'Enter if O2 <limit', ''],
  ['if a <b then <i>c', 'if a c', '“<b then <i>” is read as a tag'],
  ['less </than', 'less </than', ''],
  ['before <!-- never closed', 'before <!-- never closed', ''],
  ['keep <b and c> d', 'keep d', '“<b and c>” is read as a tag'],
  ['<p>pressure <p1 or T<T2</p>', 'pressure', '“<p1 or T<T2</p>” is read as a tag'],
  ['<video controls src="drill.mp4"></video>', '', 'drill.mp4'],
])('no words behind a < are lost in silence: %s', (html, text, said) => {
  const read = htmlText(html);
  expect(read.text).toBe(text);
  expect(read.remarks.join()).toContain(said);
  expect(read.remarks.join()).not.toContain('controls');
});

test('markup in pairs, steps and accepted answers has its notes', async () => {
  const moodle = (type: string, body: string) =>
    readBank(
      `<quiz><question type="${type}"><name><text>One</text></name><questiontext><text>q</text></questiontext>${body}</question></quiz>`,
    );
  const struck = cdata('<s>a</s>');
  const pair = `<subquestion format="html"><text>${struck}</text><answer><text>${cdata('x<sub>Q</sub>')}</text></answer></subquestion>`;
  const twice = `${pair}<subquestion format="html"><text>b</text><answer><text>y</text></answer></subquestion>`;
  expect((await moodle('matching', twice)).notes).toHaveLength(2);
  const step = (text: string, place: number) =>
    `<answer fraction="${place}" format="html"><text>${text}</text></answer>`;
  expect((await moodle('ordering', step(struck, 1) + step('b', 2))).notes).toHaveLength(1);
  expect((await moodle('shortanswer', step(struck, 100))).notes).toHaveLength(1);
});

test('tags, hidden questions and descriptions of categories have notes', async () => {
  const { notes } = await readBank(
    '<quiz><question type="category"><category><text>$course$/Deck/Fire</text></category><info><text>All of chapter II-2</text></info></question><question type="truefalse"><questiontext><text>q</text></questiontext><hidden>1</hidden><answer fraction="100"><text>true</text></answer><tags><tag><text>officers</text></tag></tags></question></quiz>',
  );
  const all = notes.map(({ message }) => message).join('\n');
  for (const said of ['$course$/Deck/Fire', 'All of chapter II-2', 'hidden', 'officers']) expect(all).toContain(said);
});

// Moodle's own reader, question/format/gift/format.php, takes each of these
test.each([
  ['Time is 12:30 UTC {T}', 'Time is 12:30 UTC', 'True'],
  ['1+1=2 {T}', '1+1=2', 'True'],
  ['3:1 is {=lean ~rich}', '3:1 is', 'lean'],
  ['Muster at {=08:00 ~09:00}', 'Muster at', '08:00'],
  ['See https://a.example/?b=1#c {=one ~two}', 'See https://a.example/?b=1#c', 'one'],
  ['Pressure ~ 7 bar # 1 {F}', 'Pressure ~ 7 bar # 1', 'False'],
  ['Turn {=port ~starboard} now', 'Turn _____ now', 'port'],
  ['::Ratio 3\\:1::[html]<p>a &amp; b</p>{=x ~y}', 'a & b', 'x'],
  ['10<sup>6</sup> {=x ~y}', '10⁶', 'x'],
  ['Two\n// a comment\nlines {=x ~y}', 'Two\nlines', 'x'],
])('GIFT is read as Moodle reads it: %s', async (gift, questionText, correctAnswer) => {
  const { questions, problems } = await readBank(gift);
  expect(problems).toEqual([]);
  expect(questions).toMatchObject([{ questionText, correctAnswer }]);
});

test.each([
  ['Which?\n{=a ~b', 'Line 2 has a “{”'],
  ['a } b\n{=a ~b}', 'Line 1 has a “}”'],
  ['Which\n{=a ~b}\n{=c ~d}', 'Line 3 has a “{”'],
  ['Which {=a ~~b}', '“\\~”'],
  ['Which {x =a ~b}', 'Begin each option'],
  ['How many {#about 5}', 'is not a number'],
  ['How many {#10:1:2}', 'is not a number'],
  ['Which {=a =b ~c}', 'Several options earn the whole mark'],
])('a sign of GIFT that does not fit is named with its line and the remedy: %s', async (gift, said) => {
  const { problems } = await readBank(`First {=a ~b}\n\n\n\n${gift}`);
  const line = /^Line (\d+)/.exec(said)?.[1];
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining(line ? said.replace(line, String(Number(line) + 4)) : said),
  ]);
});

test.each([
  ['Which two {~%50%a ~%50%b ~c}', true],
  ['Which two {~%60%a ~%40%b ~%-50%c}', true],
  ['Which two {~%50%a ~%50%b ~%-50%c}', false],
  ['// [tag:fairlead:all-or-nothing]\nWhich two {~%60%a ~%40%b ~c}', false],
])('weights that marks here do not have are named: %s', async (gift, isNamed) => {
  const { questions, notes } = await readBank(gift);
  expect(questions).toMatchObject([{ correctAnswers: ['a', 'b'] }]);
  expect(notes.filter(({ message }) => message.startsWith('Its weights are not held'))).toHaveLength(isNamed ? 1 : 0);
});

test('an equals sign in the middle of a word has a note, since it begins an answer', async () => {
  const { notes } = await readBank('Which is right? {~1+1=2 ~3}');
  expect(notes).toMatchObject([{ message: expect.stringContaining('“\\=”') }]);
});
