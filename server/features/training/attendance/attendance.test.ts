import { settings } from '@fairlead/contract/academy/settings';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { enrol } from '../../../testing/factories.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { attendanceDesk, type Mark } from '../testing/attendance-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const {
  registrar,
  admin,
  first,
  second,
  third,
  unknown,
  running,
  send,
  both,
  sheet,
  marksOf,
  standings,
  changeDays,
  isTestOpen,
  subjects,
  audited,
} = await attendanceDesk(program);

describe('a mark', () => {
  test('is stored once, however often it is sent, and is audited as a half day', async () => {
    const { batch, ids } = await running(2);
    const marks: Mark[] = [
      [ids[0] ?? '', first, 'morning', 'present', 3600],
      [ids[1] ?? '', first, 'morning', 'absent', 3600],
    ];
    for (const _ of [1, 2, 3])
      expect(await send(batch, marks)).toMatchObject({ status: 200, body: { data: { refused: [] } } });
    expect(await marksOf(batch, ids[1] ?? '')).toEqual([[first, 'morning', 'absent', null]]);
    expect(await audited(batch)).toEqual([
      ['attendance.mark', { halfDay: `${first} morning`, present: 1, absent: 1, 'make-up': 0 }],
    ]);
    const { people } = await sheet(batch);
    expect(people[0]?.marks[0]?.at).toBe('2026-11-20T05:30:00.000Z');
  });

  test('of two instructors is the later one, and both see that they disagree', async () => {
    const { batch, id } = await running(1);
    await send(batch, [[id, first, 'morning', 'present', 60]]);
    await send(batch, [[id, first, 'morning', 'absent', 30]], registrar);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'absent', 'present']]);
    // what a device kept from before arrives last, and does not count
    await send(batch, [[id, first, 'morning', 'made-up', 50]]);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'absent', 'made-up']]);
    await send(batch, [[id, first, 'morning', 'present', 0]]);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'present', 'absent']]);
    expect(await audited(id)).toEqual([
      ['attendance.correct', { halfDay: `${first} morning`, from: 'Present', to: 'Absent' }],
      ['attendance.correct', { halfDay: `${first} morning`, from: 'Absent', to: 'Present' }],
    ]);
  });

  test('made again later wins over what a colleague marked in between, and is not audited again', async () => {
    const { batch, id } = await running(1);
    await send(batch, [[id, first, 'morning', 'present', 60]]);
    await send(batch, [[id, first, 'morning', 'present', 0]]);
    await send(batch, [[id, first, 'morning', 'absent', 30]], registrar);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'present', 'absent']]);
    expect(await audited(id)).toEqual([]);
    expect((await audited(batch)).map(([, details]) => details)).toEqual([
      { halfDay: `${first} morning`, present: 1, absent: 0, 'make-up': 0 },
      { halfDay: `${first} morning`, present: 1, absent: 0, 'make-up': 0 },
    ]);
  });

  test('is refused for days and people that have none, while the others are stored', async () => {
    const { batch, id } = await running(1, { lastDay: '2026-11-21', endsAt: '12:00' });
    const { body } = await send(batch, [
      [id, first, 'morning', 'present'],
      [id, first, 'afternoon', 'present'],
      [id, '2026-11-21', 'morning', 'present'],
      [unknown, first, 'morning', 'present'],
    ]);
    expect(body.data.refused.map(({ message }) => message)).toEqual([
      'The batch has no class then.',
      'This day is still to come.',
      'This person is not in the batch.',
    ]);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'present', null]]);
  });

  test('is made by the staff of the course only', async () => {
    const { batch, id, learner } = await running(1);
    const marks: Mark[] = [[id, first, 'morning', 'present']];
    expect((await send(batch, marks, learner)).status).toBe(403);
    expect((await send(batch, marks, await person('instructor'))).status).toBe(404);
    expect((await send(unknown, marks, registrar)).status).toBe(404);
    await db.updateTable('batch').set({ state: 'cancelled' }).where('id', '=', batch).execute();
    expect((await send(batch, marks)).status).toBe(409);
  });

  test('cannot be changed once a certificate is based on it', async () => {
    const { batch, id } = await running(1, { hasTest: false });
    await send(batch, both(id, first, 'present'));
    await addCertificate(program, id);
    const { body } = await send(batch, [[id, first, 'morning', 'absent']]);
    expect(body.data.refused.map(({ message }) => message)).toEqual(['This person has the certificate already.']);
  });
});

