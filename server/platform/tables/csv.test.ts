import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

const row = (...cells: Parameters<typeof csvRow>[0]) => csvRow(cells, 'Asia/Kolkata');

test('a row is separated by commas and ended as the standard says', () => {
  expect(row('Asha Nair', 42, 4500.5, true, false, null)).toBe('Asha Nair,42,4500.5,yes,no,\r\n');
});

test('what would break a row is quoted', () => {
  expect(row('Nair, Asha', 'the "old" one', 'two\nlines', 'a;b', ' x')).toBe(
    '"Nair, Asha","the ""old"" one","two\nlines","a;b"," x"\r\n',
  );
});

test.each(['=1+1', '+91987', '-2', '@SUM(A1)', '＝1', '＋1', '－1', '＠x'])(
  '%s does nothing in a spreadsheet',
  (text) => {
    expect(row(text)).toBe(`'${text}\r\n`);
  },
);

// shows: threats/formula-in-export, asvs/1.3.3
test.each(['\t=1', '\r=1', '\n=1'])('%j does nothing in a spreadsheet', (text) => {
  expect(row(text)).toBe(`"'${text}"\r\n`);
});

test('a formula behind a quote or a comma is still one text', () => {
  expect(row('x",=1+1', '"=1')).toBe('"x"",=1+1","""=1"\r\n');
});

test('numbers stay numbers, also below zero', () => {
  expect(row(-2.5, 0)).toBe('-2.5,0\r\n');
});

test('a moment is written in the academy’s zone', () => {
  expect(row(new Date('2026-11-20T20:15:59Z'))).toBe('2026-11-21 01:45\r\n');
});

test('letters of every script stay as they are', () => {
  expect(row('श्री राजेश कुमार', 'Ravi – Menon')).toBe('श्री राजेश कुमार,Ravi – Menon\r\n');
});
