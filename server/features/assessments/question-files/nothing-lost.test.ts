import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeFiles } from '../../../testing/cases.ts';
import { type Asked, writers } from '../testing/marked-banks.ts';
import { readBank } from '../testing/read-bank.ts';
import { inSigns } from './raised-signs.ts';

/** Parts of a text in HTML, each around a word that must be found again: in the text or in a note. */
const parts: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `<b>${word}</b> <i>x</i>`,
  (word) => `<p>${word}</p>`,
  (word) => `<span class="any" style="font-weight: bold">${word}</span>`,
  (word) => `10<sup>${word}</sup>`,
  (word) => `x<sub>${word}</sub>`,
  (word) => `<span style="vertical-align: super">${word}</span>`,
  (word) => `<s>${word}</s>`,
  (word) => `<del>${word}</del>`,
  (word) => `<span style="text-decoration: line-through">${word}</span>`,
  (word) => `<ol><li>${word}</li></ol>`,
  (word) => `<ul><li><p>${word}</p></li></ul>`,
  (word) => `<dl><dt>${word}</dt><dd>x</dd></dl>`,
  (word) => `<table><tr><td>${word}</td><td>2</td></tr></table>`,
  (word) => `<a href="https://a.example/${word}">x</a>`,
  (word) => `<img src="${word}.png" alt="x"/>`,
  (word) => `<img src="x.png" alt="${word}"/>`,
  (word) => `<audio src="${word}.mp3"></audio>`,
  (word) => `<video><source src="${word}.mp4"/></video>`,
  (word) => `<video><track src="${word}.vtt"/></video>`,
  (word) => `<iframe src="https://films.example/${word}"></iframe>`,
  (word) => `<object data="${word}.swf">x</object>`,
  (word) => `<embed src="${word}.swf"/>`,
  (word) => `<svg><text>${word}</text></svg>`,
  (word) => `<math><msup><mi>x</mi><mn>${word}</mn></msup></math>`,
  (word) => `\\(${word}^2\\)`,
  (word) => `$$${word}$$`,
  (word) => `<span class="multilang" lang="en">x</span> <span class="multilang" lang="hi">${word}</span>`,
  (word) => `{mlang en}x{mlang}{mlang hi}${word}{mlang}`,
  (word) => `<span style="display: none">${word}</span>`,
  (word) => `<script>${word}</script>`,
  (word) => `<style>.${word} { color: red }</style>`,
  (word) => `<abbr title="${word}">x</abbr>`,
  (word) => `<u>${word}</u>`,
  (word) => `<font color="${word}">x</font>`,
  (word) => `<select><option>${word}</option></select>`,
  (word) => `<input value="${word}"/>`,
  (word) => `<input placeholder="${word}"/>`,
  (word) => `<button>${word}</button>`,
  (word) => `<marquee>${word}</marquee>`,
  (word) => `<bdo dir="rtl">${word}</bdo>`,
  (word) => `<map><area alt="${word}"/></map>`,
  (word) => `<pre>a  ${word}</pre>`,
  (word) => `<blockquote><q>${word}</q></blockquote>`,
  (word) => `<ruby>x<rt>${word}</rt></ruby>`,
  (word) => `<h3>${word}</h3>`,
  (word) => `${word} &lt; 5 &amp; more`,
  (word) => `<!-- ${word} -->x`,
];

type Made = Asked & { words: string[] };

/** A question with such parts, and its words. */
const question: fc.Arbitrary<Made> = fc
  .record({
    text: fc.array(fc.nat(parts.length - 1), { minLength: 1, maxLength: 5 }),
    options: fc.array(fc.nat(parts.length - 1), { minLength: 2, maxLength: 4 }),
    explanation: fc.array(fc.nat(parts.length - 1), { maxLength: 2 }),
    hasBeside: fc.boolean(),
  })
  .map(({ text, options, explanation, hasBeside }) => {
    const words: string[] = [];
    const written = (part: number) => {
      const word = `wq${words.length}`;
      words.push(word);
      return parts[part]?.(word) ?? word;
    };
    return {
      text: `Which? ${text.map(written).join(' ')}`,
      // options differ by their letters
      options: options.map((part, i) => `${'abcd'[i]} ${written(part)}`),
      explanation: explanation.map(written).join(' '),
      ...(hasBeside && { beside: written(0) }),
      words,
    };
  });

const isSaid = (said: string, word: string): boolean =>
  [word, inSigns(word, 'sup'), inSigns(word, 'sub')].some(
    (form) => form !== undefined && new RegExp(`${form}(?![0-9⁰-₉])`).test(said),
  );

test.each(Object.entries(writers))(
  'every word of a file of %s is in its question or in a note',
  async (_, write) => {
    await fc.assert(
      fc.asyncProperty(question, async (made) => {
        const { questions, problems, notes } = await readBank(write(made));
        expect(problems).toEqual([]);
        const [read] = questions;
        const said = [read?.questionText, ...(read?.options ?? []), read?.explanation].join('\n');
        const named = notes.filter(({ name }) => name === 'One').map(({ message }) => message);
        expect(named).toHaveLength(notes.length);
        const all = `${said}\n${named.join('\n')}`;
        expect(made.words.filter((word) => !isSaid(all, word))).toEqual([]);
      }),
      madeFiles(60),
    );
  },
  600_000,
);
