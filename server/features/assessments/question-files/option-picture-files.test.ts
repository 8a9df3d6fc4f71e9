import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { zipOf } from '../../../platform/archives/testing/zip.ts';
import { questionsIn, readBank } from '../testing/read-bank.ts';
import { writeQuestionFile } from './question-file.ts';

test('pictures, explanations and the mark for practice are in Moodle XML and QTI', async () => {
  const picture = { _id: randomUUID(), url: '/x', width: 1, height: 1, text: 'A "sign" & more' };
  const pictureBytes = { name: 'a1.webp', bytes: Buffer.from('bytes of a picture') };
  const one = {
    questionText: 'Which?',
    options: ['a', 'b', 'c', 'd'],
    correctAnswer: 'b',
    topic: 'Signs',
    forPractice: true,
    explanation: 'Two\nlines  here',
  };
  for (const format of ['moodle', 'qti'] as const) {
    // an option with a text and a picture, one that is a picture alone, and others
    const optionPictures = [null, picture, { ...picture, text: 'c' }, null];
    const optionPictureBytes = [undefined, pictureBytes, { name: 'a2.webp', bytes: Buffer.from('another') }];
    const several = { ...one, kind: 'several-choices' as const, partMarks: false, correctAnswers: ['b', 'c'] };
    const written = await writeQuestionFile({ format, title: 'Signs' }, [
      { ...one, picture, pictureBytes, optionPictures, optionPictureBytes },
      { ...several, optionPictures, optionPictureBytes },
    ]);
    expect(written).toMatchObject({ withoutPicture: 0, leftOut: 0 });
    const found = await readBank(written.isBase64 ? Buffer.from(written.content, 'base64') : written.content);
    expect(found.notes).toEqual([]);
    const pictureFile = { base64: pictureBytes.bytes.toString('base64'), text: picture.text };
    const optionPictureFiles = [
      null,
      pictureFile,
      { base64: Buffer.from('another').toString('base64'), text: 'c' },
      null,
    ];
    const { correctAnswer: _, ...many } = several;
    expect(questionsIn(found)).toEqual([
      { ...one, pictureFile, optionPictureFiles },
      { ...many, optionPictureFiles },
    ]);
  }
  const withOption = await writeQuestionFile({ format: 'csv', title: 'Signs' }, [
    { ...one, optionPictures: [picture] },
  ]);
  expect(withOption.withoutPicture).toBe(1);
  const gift = await writeQuestionFile({ format: 'gift', title: 'Signs' }, [{ ...one, picture, pictureBytes }]);
  expect(gift.withoutPicture).toBe(1);
});

const image = (name: string, alt: string) => `<img src="../images/${name}.png" alt="${alt}"/>`;
const htmlOf = (markup: string) => `<mattext texttype="text/html">${markup.replaceAll('<', '&lt;')}</mattext>`;
test.each<[string, string]>([
  [
    'QTI 2',
    `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>b</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R"><prompt>Which?</prompt><simpleChoice identifier="a">${image('can', 'A can')}</simpleChoice><simpleChoice identifier="b"><p>This ${image('cone', 'A cone')}</p></simpleChoice><simpleChoice identifier="c">None</simpleChoice></choiceInteraction></itemBody><responseProcessing template="match_correct"/></assessmentItem>`,
  ],
  [
    'QTI 1.2',
    `<questestinterop><item ident="i"><presentation><material><mattext>Which?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="a"><material>${htmlOf(image('can', 'A can'))}</material></response_label><response_label ident="b"><material><mattext>This</mattext><matimage uri="../images/cone.png" label="A cone"/></material></response_label><response_label ident="c"><material><mattext>None</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">b</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item></questestinterop>`,
  ],
])('pictures of options are read from a package of %s, and one that is missing is named', async (_, item) => {
  const found = await readBank(
    await zipOf({ 'items/a.xml': item, 'images/can.png': 'a can', 'images/cone.png': 'a cone' }),
  );
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  expect(found).toMatchObject({ problems: [], notes: [] });
  expect(questionsIn(found)).toEqual([
    {
      kind: 'choice',
      questionText: 'Which?',
      options: ['A can', 'This', 'None'],
      correctAnswer: 'This',
      optionPictureFiles: [
        { base64: base64('a can'), text: 'A can' },
        { base64: base64('a cone'), text: 'A cone' },
        null,
      ],
      topic: '',
    },
  ]);
  // an option that has words stays without its picture
  const without = await readBank(await zipOf({ 'items/a.xml': item, 'images/can.png': 'a can' }));
  expect(without.notes.map(({ message }) => message)).toEqual([
    'Its picture “../images/cone.png” is not in the file and is left out. It shows “A cone”.',
  ]);
  const neither = await readBank(await zipOf({ 'items/a.xml': item }));
  expect(neither.questions).toEqual([]);
  expect(neither.problems.map(({ message }) => message)).toEqual([
    'The picture “../images/can.png” of an option is not in the file.',
  ]);
});
