import { expect, test } from 'vitest';
import { progressFileName } from './progress-file-name.ts';

const now = new Date('2026-11-30T23:59:00Z');

test('a file with progress is named by its day, course and the initials of its learner', () => {
  expect(progressFileName(now, { courseTitle: 'Rafts at Sea', person: 'Asha Nair' })).toBe(
    '2026-11-30 Rafts at Sea AN.fairlead-progress',
  );
});

test('its name has no sign that a file system refuses, and is not too long', () => {
  expect(progressFileName(now, { courseTitle: '../STCW: A-VI/1-1 “PST”?', person: '' })).toBe(
    '2026-11-30 STCW A-VI 1-1 PST.fairlead-progress',
  );
  const long = progressFileName(now, { courseTitle: 'ആ'.repeat(200), person: 'ആശ നായർ' });
  expect(new TextEncoder().encode(long).length).toBeLessThan(255);
});
