import { expect, test } from 'vitest';
import { byteRangeOf } from './byte-range.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=10-', { first: 10, last: 99 }],
  ['bytes=10-5000', { first: 10, last: 99 }],
  ['bytes=-1', { first: 99, last: 99 }],
  ['bytes=-5000', { first: 0, last: 99 }],
  [' bytes=5-7 ', { first: 5, last: 7 }],
])('%j of 100 bytes', (header, range) => {
  expect(byteRangeOf(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
  '%j is beyond the end',
  (header) => {
    expect(byteRangeOf(header, 100)).toBe('unsatisfiable');
  },
);

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=7-5', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=0x1-2'])(
  '%j requests the whole file',
  (header) => {
    expect(byteRangeOf(header, 100)).toBeUndefined();
  },
);
