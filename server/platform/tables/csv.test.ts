import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

const row = (...cells: Parameters<typeof csvRow>[0]) => csvRow(cells, 'Asia/Kolkata');

test('a row is separated by commas and ended as RFC 4180 says', () => {
  expect(row('Asha Nair', 42, 4500.5, true, false, null)).toBe('Asha Nair,42,4500.5,yes,no,\r\n');
});

test('characters that would break a row are quoted', () => {
  expect(row('Nair, Asha', 'the "old" one', 'two\nlines', 'a;b', ' x')).toBe(
    '"Nair, Asha","the ""old"" one","two\nlines","a;b"," x"\r\n',
  );
});

test.each(['=1+1', '+91987', '-2', '@SUM(A1)', '＝1', '＋1', '－1', '＠x'])(
  '%s is not run by a spreadsheet',
  (text) => {
    expect(row(text)).toBe(`'${text}\r\n`);
  },
);

// shows: threats/formula-in-export, asvs/1.3.3
test.each(['\t=1', '\r=1', '\n=1'])('%j is not run by a spreadsheet', (text) => {
  expect(row(text)).toBe(`"'${text}"\r\n`);
});

test('a formula behind a quote or a comma is still one text', () => {
  expect(row('x",=1+1', '"=1')).toBe('"x"",=1+1","""=1"\r\n');
});

test('numbers stay numbers, also negative ones', () => {
  expect(row(-2.5, 0)).toBe('-2.5,0\r\n');
});

test('a time is written in the academy’s time zone', () => {
  expect(row(new Date('2026-11-20T20:15:59Z'))).toBe('2026-11-21 01:45\r\n');
});

test('characters of every script stay as they are', () => {
  expect(row('श्री राजेश कुमार', 'Ravi – Menon')).toBe('श्री राजेश कुमार,Ravi – Menon\r\n');
});
