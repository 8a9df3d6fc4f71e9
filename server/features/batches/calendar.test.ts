import { batches } from '@fairlead/contract/batches/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { batchDesk } from './testing/batch-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, classroom, create, update, audited } = await batchDesk(program);

describe('the calendar of batches', () => {
  const renew = async (as: Person) => (await call(batches.renewCalendar, as)).body.data.url;
  const open = async (url: string) => program.app.inject({ url: new URL(url).pathname });
  /** The events of a calendar, each with its properties. */
  const eventsOf = async (url: string) => {
    const { body } = await open(url);
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    const starts = lines.flatMap((line, n) => (line === 'BEGIN:VEVENT' ? [n] : []));
    return starts.map((start) => {
      const event = lines.slice(start, lines.indexOf('END:VEVENT', start));
      return Object.fromEntries(event.map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1)]));
    });
  };

  test('has each day with class of the batches that its owner may see now, at its time', async () => {
    const [course, other] = [await classroom({ title: 'Fire, Fighting' }), await classroom()];
    const teacher = await person('instructor');
    const assigned = { courseId: course.id, accountId: teacher.accountId };
    await db.insertInto('courseInstructor').values(assigned).execute();
    const { _id: id } = (await create(course.id, { code: 'FF 1', instructorId: teacher.accountId })).body.data;
    await create(other.id, { code: 'OTHER' });
    const url = await renew(teacher);
    const events = await eventsOf(url);
    expect(events.map(({ UID, DTSTART, DTEND }) => [UID, DTSTART, DTEND])).toEqual(
      ['2026-12-04', '2026-12-05', '2026-12-07'].map((day) => [
        `${id}-${day}@academy.example`,
        `${day.replaceAll('-', '')}T033000Z`,
        `${day.replaceAll('-', '')}T113000Z`,
      ]),
    );
    expect(events[0]).toMatchObject({
      SUMMARY: 'Fire\\, Fighting (FF 1)',
      LOCATION: 'Pool hall',
      SEQUENCE: '0',
      DESCRIPTION: expect.stringMatching(/^Half days: morning and afternoon\\nInstructor: /),
    });
    await update(id, { code: 'FF 1', restDays: [], endsAt: '12:30', instructorId: null });
    expect((await eventsOf(url)).map(({ SEQUENCE, DESCRIPTION }) => [SEQUENCE, DESCRIPTION])).toEqual(
      Array(4).fill(['1', 'Half days: morning']),
    );
    await call(batches.cancel, { params: { id } }, registrar);
    expect((await eventsOf(url))[0]).toMatchObject({
      UID: `${id}-2026-12-04@academy.example`,
      SEQUENCE: '2',
      STATUS: 'CANCELLED',
      SUMMARY: 'Cancelled: Fire\\, Fighting (FF 1)',
    });
    // who is taken off the course no longer sees its batches
    await db.deleteFrom('courseInstructor').where('accountId', '=', teacher.accountId).execute();
    expect(await eventsOf(url)).toEqual([]);
  });

  // shows: threats/stale-calendar
  test('is open by its latest link alone, while its owner is staff, and until they end it', async () => {
    const teacher = await person('instructor');
    const [old, url] = [await renew(teacher), await renew(teacher)];
    const opens = async (one: string) => (await open(one)).statusCode;
    expect([await opens(old), await opens(url)]).toEqual([404, 200]);
    // neither link opens the other kind of calendar
    expect(await opens(url.replace('/batches', ''))).toBe(404);
    const become = (values: { role?: 'learner' | 'instructor'; disabledAt?: Date | null }) =>
      db.updateTable('account').set(values).where('id', '=', teacher.accountId).execute();
    await become({ disabledAt: program.clock() });
    expect(await opens(url)).toBe(404);
    await become({ disabledAt: null, role: 'learner' });
    expect(await opens(url)).toBe(404);
    await become({ role: 'instructor' });
    for (const _ of [1, 2]) expect((await call(batches.endCalendar, teacher)).status).toBe(200);
    expect(await opens(url)).toBe(404);
    expect((await call(batches.calendarState, teacher)).body.data.createdAt).toBeNull();
    const calendars = audited(teacher.accountId).then((all) => all.filter((action) => action.includes('calendar')));
    expect(await calendars).toEqual(['account.renew-calendar', 'account.renew-calendar', 'account.end-calendar']);
  });
});
