import sharp from 'sharp';
import { expect, test } from 'vitest';
import { joinedGlyphs } from './sheet-picture.ts';

const use = (id: string, x: number, fill = '#0b2545') =>
  `<use xlink:href="#${id}" x="${x}" y="-0.5" fill="${fill}" fill-rule="nonzero"/>`;
/** A drawing as the compiler makes it: text is references to symbols, whose paths are relative. */
const drawing = (...uses: string[]) =>
  [
    '<svg viewBox="0 0 60 20" width="60pt" height="20pt" xmlns="http://www.w3.org/2000/svg"',
    'xmlns:xlink="http://www.w3.org/1999/xlink">',
    '<g class="typst-text" transform="matrix(1 0 0 -1 4 16)">',
    ...uses,
    '</g>',
    '<defs>',
    ...[
      '<symbol id="gA" overflow="visible">',
      '<path d="M 0 0m 1 0 l 4 12 l 4 -12 l -2 0 l -2 6 l -2 -6 Z"/>',
      '</symbol>',
    ],
    ...[
      '<symbol id="gB" overflow="visible">',
      '<path d="M 0 0m 0 0 h 6 v 8 h -6 Z m 2 2 v 4 h 2 v -4 Z"/>',
      '</symbol>',
    ],
    ...['<symbol id="gC" overflow="visible">', '<path fill="red" d="M 0 0m 0 0 h 6 v 8 h -6 Z"/>', '</symbol>'],
    '</defs>',
    '</svg>',
  ].join('\n');
const pixelsOf = (svg: string) => sharp(Buffer.from(svg)).raw().toBuffer();
const countOf = (svg: string, tag: string) => svg.split(`<${tag} `).length - 1;

test('glyphs in one path look as before: moved, with their holes, and where they overlap', async () => {
  const svg = drawing(use('gA', 0), use('gB', 9.25), use('gB', 13), use('gA', 30));
  const joined = joinedGlyphs(svg);
  expect([countOf(joined, 'use'), countOf(joined, 'path')]).toEqual([0, 1 + 3]);
  const [before, after] = [await pixelsOf(svg), await pixelsOf(joined)];
  expect(before.filter((value) => value === 255).length).toBeGreaterThan(50);
  // edges that share a pixel are mixed otherwise
  expect(Math.max(...before.map((value, index) => Math.abs(value - (after[index] ?? 0))))).toBeLessThan(96);
});

test('glyphs in other colours are other paths, in their order', () => {
  const joined = joinedGlyphs(drawing(use('gA', 0), use('gA', 9), use('gB', 18, '#d9431e'), use('gA', 27)));
  expect([...joined.matchAll(/<path fill="#(\w+)" d="M (\d+) /g)].map(([, fill, x]) => [fill, x])).toEqual([
    ['0b2545', '0'],
    ['d9431e', '18'],
    ['0b2545', '27'],
  ]);
});

test('a glyph with colours of its own stays as it is', () => {
  const joined = joinedGlyphs(drawing(use('gA', 0), use('gC', 9), use('gA', 18)));
  expect([countOf(joined, 'use'), countOf(joined, 'path')]).toEqual([1, 2 + 3]);
  expect(joined).toContain(use('gC', 9));
});