describe('who is absent for more than the academy allows', () => {
  test('is dropped with an email and an entry in the audit, and comes back when a mark is corrected', async () => {
    const { batch, ids, learners, course } = await running(2);
    const [id = '', other = ''] = ids;
    await send(batch, [
      ...both(id, first, 'absent'),
      [id, second, 'morning', 'absent'],
      ...both(other, first, 'present'),
    ]);
    expect(await standings(batch)).toEqual(['attending', 'attending']);
    await send(batch, [[id, second, 'afternoon', 'absent']]);
    expect((await sheet(batch)).people.map(({ _id, standing }) => [_id, standing])).toEqual(
      expect.arrayContaining([
        [id, 'dropped'],
        [other, 'attending'],
      ]),
    );
    const own = async () => (await call(enrolments.listOwn, learners[0] as Person)).body[0];
    expect(await own()).toMatchObject({ state: 'declined', declined: { reason: 'absent' }, batch: null });
    expect(await subjects(learners[0] as Person)).toEqual([`Your enrollment: ${course.title}`]);
    await send(batch, [[id, second, 'afternoon', 'made-up']]);
    expect(await own()).toMatchObject({ state: 'training', declined: null, batch: { waiting: null } });
    expect((await audited(id)).map(([action]) => action)).toEqual([
      'enrolment.drop',
      'attendance.correct',
      'enrolment.reinstate',
    ]);
  });

  test('is not whom staff declined themselves: a mark does not undo that', async () => {
    const { batch, id } = await running(1);
    await send(batch, both(id, first, 'absent'));
    const reject = (reason: string) =>
      call(enrolments.reject, { params: { id }, body: { reason, note: 'Left for a ship.' } } as never, registrar);
    expect((await reject('absent')).status).toBe(400);
    expect((await reject('other')).status).toBe(200);
    const { body } = await send(batch, both(id, first, 'present'));
    expect(body.data.refused.map(({ message }) => message)).toEqual(Array(2).fill('This person is not in the batch.'));
    expect(await standings(batch)).toEqual(['left']);
  });

  test('is decided again by the days of a batch that was changed', async () => {
    const { batch, ids, learners, course } = await running(2);
    const [early = '', late = ''] = ids;
    await send(batch, [...both(early, second, 'present'), ...both(early, third, 'present')]);
    await send(batch, [...both(late, first, 'absent'), ...both(late, second, 'absent')]);
    const [attender, absentee] = learners as [Person, Person];
    expect([await isTestOpen(course.id, attender), await standings(batch)]).toEqual([
      true,
      expect.arrayContaining(['attending', 'dropped']),
    ]);
    // the second day becomes one of rest, and two are taught before: eight half days, two of them marked for each
    await changeDays(batch, { firstDay: '2026-11-16', restDays: [second] });
    await subjects(attender);
    expect(await standings(batch)).toEqual(['attending', 'attending']);
    expect(await isTestOpen(course.id, attender)).toBe(false);
    expect((await audited(early)).map(([action]) => action)).toEqual(['training.mark-attendance', 'training.withdraw']);
    expect((await audited(late)).map(([action]) => action)).toEqual(['enrolment.drop', 'enrolment.reinstate']);
    expect(await isTestOpen(course.id, absentee)).toBe(false);
  });

  test('is decided by the rule that administrators set', async () => {
    const { batch, id } = await running(1);
    const save = (mostAbsentPercent: number, as = admin) =>
      call(settings.saveAttendance, { body: { mostAbsentPercent } }, as);
    expect((await save(101)).status).toBe(400);
    expect((await save(20, registrar)).status).toBe(403);
    expect((await save(20)).body.data.attendance).toEqual({ mostAbsentPercent: 20 });
    await send(batch, [[id, first, 'morning', 'absent']]);
    expect(await standings(batch)).toEqual(['attending']);
    await send(batch, [[id, first, 'afternoon', 'absent']]);
    expect(await standings(batch)).toEqual(['dropped']);
    await save(50);
  });

  test('does not come back to a seat that somebody else has by now', async () => {
    const { batch, ids } = await running(2, { seats: 2 });
    const [id = ''] = ids;
    await send(batch, [...both(id, first, 'absent'), ...both(id, second, 'absent')]);
    const late = await enrol(
      program,
      await person(),
      (await db.selectFrom('batch').select('courseId').where('id', '=', batch).executeTakeFirstOrThrow()).courseId,
    );
    const seat = { batchId: batch, batchAskedAt: program.clock(), seatedAt: program.clock() };
    await db.updateTable('enrolment').set(seat).where('id', '=', late).execute();
    await send(batch, both(id, second, 'present'));
    expect((await sheet(batch)).people.find(({ _id }) => _id === id)?.standing).toBe('dropped');
    expect((await sheet(batch)).batch).toMatchObject({ seats: 2, taken: 2 });
  });
});
