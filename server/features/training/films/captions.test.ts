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
  ['too many', Array.from({ length: 10_001 }, () => '00:01.000 --> 00:02.000\nx').join('\n\n')],
])('%s is refused with a reason', (_, text) => {
  expect(() => toWebVtt(text)).toThrow(/captions|ends before/);
});

test('the Windows-1252 code page is read too', () => {
  expect(decodeText(new Uint8Array([0x43, 0x61, 0x66, 0xe9]))).toBe('Café');
  expect(decodeText(new TextEncoder().encode('श्री'))).toBe('श्री');
});
