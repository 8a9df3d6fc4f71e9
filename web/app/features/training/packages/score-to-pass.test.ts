import { expect, test } from 'vitest';
import { inPercent } from './score-to-pass.ts';

test('a score to pass is shown in percent, without the errors of binary fractions', () => {
  expect([inPercent('2004', 0.57), inPercent('2004', 0.625), inPercent('1.2', 80)]).toEqual(['57 %', '62.5 %', '80 %']);
});
