import { expect, test } from 'vitest';
import { optionsOf } from './found-questions.ts';

const unnamed = { text: '', picture: { base64: 'AAAA', text: '' } };

test('pictures without a name get numbers that do not tell where they stood, and that no option has', () => {
  const notes: string[] = [];
  const drawn = Array.from({ length: 50 }, () => optionsOf(Array(4).fill(unnamed), (note) => notes.push(note)).options);
  for (const options of drawn) expect(new Set(options.filter((option) => /^Picture [1-8]$/.test(option))).size).toBe(4);
  expect(new Set(drawn.map(([first]) => first)).size).toBeGreaterThan(1);
  expect(notes).toHaveLength(50);

  const named = { text: '', picture: { base64: 'AAAB', text: 'Picture 3' } };
  const { options } = optionsOf([{ text: 'Picture 2' }, named, named, unnamed], () => {});
  expect(options.slice(0, 2)).toEqual(['Picture 2', 'Picture 3']);
  expect(new Set(options).size).toBe(4);
  expect(options.every(Boolean)).toBe(true);
});
