import { describe, expect, test } from 'vitest';
import { demoCourses } from '../courses.ts';
import { demoSeafarers } from '../people.ts';
import { type EnrolmentOf, latestOf } from './enrolments.ts';
import { momentsBefore } from './moments.ts';
import { scheduleOf } from './schedule.ts';
import { accountDays, passportChangedDaysAgo } from './seafarers.ts';

const scheduled = demoSeafarers.flatMap((person) =>
  person.enrolments.map((enrolment) => {
    const course = demoCourses.find(({ key }) => key === enrolment.course);
    if (!course) throw new Error(`No course ${enrolment.course}`);
    const one: EnrolmentOf = { person, enrolment, course };
    return { ...one, who: person.email, days: scheduleOf(enrolment, course.films.length, latestOf(one)) };
  }),
);

describe('days of an enrolment', () => {
  test.each(scheduled)('$who, $enrolment.course: dates come after the profile, before today, and in order', (one) => {
    const { requested, decided, sittings, trained, failed, tested, renewalRequested } = one.days;
    expect(requested).toBeLessThan(one.person.registeredDaysAgo - accountDays.profile);
    const happened = [requested, decided, ...sittings, trained, failed, tested, renewalRequested].filter(
      (day) => day !== null,
    );
    expect(happened).toEqual(happened.toSorted((a, b) => b - a));
    expect(happened.at(-1)).toBeGreaterThan(0);
  });

  test('a changed passport was entered after the acceptance, and before a test that was passed since', () => {
    const changed = scheduled.filter(({ person }) => person.profile?.changedPassportNumber);
    expect(changed).not.toEqual([]);
    for (const { days } of changed) {
      expect(days.decided).toBeGreaterThan(passportChangedDaysAgo);
      expect(days.tested).toBeLessThan(passportChangedDaysAgo);
    }
  });
});

describe('moments', () => {
  const wall = (moment: Date) => moment.toLocaleString('sv', { timeZone: 'Asia/Kolkata' });

  test.each(['2026-11-20T18:29:00Z', '2026-11-20T18:31:00Z', '2026-11-20T06:30:00Z'])(
    'fall on days of the academy’s calendar, seen from %s',
    (now) => {
      const at = momentsBefore(new Date(now), 'Asia/Kolkata');
      const today = now === '2026-11-20T18:31:00Z' ? 21 : 20;
      for (const seed of ['a', 'b', 'c', 'd', 'e']) {
        expect(wall(at(3, 9, seed))).toMatch(new RegExp(`^2026-11-${today - 3} (09|10|11):`));
        expect(wall(at(1, 21, seed))).toMatch(new RegExp(`^2026-11-${today - 1} (21|22|23):`));
      }
    },
  );

  test('are never later than two hours ago', () => {
    const now = new Date('2026-11-20T03:00:00Z');
    const at = momentsBefore(now, 'Asia/Kolkata');
    expect(at(0, 9, 'a')).toEqual(new Date('2026-11-20T01:00:00Z'));
    expect(at(1, 21, 'a') < now).toBe(true);
  });
});
