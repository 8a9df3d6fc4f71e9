import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessed } from '../../../platform/tables/decode-text.ts';
import { madeFiles } from '../../../testing/cases.ts';
import { decodeText, toWebVtt } from './captions.ts';

const accented = (word: string) => `श्री ${word} é`;
/** Texts of captions, each around a word that must be found again: in the captions or in a remark. */
const texts: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `O2 < 23.5 % and ${word} > 20.8 %`,
  (word) => `<i>${word}</i>`,
  (word) => `<${word} and more>`,
  (word) => `<v ${word}>Muster</v>`,
  (word) => `<c.${word}>Muster</c>`,
  (word) => `<font color="${word}">Muster</font>`,
  (word) => `{\\${word}}Muster`,
  (word) => `a &lt; ${word} &amp; b`,
  (word) => `first line\n${word}`,
  (word) => `7\n${word}`,
  (word) => `${word} --> there`,
  accented,
];
/** Blocks of WebVTT that are no captions. */
const blocks: readonly ((word: string) => string)[] = [
  (word) => `STYLE\n::cue(.${word}) { color: red }`,
  (word) => `REGION\nid:${word}`,
  (word) => `NOTE ${word}`,
  (word) => `${word} without a time`,
];
/** Windows-1252, in which other scripts are question marks. */
const windows = (text: string) => Buffer.from(text.replace(/[^\0-\xff]+/g, '?'), 'latin1');
const encodings: readonly ((text: string) => Buffer)[] = [
  windows,
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le').swap16(),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
];

const file = fc.record({
  cues: fc.array(fc.nat(texts.length - 1), { minLength: 1, maxLength: 4 }),
  beside: fc.array(fc.nat(blocks.length - 1), { maxLength: 3 }),
  hasSettings: fc.boolean(),
  isDense: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
  encoding: fc.nat(encodings.length - 1),
});

test.each(['SRT', 'WebVTT'])(
  'every word of a file of %s is in a caption or in a remark',
  (format) => {
    const isSrt = format === 'SRT';
    fc.assert(
      fc.property(file, ({ cues, beside, hasSettings, isDense, end, encoding }) => {
        const words: string[] = [];
        const said = (part: ((word: string) => string) | undefined) => {
          const word = `wq${words.length}q`;
          words.push(word);
          return part?.(word) ?? word;
        };
        const point = isSrt ? ',' : '.';
        const captions = cues.map((one, i) => {
          const settings = hasSettings ? ` ${said((word) => `${isSrt ? 'X1' : 'region'}:${word}`)}` : '';
          const times = `00:00:0${i}${point}500 --> 00:00:0${i + 1}${point}000${settings}`;
          return `${isSrt ? `${i + 1}\n` : ''}${times}\n${said(texts[one])}`;
        });
        const others = isSrt ? [] : beside.map((one) => said(blocks[one]));
        const text = isSrt ? captions.join(isDense ? '\n' : '\n\n') : ['WEBVTT', ...others, ...captions].join('\n\n');
        const remarks: string[] = [];
        const remark = (sentence: string) => void remarks.push(sentence);
        const bytes = encodings[encoding]?.(`${text}\n`.replaceAll('\n', end)) ?? Buffer.alloc(0);
        const vtt = toWebVtt(decodeText(bytes, remark), { seconds: 60, remark });
        expect(vtt.match(/^\d\d:\d\d:\d\d\.\d{3} -->/gm)).toHaveLength(cues.length);
        const all = `${vtt}\n${remarks.join('\n')}`;
        expect(words.filter((word) => !all.includes(word))).toEqual([]);
        const isGuessed = encodings[encoding] === windows && cues.some((one) => texts[one] === accented);
        expect(remarks.includes(guessed)).toBe(isGuessed);
      }),
      madeFiles(100),
    );
  },
  600_000,
);
