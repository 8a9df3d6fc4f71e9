import { contact } from '@fairlead/contract/contact/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { addCertificate } from '../../features/assessments/testing/assessments.ts';
import { courseCover } from '../../features/courses/testing/course-desk.ts';
import { courseFields } from '../../features/courses/testing/course-fields.ts';
import { wholePerson } from '../../features/personal-data/testing/whole-person.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Person, TestApp } from '../../testing/app.ts';
import { addProfile, enrol } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { furnishedCourse } from './furnished-course.ts';
import { furnishFees } from './furnished-fees.ts';
import { addStoredFiles } from './furnished-files.ts';
import { insertPeople } from './furnished-people.ts';
import { insertShip } from './furnished-ship.ts';
import { insertTraining } from './furnished-training.ts';

let made = 0;

/** A row of a checklist. */
const row = {
  id: 'pst',
  title: 'PST',
  anyOf: ['PST'],
  ranks: [],
  flags: [],
  shipTypes: [],
  daysBeyond: 0,
  source: 'A circular',
  sourceDate: '2026-01-01',
};

/**
 * A row in every table and a file in every folder, of people and courses that have nothing to do with any others. Fees
 * are on.
 *
 * @param admin makes what cannot be inserted.
 */
export async function furnishEverything(program: TestApp, admin: Person) {
  const { call, db, clock, person } = program;
  const instructor = await person('instructor');
  const registrar = await person('registrar');
  const whole = await wholePerson(program);
  const place = await furnishedCourse(program, { by: admin, assigned: instructor });
  const { accountId } = whole.owner;
  const [at, by, token] = [clock(), admin.accountId, `of furniture ${++made}`];
  const today = at.toISOString().slice(0, 10);

  const created = await call(courses.create, { form: formOf(courseFields, await courseCover()) }, admin);
  const covered = created.body.data._id;
  const message = await db
    .selectFrom('contactMessage')
    .select('id')
    .where('email', '=', whole.owner.email)
    .executeTakeFirstOrThrow();
  await call(contact.answer, { params: { id: message.id }, body: { text: 'Come at noon.' } }, admin);

  const holder = await person();
  await addProfile(program, holder);
  await addCertificate(program, await enrol(program, holder, covered), { expiresOn: today });
  const refused = await person();
  await db
    .updateTable('account')
    .set({ approvedAt: null, refusedAt: at, refusalReason: 'Unknown' })
    .where('id', '=', refused.accountId)
    .execute();
  // a registration that was never verified, and that staff neither enrolled nor invited
  const unverified = await person();
  await db
    .updateTable('account')
    .set({ approvedAt: null, emailVerifiedAt: null })
    .where('id', '=', unverified.accountId)
    .execute();

  const files = await addStoredFiles(program, { ownerId: accountId, at });
  const money = await furnishFees(program, { owner: whole.owner, by: admin });
  const ids = await transaction(db, async (tx) => {
    await insertTraining(tx, { place, files, by, at, today, learner: accountId });
    const people = await insertPeople(tx, {
      owner: { accountId, certificateId: whole.certificateId },
      learner: place.learner,
      instructor: instructor.accountId,
      ...{ by, at, today, token, nth: made },
    });
    const { course, test, enrolment } = place;
    const aboard = await insertShip(tx, { accountId, course, test, enrolment, by, at, nth: made });
    const checklist = await tx
      .insertInto('checklist')
      .values({ name: token, createdAt: at, createdBy: by })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('checklistEdition')
      .values({
        checklistId: checklist.id,
        edition: 1,
        appliesFrom: today,
        source: 'x',
        sourceDate: today,
        requirements: JSON.stringify([row]),
        cases: '[]',
        createdAt: at,
        createdBy: by,
      })
      .execute();
    await tx.insertInto('courseCategory').values({ name: token, place: made }).execute();
    await tx
      .insertInto('documentKind')
      .values({
        code: `K${made}`,
        edition: 1,
        title: token,
        kindGroup: 'other',
        validity: 'unlimited',
        renewalDays: 1,
        source: 'x',
        sourceDate: today,
        createdAt: at,
        createdBy: by,
      })
      .execute();
    await tx
      .insertInto('emailTemplateText')
      .values({ key: token, subject: 'x', body: 'x', changedAt: at, changedBy: by })
      .execute();
    return { ...people, ...aboard, checklist: checklist.id, message: message.id, category: token };
  });
  return { ...whole, ...ids, ...money, place, covered, instructor, registrar, holder, refused };
}
export type Everything = Awaited<ReturnType<typeof furnishEverything>>;
