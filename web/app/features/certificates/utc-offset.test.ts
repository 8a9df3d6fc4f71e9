import { expect, test } from 'vitest';
import { offsetFromUtc } from './utc-offset.ts';

test('a zone is named by its offset at the moment', () => {
  const [winter, summer] = [new Date('2026-01-15T23:59:59.900Z'), new Date('2026-07-15T00:00:30Z')];
  expect(offsetFromUtc(winter, 'Asia/Kolkata')).toBe('UTC+5:30');
  expect(offsetFromUtc(winter, 'Etc/UTC')).toBe('UTC');
  expect([winter, summer].map((moment) => offsetFromUtc(moment, 'Europe/London'))).toEqual(['UTC', 'UTC+1']);
  expect([winter, summer].map((moment) => offsetFromUtc(moment, 'America/St_Johns'))).toEqual(['UTC−3:30', 'UTC−2:30']);
  expect(offsetFromUtc(summer, 'Pacific/Kiritimati')).toBe('UTC+14');
});
