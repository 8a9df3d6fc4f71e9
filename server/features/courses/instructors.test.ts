import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { courses } from '@fairlead/contract/courses/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';

const program = await testApp();
const { call, person, db } = program;
const [admin, registrar] = [await person('admin'), await person('registrar')];
const [anil, bela] = [
  await person('instructor', { firstName: 'Anil' }),
  await person('instructor', { firstName: 'Bela' }),
];

const listed = async (id: string, as = admin) => {
  const { body } = await call(courses.listInstructors, { params: { id } }, as);
  return body.data.map(({ _id, assigned }) => [_id, assigned]);
};
const assign = (id: string, { accountId } = anil, as = admin) =>
  call(courses.assignInstructor, { params: { id, accountId } }, as);
const unassign = (id: string, { accountId } = anil, as = admin) =>
  call(courses.unassignInstructor, { params: { id, accountId } }, as);
const audited = async (id: string) =>
  (
    await db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', id).orderBy('at').execute()
  ).map(({ action, details }) => [action, (details as { instructor: string }).instructor]);

describe('the instructor of a course', () => {
  test('is assigned from the instructors, and a second click changes nothing', async () => {
    const { id } = await addCourse(program);
    expect(await listed(id)).toEqual([
      [anil.accountId, false],
      [bela.accountId, false],
    ]);
    expect((await assign(id)).body.message).toBe('Instructor assigned.');
    expect((await assign(id)).status).toBe(200);
    expect(await listed(id)).toEqual([
      [anil.accountId, true],
      [bela.accountId, false],
    ]);
    expect((await unassign(id)).body.message).toBe('Instructor removed from this course.');
    expect((await unassign(id)).status).toBe(200);
    expect(await listed(id)).toEqual([
      [anil.accountId, false],
      [bela.accountId, false],
    ]);
    expect(await audited(id)).toEqual([
      ['course.assign-instructor', anil.accountId],
      ['course.unassign-instructor', anil.accountId],
    ]);
  });

  test('is shown to other staff without the list of candidates', async () => {
    const { id } = await addCourse(program);
    await assign(id);
    for (const who of [registrar, anil]) expect(await listed(id, who)).toEqual([[anil.accountId, true]]);
  });

  test('is assigned only by people who manage the staff', async () => {
    const { id } = await addCourse(program);
    await assign(id, bela);
    for (const who of [registrar, anil, bela, await person()]) {
      expect((await assign(id, anil, who)).status).toBe(403);
      expect((await unassign(id, bela, who)).status).toBe(403);
    }
    expect(await listed(id, registrar)).toEqual([[bela.accountId, true]]);
  });

  test('cannot be a learner, a person who works on every course, or a disabled one', async () => {
    const { id } = await addCourse(program);
    const left = await person('instructor');
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', left.accountId).execute();
    for (const who of [await person(), registrar, left, { ...anil, accountId: crypto.randomUUID() }]) {
      expect(await assign(id, who)).toMatchObject({ status: 409 });
    }
    expect(await listed(id)).toEqual([
      [anil.accountId, false],
      [bela.accountId, false],
    ]);
    expect((await assign(crypto.randomUUID())).status).toBe(404);
    expect((await unassign(crypto.randomUUID())).status).toBe(404);
  });
});

test('another role changes the course scope at once', async () => {
  const { id } = await addCourse(program, { isActive: false });
  const colleague = await person('instructor');
  const change = (role: 'registrar' | 'instructor') =>
    call(staffMembers.changeRole, { params: { id: colleague.accountId }, body: { role } }, admin);
  const seen = async () => {
    await db.updateTable('session').set({ endedAt: null }).where('id', '=', colleague.sessionId).execute();
    return (await call(courses.getCourse, { params: { id } }, colleague)).status;
  };
  expect(await seen()).toBe(404);
  await change('registrar');
  expect(await seen()).toBe(200);
  await change('instructor');
  expect(await seen()).toBe(404);
});
