import { test } from 'vitest';
import { expectNoCaptionLost } from '../testing/captions-lost.ts';

test.each(['SRT', 'WebVTT'] as const)('every word of 2,000 files of %s is in a caption or in a remark', (format) =>
  expectNoCaptionLost(format, 2000),
);
