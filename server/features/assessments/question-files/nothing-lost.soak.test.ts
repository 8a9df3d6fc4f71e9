import { test } from 'vitest';
import { writers } from '../testing/marked-banks.ts';
import { expectNothingLost } from '../testing/nothing-lost.ts';

test.each(Object.keys(writers))(
  'every word of 2,000 files of %s is in its question or in a note',
  (format) => expectNothingLost(format, 2000),
  600_000,
);
