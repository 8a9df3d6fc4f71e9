import { expect, test } from 'vitest';
import { isTooWide, wrapComments } from './comment-width.ts';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test('a comment of one line becomes one of several, and what does not fit goes on in the next line', () => {
  expect(wrapComments([`  /** ${words(25)} */`, 'code'])).toEqual([
    '  /**',
    `   * ${words(23)}`,
    `   * ${words(2)}`,
    '   */',
    'code',
  ]);
  expect(wrapComments([`// ${words(24)}`, '// goes on'])).toEqual([`// ${words(23)}`, '// word goes on']);
  expect(wrapComments([` * ${words(24)}`, ' * goes on', ' */'])).toEqual([` * ${words(23)}`, ' * word goes on', ' */']);
});

test('a tag, an item of a list and another paragraph stay as they are', () => {
  expect(wrapComments([` * ${words(24)}`, ' * @returns x'])).toEqual([` * ${words(23)}`, ' * word', ' * @returns x']);
  expect(wrapComments([` * @param x ${words(23)}`, ' *   goes on'])).toEqual([
    ` * @param x ${words(21)}`,
    ' *   word word goes on',
  ]);
  expect(wrapComments([` * - ${words(24)}`, ' * - next'])).toEqual([` * - ${words(23)}`, ' *   word', ' * - next']);
  expect(wrapComments([` * - ${words(24)}`, ' *   goes on'])).toEqual([` * - ${words(23)}`, ' *   word goes on']);
  expect(wrapComments([` * @param x ${words(23)}`, ' * goes on'])).toEqual([
    ` * @param x ${words(21)}`,
    ' * word word goes on',
  ]);
  expect(wrapComments([` * ${words(24)}`, ' *   an example'])).toEqual([
    ` * ${words(23)}`,
    ' * word',
    ' *   an example',
  ]);
  expect(wrapComments([` * ${words(24)}`, ' *'])).toEqual([` * ${words(23)}`, ' * word', ' *']);
});

test.each([
  ['a comment that fits', `// ${words(23)}`],
  ['code', `const x = '${words(30)}';`],
  ['an address that cannot be broken', `// https://academy.example/${'x'.repeat(120)}`],
])('%s is left alone', (_, line) => {
  expect([isTooWide(line), wrapComments([line])]).toEqual([false, [line]]);
});
