import { batches } from '@fairlead/contract/batches/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';

/** Batches as the office makes and fills them, and what is to be seen of them afterwards. */
export async function batchDesk(program: TestApp) {
  const { call, person } = program;
  const [registrar, instructor] = [await person('registrar'), await person('instructor')];
  const unknown = '00000000-0000-4000-8000-000000000000';

  const input = {
    code: 'PST 12/2026',
    firstDay: '2026-12-04',
    lastDay: '2026-12-07',
    restDays: ['2026-12-06'],
    startsAt: '09:00',
    endsAt: '17:00',
    venue: 'Pool hall',
    seats: 2,
    instructorId: null,
    isOpen: true,
  };
  const classroom = (details: object = {}) => addCourse(program, { format: 'classroom', ...details });
  const create = (courseId: string, more: object = {}, as = registrar) =>
    call(batches.create, { body: { courseId, ...input, ...more } }, as);
  const update = (id: string, more: object = {}, version?: number) =>
    call(batches.update, { params: { id }, query: version ? { version } : {}, body: { ...input, ...more } }, registrar);
  const read = async (id: string) => (await call(batches.get, { params: { id } }, registrar)).body.data;
  const ask = (courseId: string, batchId: string | undefined, as: Person) =>
    call(enrolments.request, { body: { courseId, batchId } }, as);
  const roster = async (id: string, as = registrar) => (await call(batches.roster, { params: { id } }, as)).body.data;
  async function placeAll(id: string, enrolmentIds: readonly string[], waiting = false) {
    const people = enrolmentIds.map((one) => ({ id: one }));
    const { status, body } = await call(batches.place, { params: { id }, body: { people, waiting } }, registrar);
    return { ok: status === 200, message: body.message };
  }
  const place = (id: string, enrolmentId: string, waiting = false) => placeAll(id, [enrolmentId], waiting);
  const dates = async (courseId: string) =>
    (await call(batches.listDates, { params: { id: courseId } })).body.data.dates.map(({ code, free }) => [code, free]);
  const mailCounts = async (people: readonly { learner: Person }[]) => {
    const counts: number[] = [];
    for (const { learner } of people) counts.push((await program.subjectsTo(learner)).length);
    return counts;
  };

  /** A learner who asks for a batch; returns the enrolment as they see it. */
  async function asked(courseId: string, batchId: string) {
    const learner = await person();
    const { body } = await ask(courseId, batchId, learner);
    return { learner, id: body.data._id, batch: body.data.batch };
  }

  return {
    registrar,
    instructor,
    unknown,
    input,
    classroom,
    create,
    update,
    read,
    ask,
    roster,
    placeAll,
    place,
    dates,
    subjects: program.subjectsTo,
    mailCounts,
    audited: program.auditActions,
    asked,
  };
}
