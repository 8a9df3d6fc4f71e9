import { enrolments } from '@fairlead/contract/enrolments/calls';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';

/** Learners of a program who request courses, and a registrar who decides. */
export async function enrolmentDesk(program: TestApp) {
  const { call, person, db } = program;
  const registrar = await person('registrar');
  const ask = (as: Person, courseId: string) => call(enrolments.request, { body: { courseId } }, as);

  /** A learner with a request for a new course. */
  async function requested() {
    const [learner, courseId] = [await person(), (await addCourse(program)).id];
    const { body } = await ask(learner, courseId);
    return { learner, courseId, id: body.data._id };
  }

  return {
    registrar,
    ask,
    requested,
    own: (as: Person) => call(enrolments.listOwn, as),
    accept: (id: string, as: Person = registrar) => call(enrolments.accept, { params: { id } }, as),
    reject: (id: string, as: Person = registrar) => call(enrolments.reject, { params: { id } }, as),
    rowsOf: (learner: Person) =>
      db.selectFrom('enrolment').selectAll().where('accountId', '=', learner.accountId).orderBy('id').execute(),
  };
}
