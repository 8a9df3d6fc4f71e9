import { expect, test } from 'vitest';
import { readRows, splitAnswer, type TextRow, writeRows } from './raw-rows.ts';

const long = 'x'.repeat(70_000);

test.each<[string, TextRow[]]>([
  ['no rows', []],
  ['a row without columns', [[]]],
  [
    'NULL, and empty texts',
    [
      [null, '', 'a'],
      ['', null, null],
    ],
  ],
  [
    'texts in other scripts',
    [
      ['नाम', 'plain'],
      ['😀', 'é'],
    ],
  ],
  ['a text of one script beside rows of another', [['a'], ['王']]],
  [
    'texts that are too long to be cut from one',
    [
      [long, 'end'],
      [null, long],
    ],
  ],
])('%s are read as they were written', (_, rows) => {
  expect(readRows(writeRows(rows))).toEqual(rows);
});

/** A message of a kind, with a content. */
function message(kind: string, content: string): Buffer {
  const bytes = Buffer.alloc(5 + content.length);
  bytes.write(kind);
  bytes.writeInt32BE(4 + content.length, 1);
  bytes.write(content, 5);
  return bytes;
}

test('rows are found between other messages, also where a notice comes amid them', () => {
  const [one, two] = [writeRows([['1']]), writeRows([['DDD'], [null]])];
  const [description, notice, done] = [message('T', 'DDDDD'), message('N', 'note'), message('C', 'SELECT 3')];
  const { rows, others } = splitAnswer(Buffer.concat([description, one, notice, two, done]));
  expect(readRows(rows)).toEqual([['1'], ['DDD'], [null]]);
  expect(Buffer.concat(others)).toEqual(Buffer.concat([description, notice, done]));
});

test('an answer without rows has no bytes of them', () => {
  const done = message('C', 'UPDATE 1');
  expect(splitAnswer(done)).toEqual({ rows: new Uint8Array(), others: [done] });
  expect(splitAnswer(Buffer.alloc(0))).toEqual({ rows: new Uint8Array(), others: [] });
});
