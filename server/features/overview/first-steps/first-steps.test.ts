import { outbox } from '@fairlead/contract/academy/outbox';
import { settings } from '@fairlead/contract/academy/settings';
import { coursePreview } from '@fairlead/contract/course-preview/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { firstSteps } from '@fairlead/contract/overview/first-steps';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, enrol } from '../../../testing/factories.ts';
import { formOf } from '../../../testing/forms.ts';
import { nothingStated } from '../../../testing/stated-academy.ts';
import { addTest } from '../../assessments/testing/assessments.ts';

const program = await testApp(nothingStated);
const { call, person, db, clock } = program;
const admin = await person('admin');
const stepsOf = async (as = admin) => (await call(overview.getOverview, as)).body.data.firstSteps;
const withState = async (wanted: string) =>
  (await stepsOf())?.filter(({ state }) => state === wanted).map(({ step }) => step);

test('a step is left for later and taken up again, by administrators alone', async () => {
  const leave = (later: boolean, as = admin) =>
    call(overview.setStepLater, { params: { step: 'email' }, body: { later } }, as);
  const [registrar, instructor] = [await person('registrar'), await person('instructor')];
  for (const as of [registrar, instructor, await person()]) expect((await leave(true, as)).status).toBe(403);
  expect([await stepsOf(registrar), await stepsOf(instructor)]).toEqual([null, null]);
  expect(await withState('later')).toEqual([]);
  await leave(true);
  await leave(true);
  expect(await withState('later')).toEqual(['email']);
  await leave(false);
  expect(await withState('later')).toEqual([]);
  const audited = db
    .selectFrom('auditEvent')
    .select(['actorId', 'details'])
    .where('action', '=', 'settings.first-step');
  expect(await audited.orderBy('id').execute()).toEqual(
    [true, false].map((later) => ({ actorId: admin.accountId, details: { step: 'email', later } })),
  );
});

test('each step of a new academy ends when what it asks for is there, and the list goes away', async () => {
  await db.deleteFrom('account').where('role', 'in', ['registrar', 'instructor']).execute();
  expect(await withState('open')).toEqual(firstSteps);

  const brand = { name: 'Kochi College', email: 'desk@kochi.example', phone: '+91 484 555 0100', city: 'Kochi' };
  const links = { facebook: '', instagram: '', linkedin: '' };
  await call(
    settings.saveBrand,
    { form: formOf({ ...brand, ...links, recognition: '', noRecognition: 'true' }) },
    admin,
  );
  const signer = { certificatePrefix: 'KNC', signatoryName: 'Capt. Leela Das', signatoryTitle: 'Director' };
  await call(settings.saveCertificates, { form: formOf(signer) }, admin);
  expect(await withState('done')).toEqual(['contact', 'signatory', 'recognition']);

  const course = await addCourse(program);
  await addFilms(program, course.id, [60]);
  await addTest(program, course.id);
  await person('instructor');
  const left = await person('admin');
  await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', left.accountId).execute();
  expect(await withState('open')).toContain('colleague');
  await person('registrar');
  await db
    .insertInto('secondFactor')
    .values({ accountId: admin.accountId, sealedSecret: 'x', confirmedAt: clock() })
    .execute();
  expect(await withState('open')).toEqual(['email', 'sample', 'learner']);
  // once it was added it is done, also when it is removed
  for (const change of [coursePreview.addSample, coursePreview.removeSample]) {
    await call(change, admin);
    expect(await withState('open')).toEqual(['email', 'learner']);
  }

  // a test email that became a file shows nothing
  await call(outbox.sendTestMail, admin);
  expect(await withState('open')).toEqual(['email', 'learner']);
  await enrol(program, await person(), course.id);
  expect(await stepsOf()).toBeNull();
});
