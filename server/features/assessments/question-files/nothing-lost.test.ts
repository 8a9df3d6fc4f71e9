import { test } from 'vitest';
import { writers } from '../testing/marked-banks.ts';
import { expectNothingLost } from '../testing/nothing-lost.ts';

test.each(Object.keys(writers))('every word of a file of %s is in its question or in a note', (format) =>
  expectNothingLost(format, 60),
);
