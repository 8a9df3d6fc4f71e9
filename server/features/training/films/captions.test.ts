import { expect, test } from 'vitest';
import { decodeText, toWebVtt } from './captions.ts';

test('SubRip is converted to WebVTT', () => {
  const srt =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:03,000\r\nMuster <i>stations</i>!\r\nTwo lines\r\n\r\n2\r\n01:02:03,004 --> 01:02:05,000\r\nA & B\r\n';
  expect(toWebVtt(srt)).toBe(
    'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nMuster stations!\nTwo lines\n\n01:02:03.004 --> 01:02:05.000\nA &amp; B\n',
  );
});

// shows: asvs/1.3.5
test('WebVTT keeps its times and words, and loses styles, notes and settings', () => {
  const vtt =
    'WEBVTT Drill\n\nSTYLE\n::cue { background: url(https://elsewhere.example) }\n\nNOTE said twice\n\n00:05.000 --> 00:06.000 line:0\nSecond\n\nfirst\n00:01.000 --> 00:02.000\n<v Mate>First</v>\n';
  expect(toWebVtt(vtt)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n\n00:00:05.000 --> 00:00:06.000\nSecond\n',
  );
});

test('text cannot be mistaken for a timestamp or a tag', () => {
  const vtt = toWebVtt('00:01.000 --> 00:02.000\n00:00.000 --> 99:99.000 and 1 < 2');
  expect(vtt).toContain('00:00.000 --&gt; 99:99.000 and 1 &lt; 2');
});

/** What a file becomes: its captions as [seconds, text], and the remarks. */
function read(text: string, seconds?: number) {
  const remarks: string[] = [];
  const vtt = toWebVtt(text, { seconds, remark: (sentence) => void remarks.push(sentence) });
  const cues = vtt
    .split('\n\n')
    .slice(1)
    .map((block) => block.trimEnd().split('\n').slice(1).join('\n'));
  return { vtt, cues, remarks };
}
const srt = (...texts: string[]) =>
  texts.map((text, i) => `${i + 1}\n00:00:0${i},500 --> 00:00:0${i + 1},000\n${text}\n`).join('\n');

test.each([
  'Enter only if O2 < 23.5 % and O2 > 20.8 % by volume',
  'between <low and high> water',
  'a<b and c>d',
  '1 <2> 3',
])('a sentence with signs of less and greater stays whole: %s', (sentence) => {
  const { cues, remarks } = read(srt(sentence));
  expect(cues).toEqual([sentence.replaceAll('<', '&lt;')]);
  expect(remarks).toEqual([]);
});

test('entities are decoded once and escaped once', () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nO2 &lt; 23.5 % &amp; H2S &gt; 1 caf&eacute; &#8451; &amp;lt; AT&T\n';
  expect(read(vtt).cues).toEqual(['O2 &lt; 23.5 % &amp; H2S > 1 café ℃ &amp;lt; AT&amp;T']);
});

test('captions without blank lines between them are read one by one, and keep numbers in their text', () => {
  const dense = srt('Muster', 'Raft 7', '3').replaceAll('\n\n', '\n');
  expect(read(dense)).toMatchObject({ cues: ['Muster', 'Raft 7', '3'], remarks: [] });
  const unnumbered = '00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\n2\n00:03.000 --> 00:04.000\nThree';
  expect(read(unnumbered)).toMatchObject({ cues: ['One', '2', 'Three'], remarks: [] });
});

test('the text behind a blank line in a caption of SubRip belongs to it', () => {
  expect(read(srt('One\n\nstill one', 'Two'))).toMatchObject({ cues: ['One\nstill one', 'Two'], remarks: [] });
});

test('everything that is left out has a remark that says what it was', () => {
  const vtt =
    'WEBVTT Drill\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nNOTE said twice\n\n00:01.000 --> 00:02.000 line:0 align:start\n<v Mate>First</v>\n\nlost words\n\n00:03.000 --> 00:04.000\n\n00:05.000 --> 00:06.000\n{\\an8}Third\n';
  const { cues, remarks } = read(vtt);
  expect(cues).toEqual(['First', 'Third']);
  for (const said of ['Drill', 'color: red', 'id:fred', 'said twice', 'line:0 align:start', '<v Mate>', 'lost words'])
    expect(remarks.filter((one) => one.includes(said))).toHaveLength(1);
  expect(remarks.join()).toMatch(/Captions without text left out of 1 caption at 00:00:03.000/);
  expect(remarks.join()).toMatch(/Marks in the text left out of 2 captions/);
  expect(read(srt('One')).remarks).toEqual([]);
});

test('captions behind the end of the film are named, and refused where all are', () => {
  const late = `${srt('One')}\n2\n00:10:00,000 --> 00:10:01,000\nLate\n`;
  expect(read(late, 60).remarks).toEqual([
    '1 caption stands behind the end of the video (00:01:00.000), the first at 00:10:00.000. Are they of another video?',
  ]);
  expect(read(late, 600).remarks).toEqual([]);
  expect(() => read('00:10:00.000 --> 00:10:01.000\nLate', 60)).toThrow(/of another video/);
});

// shows: threats/blocked-thread, asvs/1.3.3
test.each([
  ['<', '&lt;'],
  ['{\\', '{\\'],
])('a caption that only contains %s, which closes no tag, is parsed in negligible time', (sign, written) => {
  // With a search to the end of the line for each character, this takes more than a minute and blocks the main thread.
  const vtt = toWebVtt(`00:01.000 --> 00:02.000\n${sign.repeat(200_000)}`);
  expect(vtt.endsWith(`\n${written.repeat(200_000)}\n`)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['prose', 'Once upon a time\n\nthere was a ship'],
  ['a time that ends before it begins', '00:02.000 --> 00:01.000\nBack'],
  ['an arrow with a hyphen missing', `${srt('One')}\n2\n00:00:04,500 -> 00:00:06,500\nTwo`],
  ['a time without its minutes', `${srt('One')}\n2\n00:04,500 –> 00:00:06\nTwo`],
  ['too many', Array.from({ length: 10_001 }, () => '00:01.000 --> 00:02.000\nx').join('\n\n')],
])('%s is refused with a reason', (_, text) => {
  expect(() => toWebVtt(text)).toThrow(/captions|ends before|is no time of a caption/);
});

test('the Windows-1252 code page is read too', () => {
  expect(decodeText(new Uint8Array([0x43, 0x61, 0x66, 0xe9]))).toBe('Café');
  expect(decodeText(new TextEncoder().encode('श्री'))).toBe('श्री');
});

test.each(['Café', 'मस्टर स्टेशन पर जाएं और लाइफजैकेट पहनें', '救命艇'])(
  'UTF-16 is read with and without a mark: %s',
  (words) => {
    const text = srt(words);
    const wide = Buffer.from(text, 'utf16le');
    for (const bytes of [wide, Buffer.from(`\ufeff${text}`, 'utf16le')])
      for (const ordered of [bytes, Buffer.from(bytes).swap16()])
        expect(read(decodeText(ordered)).cues).toEqual([words]);
  },
);
