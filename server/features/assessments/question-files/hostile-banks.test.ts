import { describe, expect, test } from 'vitest';
import { zipOf } from '../../../platform/archives/testing/zip.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { moodleXml, qti2 } from '../testing/question-banks.ts';
import { readBank } from '../testing/read-bank.ts';

const sentenceOf = async (content: string | Uint8Array) =>
  readBank(content).then(
    () => 'read',
    (error: unknown) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    },
  );

describe('text is read in the encoding that the file declares', () => {
  const bank = (encoding: string) => `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?>
<quiz><question type="truefalse"><name><text>é</text></name><questiontext format="html"><text>Où est l’étrave ?</text></questiontext>
<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`;
  const windows = (text: string) => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(bank('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${bank('utf-8')}`)],
    ['nothing', Buffer.from(bank(''))],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${bank('UTF-16')}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${bank('UTF-16')}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(bank('UTF-16'), 'utf16le')],
    ['windows-1252', windows(bank('windows-1252'))],
  ])('%s', async (_, bytes) => {
    expect((await readBank(bytes)).questions).toMatchObject([{ questionText: 'Où est l’étrave ?' }]);
  });

  test('and a wrong one is refused with a sentence', async () => {
    expect(await sentenceOf(windows(bank('UTF-8')))).toBe(
      'This file says that it is written in UTF-8, but it has other bytes. Please export it again.',
    );
    expect(await sentenceOf(Buffer.from(bank('klingon')))).toBe(
      'This file says that it is written in klingon, which is not known.',
    );
  });
});

describe('a hostile file', () => {
  const deep = 200_000;
  test.each<[string, () => Promise<string | Uint8Array> | string | Uint8Array, RegExp]>([
    [
      'has entities',
      () => '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "b">]><quiz>&a;</quiz>',
      /declares entities/,
    ],
    [
      'names other files',
      () => '<!DOCTYPE quiz [<!ENTITY a SYSTEM "file:///etc/passwd">]><quiz>&a;</quiz>',
      /declares entities/,
    ],
    ['uses entities that it does not declare', () => '<quiz>\n<question>&nbsp;</question></quiz>', /broken at line 2/],
    ['ends in its middle', () => moodleXml.slice(0, 3000), /broken at line \d+/],
    ['is deep', () => `<quiz>${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}</quiz>`, /inside each other/],
    ['is of another program', () => '<?xml version="1.0"?><html><body/></html>', /neither Moodle's nor QTI.*“html”/],
    ['is of another program, without a declaration', () => '<configuration/>', /neither Moodle's nor QTI/],
    ['is the list of a package', () => '<assessmentTest identifier="t"/>', /Please upload the package, a ZIP file/],
    ['has no questions', () => '<quiz><question type="category"/></quiz>', /has no questions/],
    ['is a zip of something else', () => zipOf({ 'readme.txt': 'Hello' }), /no questions of QTI/],
    ['is a broken zip', async () => (await zipOf(qti2)).subarray(0, 900), /ZIP/],
    ['unpacks to very much', () => zipOf({ 'imsmanifest.xml': ' '.repeat(30 * 2 ** 20) }), /unusual size/],
    [
      'has entities in a package',
      () => zipOf({ 'imsmanifest.xml': '<!DOCTYPE m [<!ENTITY a "b">]><m>&a;</m>' }),
      /“imsmanifest.xml” declares entities/,
    ],
    ['leads out of the package', async () => renamed(await zipOf({ 'aa/aa/passwd': 'x' }), 'aa/aa/', '../../'), /.+/],
    [
      'has 2,001 questions',
      () => moodleXml.replace('</quiz>', `${oneQuestion.repeat(2001)}</quiz>`),
      /more than 2,000/,
    ],
    ['has more than 5,00,000 elements', () => `<quiz>${'<a/>'.repeat(500_000)}</quiz>`, moreThanElements],
    ['has as many instructions', () => `<quiz>${'<?a?>'.repeat(500_000)}</quiz>`, moreThanElements],
    ['has as many attributes', () => `<quiz><a ${manyAttributes()}/></quiz>`, moreThanElements],
    [
      'hides its elements behind an apostrophe',
      () => `<!DOCTYPE quiz [<!-- ' -->]><quiz>${'<a/>'.repeat(500_000)}</quiz>`,
      moreThanElements,
    ],
    ['has too many pictures', () => moodleXml.replace('iVBORw0KGgo=', 'A'.repeat(17 * 2 ** 20)), /more than 12 MB/],
  ])('that %s is refused with a sentence', async (_, content, sentence) => {
    expect(await sentenceOf(await content())).toMatch(sentence);
  });

  test('with tags in comments, texts and attributes is not taken for one with many elements', async () => {
    const tags = '<a/>'.repeat(300_000);
    const bank = moodleXml
      .replace('<quiz>', `<quiz><!--${tags}--><question type="category" note="${'>'.repeat(1000)}"/>`)
      .replace('Think of air.', `<![CDATA[${tags}]]>`);
    expect((await readBank(bank)).questions.length).toBe((await readBank(moodleXml)).questions.length);
  });

  test('with ten megabytes in one line is read', async () => {
    const found = await readBank(moodleXml.replace('Think of air.', 'x'.repeat(10 * 2 ** 20)).replaceAll('\n', ' '));
    expect(found.questions).toHaveLength(8);
    await readBank(`<quiz>${'<question type="truefalse">'.padEnd(10 * 2 ** 20, '<')}`).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  });

  test.each<[string, string, (many: string) => string]>([
    ['options', 'options', (many) => `<question type="multichoice"><single>false</single>${many}`],
    ['steps', 'options', (many) => `<question type="ordering">${many}`],
    ['accepted answers', 'accepted answers', (many) => `<question type="shortanswer">${many}`],
  ])('with 100,000 %s in a question is read without that question', async (_, what, question) => {
    const many = Array.from({ length: 100_000 }, (__, i) => `<answer fraction="100"><text>${i}</text></answer>`);
    const found = await readBank(
      `<quiz>${question(many.join(''))}<questiontext><text>q</text></questiontext></question></quiz>`,
    );
    expect(found.questions).toEqual([]);
    expect(found.problems.map(({ message }) => message)).toEqual([`A question has at most 10 ${what}`]);
  });

  test('of one broken item does not keep the others of its package out', async () => {
    const found = await readBank(
      await zipOf({ ...qti2, 'items/order.xml': '<assessmentItem><broken></assessmentItem>' }),
    );
    expect(found.questions).toHaveLength(5);
    expect(found.problems.map(({ entry, message }) => [entry, message])).toContainEqual([
      'items/order.xml',
      expect.stringMatching(/broken at line 1/),
    ]);
  });
});

const moreThanElements = /^This file has more than 5,00,000 elements\. Please split it\.$/;
const manyAttributes = () => Array.from({ length: 500_000 }, (_, i) => `a${i}=''`).join(' ');
const oneQuestion =
  '<question type="truefalse"><name><text>n</text></name><questiontext><text>q</text></questiontext><answer fraction="100"><text>true</text></answer></question>';
/** A zip with a name in place of another of the same length. */
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
