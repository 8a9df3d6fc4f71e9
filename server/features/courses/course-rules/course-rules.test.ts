import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { courses } from '@fairlead/contract/courses/calls';
import { type ApprovalInput, courseRules, type RuleInput } from '@fairlead/contract/courses/course-rules';
import { home } from '@fairlead/contract/overview/home';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { addDays, dayAt } from '../../../platform/calendar.ts';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { formOf } from '../../../testing/forms.ts';
import { earned, openPaper, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { addTest } from '../../assessments/testing/assessments.ts';
import { checkCertificates } from '../../certificates/check-certificates.ts';
import { courseDesk } from '../testing/course-desk.ts';
import { courseFields } from '../testing/course-fields.ts';
import { startingSets } from './starting-sets.ts';

const program = await testApp();
const { call, person, db, wait } = program;
const admin = await person('admin');
const registrar = await person('registrar');
const { created, audit } = courseDesk(program, admin);
const today = '2026-11-20';
const dayNow = () => dayAt(program.clock(), program.config.timeZone);

const pst: RuleInput = {
  qualification: 'pst',
  regulation: 'VI/1',
  competenceTable: 'A-VI/1-1',
  modelCourse: '1.19',
  standard: 'STCW 2010',
  kind: 'first',
  kindOf: '',
  validity: 'until-refresher',
  validityMonths: 60,
  boundTo: '',
  approval: 'DG Shipping, India',
  approvalNumber: 'TR/A/29/2024',
  approvalUntil: '2027-12-31',
  requirements: { certificates: [], minimumAge: 16, seaMonths: null, medical: true },
  source: 'MSN 1865 (M+F) Amendment 1',
  sourceDate: '2026-11-22',
  appliesFrom: today,
  seen: 1,
};
const add = (id: string, part: Partial<RuleInput> = {}, as: Person = admin) =>
  call(courseRules.add, { params: { id }, body: { ...pst, ...part } }, as);
const editions = async (id: string, as: Person = registrar) =>
  (await call(courseRules.list, { params: { id } }, as)).body.data;
const seen = async (id: string) => (await call(courses.getCourse, { params: { id } })).body.data;
const update = (id: string, changes: Record<string, string>, version?: number) =>
  call(
    courses.update,
    { params: { id }, query: version === undefined ? {} : { version }, form: formOf({ ...courseFields, ...changes }) },
    admin,
  );
const registered = async (learner: Person) =>
  (await call(register.list, { query: { userId: learner.accountId } }, registrar)).body.data;

describe('the rule of a course', () => {
  test('begins with the months of the course form', async () => {
    const course = await created({ validityMonths: '60' });
    expect(await editions(course._id)).toMatchObject([
      { edition: 1, appliesFrom: null, validity: 'months', validityMonths: 60, inForce: true, source: '' },
    ]);
    expect((await created({ validityMonths: '' })).rule).toMatchObject({ validity: 'unlimited', validityMonths: null });
  });

  test('gets an edition, which everybody sees from the day on from which it applies', async () => {
    const course = await created({ validityMonths: '60' });
    const { status, body } = await add(course._id);
    expect([status, body.message]).toEqual([201, 'Rule saved.']);
    expect(body.data).toMatchObject([
      { edition: 2, qualification: 'PST', validity: 'until-refresher', inForce: true, createdBy: expect.any(String) },
      { edition: 1, inForce: false },
    ]);
    expect(await seen(course._id)).toMatchObject({
      validityMonths: null,
      rule: { edition: 2, regulation: 'VI/1', requirements: { minimumAge: 16 }, approval: pst.approval },
    });
    expect((await audit(course._id)).map(({ action }) => action)).toEqual(['course.create', 'course.rule']);
    const noted = db.selectFrom('auditEvent').select('details').where('subjectId', '=', course._id);
    expect(await noted.where('action', '=', 'course.rule').execute()).toEqual([
      { details: { edition: 2, appliesFrom: today, note: 'MSN 1865 (M+F) Amendment 1' } },
    ]);
  });

  test('keeps nothing that does not belong to its kind and its validity', async () => {
    const course = await created();
    await add(course._id, { validity: 'unlimited', boundTo: 'CoC', kindOf: 'FPFF' });
    expect((await editions(course._id))[0]).toMatchObject({ validityMonths: null, boundTo: '', kindOf: '' });
  });

  test.each<[string, Partial<RuleInput>, string, string]>([
    ['without months', { validityMonths: null }, 'validityMonths', 'Validity must be a number of months'],
    ['without the document', { validity: 'bound' }, 'boundTo', 'Name the document'],
    ['that refreshes nothing', { kind: 'refresher' }, 'kindOf', 'Name the qualification'],
    ['without a source', { source: ' ' }, 'source', 'Source is required'],
    [
      'with a sentence as a code',
      { qualification: 'survival at sea' },
      'qualification',
      'A qualification is a short code, such as PST',
    ],
  ])('is refused %s', async (_, part, field, sentence) => {
    const course = await addCourse(program);
    const { status, body } = await add(course.id, part);
    expect([status, body]).toMatchObject([400, { fields: { [field]: sentence } }]);
    expect(await editions(course.id)).toHaveLength(1);
  });

  test('is refused to somebody who has not seen the newest edition, and of two at once one is', async () => {
    const course = await addCourse(program);
    const answers = await Promise.all([add(course.id), add(course.id), add(course.id)]);
    expect(tally(answers)).toEqual({ 201: 1, 409: 2 });
    expect((await add(course.id)).body).toMatchObject({ code: 'stale' });
    expect(await editions(course.id)).toHaveLength(2);
  });

  test('cannot begin before today', async () => {
    const course = await addCourse(program);
    await add(course.id);
    const { status, body } = await add(course.id, { seen: 2, appliesFrom: '2026-11-19' });
    expect([status, body]).toMatchObject([
      409,
      { fields: { appliesFrom: 'A rule begins today, 20 November 2026, or later.' } },
    ]);
  });

  test('is read by staff of the course, and changed by those who may edit it', async () => {
    const course = await addCourse(program);
    const learner = await person();
    const instructor = await person('instructor');
    expect((await call(courseRules.list, { params: { id: course.id } }, learner)).status).toBe(403);
    expect((await call(courseRules.list, { params: { id: course.id } }, instructor)).status).toBe(404);
    expect((await add(course.id, {}, instructor)).status).toBe(404);
    expect((await add(course.id, {}, registrar)).status).toBe(403);
    await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: instructor.accountId }).execute();
    expect((await add(course.id, { qualification: 'OWN' }, instructor)).status).toBe(201);
  });

  test('names no qualification of a course on which its author does not work, unless it named it before', async () => {
    const [own, second, other] = [await addCourse(program), await addCourse(program), await addCourse(program)];
    await add(other.id, { qualification: 'RADAR' });
    const instructor = await person('instructor');
    const scope = [own, second].map(({ id: courseId }) => ({ courseId, accountId: instructor.accountId }));
    await db.insertInto('courseInstructor').values(scope).execute();
    const taken = { qualification: 'RADAR', validity: 'unlimited', validityMonths: null } as const;
    const refusal = 'Another course has RADAR. Only staff who work on all courses can give it to this one.';
    expect(await add(own.id, taken, instructor)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', fields: { qualification: refusal } },
    });
    const refreshing = { qualification: 'MINE', kind: 'refresher', kindOf: 'radar' } as const;
    expect((await add(own.id, refreshing, instructor)).body).toMatchObject({ fields: { kindOf: refusal } });
    expect(await editions(own.id)).toHaveLength(1);
    expect((await add(own.id, { qualification: 'MINE' }, instructor)).status).toBe(201);
    expect((await add(second.id, { qualification: 'MINE' }, instructor)).status).toBe(201);
    expect((await add(own.id, { ...refreshing, seen: 2 }, admin)).status).toBe(201);
    expect((await add(own.id, { ...refreshing, seen: 3 }, instructor)).status).toBe(201);
  });

  test('names no code of a document, another course or a checklist, unless somebody who works on all gave it to it', async () => {
    const [own, other] = [await addCourse(program), await addCourse(program)];
    const instructor = await person('instructor');
    await db.insertInto('courseInstructor').values({ courseId: own.id, accountId: instructor.accountId }).execute();
    const certificates = [{ qualification: 'DEMANDED', evenExpired: false }];
    await add(other.id, { requirements: { ...pst.requirements, certificates } });
    const { id: checklistId } = await db
      .insertInto('checklist')
      .values({ name: 'Bosun', createdAt: program.clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const listed = { requirements: JSON.stringify([{ anyOf: ['OLD', 'LISTED'] }]), cases: '[]' };
    const edition = { checklistId, edition: 1, appliesFrom: today, source: 'Ours', sourceDate: today };
    await db
      .insertInto('checklistEdition')
      .values({ ...edition, ...listed, createdAt: program.clock() })
      .execute();
    const only = 'Only staff who work on all courses can give it to this one.';
    const said: [string, string][] = [
      ...['PASSPORT', 'INDOS', 'CDC', 'CDC-PA', 'MED-LR', 'ECDIS'].map((code): [string, string] => [
        code,
        `${code} is a kind of document. ${only}`,
      ]),
      ['DEMANDED', `Another course requires DEMANDED. ${only}`],
      ['LISTED', `A checklist names LISTED. ${only}`],
    ];
    for (const [qualification, refusal] of said)
      expect(await add(own.id, { qualification }, instructor)).toMatchObject({
        status: 403,
        body: { fields: { qualification: refusal } },
      });
    await add(own.id, { qualification: 'PST', kind: 'refresher', kindOf: 'PSCRB' });
    const { body } = await call(courseRules.startingSets, { params: { id: own.id } }, instructor);
    const reserved = new Map(
      body.data.flatMap(({ rules }) => rules.map((one) => [one.rule.qualification, one.reserved] as const)),
    );
    expect(reserved.get('EFA')).toBe('EFA is a kind of document.');
    // what the course has named before, it may name
    expect(['PST', 'PSCRB'].map((code) => reserved.get(code))).toEqual([null, null]);
    // the code of a refresher course is reserved, even where what it refreshes is not
    expect(reserved.get('PST-R')).toBe('PST-R is a kind of document.');
    expect((await add(own.id, { qualification: 'ECDIS', seen: 2 })).status).toBe(201);
    expect((await add(own.id, { qualification: 'ECDIS', seen: 3 }, instructor)).status).toBe(201);
    expect((await add(own.id, { qualification: 'MED-OWN', seen: 4 }, instructor)).status).toBe(201);
  });
});

describe('the approval of a course', () => {
  const change = (id: string, edition: number, body: ApprovalInput, as: Person = admin) =>
    call(courseRules.changeApproval, { params: { id, edition }, body }, as);
  const approvals = async (id: string) =>
    (await editions(id)).map((one) => [one.approval, one.approvalNumber, one.approvalUntil]);
  const given = [pst.approval, pst.approvalNumber, pst.approvalUntil];
  const nothing = ['', '', null];
  const none = { approval: '', approvalNumber: '', approvalUntil: null };

  test('stays in a new edition that does not say it, and null clears it', async () => {
    const course = await addCourse(program);
    await add(course.id);
    const { approval: _, approvalNumber: __, approvalUntil: ___, ...unsaid } = pst;
    const later = { ...unsaid, seen: 2, appliesFrom: '2027-01-01' };
    expect((await call(courseRules.add, { params: { id: course.id }, body: later }, admin)).status).toBe(201);
    expect(await approvals(course.id)).toEqual([given, given, nothing]);
    const cleared = { approval: null, approvalNumber: null, approvalUntil: null };
    await add(course.id, { seen: 3, appliesFrom: '2027-02-01', ...cleared });
    expect((await approvals(course.id))[0]).toEqual(nothing);
  });

  test('is entered and changed for earlier editions too, and the audit keeps what it said', async () => {
    const course = await addCourse(program);
    await add(course.id);
    const body = { approval: 'MARINA', approvalNumber: '12/2020', approvalUntil: '2025-06-30' };
    const { status, body: reply } = await change(course.id, 1, body);
    expect([status, reply.message]).toEqual([200, 'Approval saved.']);
    expect(await approvals(course.id)).toEqual([given, [body.approval, body.approvalNumber, body.approvalUntil]]);
    await change(course.id, 1, { approvalUntil: '2026-06-30' });
    await change(course.id, 1, { approvalUntil: '2026-06-30' });
    await change(course.id, 1, { approval: null });
    expect(await approvals(course.id)).toEqual([given, nothing]);
    const events = db.selectFrom('auditEvent').select(['actorId', 'details']).where('subjectId', '=', course.id);
    const first = { edition: 1, before: none, after: body };
    const prolonged = { ...body, approvalUntil: '2026-06-30' };
    expect(await events.where('action', '=', 'course.approval').orderBy('at').execute()).toEqual(
      [first, { edition: 1, before: body, after: prolonged }, { edition: 1, before: prolonged, after: none }].map(
        (details) => ({ actorId: admin.accountId, details }),
      ),
    );
  });

  test('is refused with an end alone, for an edition that is not there, and to those who may not edit the course', async () => {
    const course = await addCourse(program);
    const said = await change(course.id, 1, { approval: '', approvalUntil: '2027-12-31' });
    expect([said.status, said.body]).toMatchObject([400, { fields: { approval: 'Say who has approved the course' } }]);
    expect((await change(course.id, 1, { approvalUntil: '2027-12-31' })).status).toBe(409);
    expect((await change(course.id, 2, { approval: 'DG Shipping' })).status).toBe(404);
    expect((await change(course.id, 2 ** 40, { approval: 'DG Shipping' })).status).toBe(400);
    expect((await change(course.id, 1, { approval: 'DG Shipping' }, registrar)).status).toBe(403);
    expect((await change(course.id, 1, { approval: 'DG Shipping' }, await person('instructor'))).status).toBe(404);
    expect((await change(course.id, 1, { approvalNumber: 'TR/A/29/2024' })).status).toBe(409);
    expect(await approvals(course.id)).toEqual([nothing]);
  });

  test('is stated to its last day, and not afterwards; staff still find it in their list', async () => {
    const course = await addCourse(program);
    const approvalUntil = dayNow();
    await change(course.id, 1, { approval: 'DG Shipping', approvalUntil });
    expect((await seen(course.id)).rule).toMatchObject({ approval: 'DG Shipping', approvalUntil });
    const yesterday = addDays(approvalUntil, -1);
    await change(course.id, 1, { approvalUntil: yesterday });
    expect((await seen(course.id)).rule).toMatchObject(none);
    const query = { limit: 200 };
    const [everybody, colleagues] = [
      (await call(courses.listActive, { query })).body.data,
      (await call(courses.list, { query }, admin)).body.data,
    ].map((all) => all.find(({ _id }) => _id === course.id));
    expect(everybody).toMatchObject({ rule: none });
    expect(colleagues).toMatchObject({ rule: { approval: 'DG Shipping', approvalUntil: yesterday } });
  });
});

describe('the months of the course form', () => {
  test('add an edition that says everything else as before, where they differ from the rule', async () => {
    const course = await created({ validityMonths: '60' });
    await add(course._id, { validity: 'months' });
    await update(course._id, { validityMonths: '24' });
    expect((await editions(course._id))[0]).toMatchObject({
      edition: 3,
      appliesFrom: today,
      validity: 'months',
      validityMonths: 24,
      qualification: 'PST',
      approval: pst.approval,
      approvalNumber: pst.approvalNumber,
      approvalUntil: pst.approvalUntil,
      source: pst.source,
    });
    await update(course._id, { validityMonths: '24' });
    await update(course._id, {});
    expect(await editions(course._id)).toHaveLength(3);
    await update(course._id, { validityMonths: '' });
    expect((await seen(course._id)).rule).toMatchObject({ edition: 4, validity: 'unlimited' });
  });

  test('leave a rule of another kind alone while they are blank', async () => {
    const course = await created({ validityMonths: '60' });
    await add(course._id);
    await update(course._id, { validityMonths: '' });
    expect((await seen(course._id)).rule).toMatchObject({
      edition: 2,
      validity: 'until-refresher',
      validityMonths: 60,
    });
  });

  test('do not take back a rule that was changed after the form was opened', async () => {
    const course = await created({ validityMonths: '60' });
    await add(course._id);
    const { status, body } = await update(course._id, { validityMonths: '60' }, course.version);
    expect([status, body]).toMatchObject([409, { code: 'stale', fields: { validityMonths: 'It is blank now' } }]);
    expect((await seen(course._id)).rule.edition).toBe(2);
  });

  test('of the released version, which knows no rules, become an edition too', async () => {
    const { id } = await addCourse(program, { validityMonths: 24 });
    await add(id);
    await db.updateTable('course').set({ validityMonths: 12 }).where('id', '=', id).execute();
    expect(await editions(id)).toMatchObject([
      {
        edition: 3,
        validity: 'months',
        validityMonths: 12,
        qualification: 'PST',
        approval: pst.approval,
        approvalNumber: pst.approvalNumber,
        approvalUntil: pst.approvalUntil,
        inForce: true,
      },
      { edition: 2 },
      { edition: 1, validityMonths: 24 },
    ]);
  });
});

test('a rule of a later day does not change the months of the released version, nor what that saves', async () => {
  const { id } = await addCourse(program, { validityMonths: 60 });
  await add(id, { validity: 'months', validityMonths: 36, appliesFrom: '2026-12-30' });
  const course = await db.selectFrom('course').select('validityMonths').where('id', '=', id).executeTakeFirst();
  expect(course?.validityMonths).toBe(60);
  await db.updateTable('course').set({ validityMonths: 12 }).where('id', '=', id).execute();
  expect(await editions(id)).toMatchObject([
    { edition: 3, validityMonths: 12, inForce: true },
    { edition: 2, validityMonths: 36, appliesFrom: '2026-12-30', inForce: false },
    { edition: 1 },
  ]);
});

describe('a certificate', () => {
  test('states to what the course was held, and expires only where the rule says so', async () => {
    const first = await earned(program, { course: { validityMonths: 24 } });
    const { course, learner, certificate } = first;
    expect(certificate).toMatchObject({ heldTo: '', expiresOn: '2028-11-20' });
    await add(course.id);
    const { learner: second } = await earned(program, { at: first });
    expect(await registered(second)).toMatchObject([
      {
        heldTo: 'Regulation VI/1, table A-VI/1-1, IMO model course 1.19, STCW 2010',
        dateOfExpiry: null,
        refresherDue: '2031-11-20',
        rule: { edition: 2, validity: 'until-refresher', source: pst.source },
      },
    ]);
    // the first one stays as it was issued
    expect(await registered(learner)).toMatchObject([
      { heldTo: '', dateOfExpiry: '2028-11-20', refresherDue: null, rule: { edition: 1 } },
    ]);
    expect((await editions(course.id)).map(({ certificates }) => certificates)).toEqual([1, 1]);
  });

  // shows: threats/register-changed-directly
  test('states by whom the course was approved with the number, which the log covers, and stays as it was issued', async () => {
    const first = await earned(program);
    const { course, certificate } = first;
    const stated = async (number: string) => (await call(certificates.verify, { params: { number } })).body.data;
    expect(await stated(certificate.number)).toMatchObject({ approvedBy: '', approvalNumber: '' });
    await add(course.id);
    const { certificate: approved } = await earned(program, { at: first });
    const given = { approvedBy: 'DG Shipping, India', approvalNumber: 'TR/A/29/2024' };
    expect(await stated(approved.number)).toMatchObject(given);
    const change = (body: ApprovalInput) =>
      call(courseRules.changeApproval, { params: { id: course.id, edition: 2 }, body }, admin);
    await change({ approvalNumber: 'TR/A/30/2026' });
    expect(await stated(approved.number)).toMatchObject(given);
    expect(await stated(certificate.number)).toMatchObject({ approvedBy: '', approvalNumber: '' });
    // one of the two alone, and one that has ended, is not stated
    await change({ approvalNumber: null });
    const { certificate: unnumbered } = await earned(program, { at: first });
    expect(unnumbered).toMatchObject({ approvedBy: '', approvalNumber: '' });
    await change({ approvalNumber: 'TR/A/30/2026', approvalUntil: addDays(dayNow(), -1) });
    const { certificate: ended } = await earned(program, { at: first });
    expect(ended).toMatchObject({ approvedBy: '', approvalNumber: '' });
    await db.updateTable('certificate').set({ approvalNumber: 'TR/A/31/2026' }).where('id', '=', approved.id).execute();
    expect(await checkCertificates(db, [approved.id])).toMatchObject([
      { reason: 'what it states is not what was logged' },
    ]);
  });

  test('that was on hold keeps the edition by which it was earned, though another one has begun', async () => {
    const profile = { identityChangedAt: program.clock() };
    const { course, learner, certificate } = await earned(program, { course: { validityMonths: 12 }, profile });
    await add(course.id, { appliesFrom: dayNow(), validity: 'months', validityMonths: 36 });
    await call(seafarers.confirmIdentity, { params: { id: learner.accountId } }, registrar);
    await program.worker.drain();
    expect(await registered(learner)).toMatchObject([
      { status: 'issued', dateOfExpiry: certificate.expiresOn, rule: { edition: 1 } },
    ]);
  });

  test('states the document on which its validity depends', async () => {
    const bound = { validity: 'bound', validityMonths: null, boundTo: 'Certificate of competency' } as const;
    const course = await addCourse(program);
    await add(course.id, bound);
    const sat = await addTest(program, course.id);
    const { certificate } = await earned(program, { at: { course, sat } });
    const { body } = await call(certificates.verify, { params: { number: certificate.number } });
    expect(body.data).toMatchObject({ boundTo: 'Certificate of competency', dateOfExpiry: null });
  });

  test('follows the edition that applies on its day of issue', async () => {
    const first = await earned(program, { course: { validityMonths: 12 } });
    await add(first.course.id, { appliesFrom: '2026-11-22', validity: 'months', validityMonths: 36 });
    const { certificate: before } = await earned(program, { at: first });
    wait(2 * 24 * 3600);
    const { certificate: after } = await earned(program, { at: first });
    expect([before, after]).toMatchObject([{ expiresOn: '2027-11-20' }, { expiresOn: '2029-11-22' }]);
  });
});

test('a certificate states the edition of the training, though another one began before the test was passed', async () => {
  const course = await addCourse(program);
  await add(course.id, { standard: 'STCW 2010', appliesFrom: dayNow() });
  const ready = await readyForTest(program, {
    course: undefined,
    at: { course, sat: await addTest(program, course.id) },
  });
  await add(course.id, { standard: 'STCW 2026', appliesFrom: addDays(dayNow(), 3), seen: 2 });
  wait(5 * 24 * 3600);
  await openPaper(program, course.id, ready.learner);
  await submitAnswers(program, { courseId: course.id, sat: ready.sat }, ready.learner);
  expect(await registered(ready.learner)).toMatchObject([
    { heldTo: expect.stringContaining('STCW 2010'), rule: { edition: 3 } },
  ]);
});

describe('the starting sets', () => {
  const sets = Object.fromEntries(startingSets.map(({ key, rules }) => [key, rules]));
  const validityIn = (set: string) =>
    Object.fromEntries((sets[set] ?? []).map(({ rule }) => [rule.qualification, rule.validity]));

  test('are three, each whole, and each rule with source and date is accepted as it is', async () => {
    const course = await addCourse(program);
    const { status, body } = await call(courseRules.startingSets, { params: { id: course.id } }, registrar);
    expect([status, body.data.map(({ key }) => key)]).toEqual([200, ['india', 'uk', 'philippines']]);
    expect(body.data.map(({ rules }) => rules.length)).toEqual([18, 20, 22]);
    expect(body.data.flatMap(({ rules }) => rules.flatMap(({ reserved }) => reserved ?? []))).toEqual([]);
    let newest = 1;
    for (const { rules } of startingSets) {
      for (const { rule } of rules) {
        expect((await add(course.id, { ...rule, appliesFrom: '2026-12-01', seen: newest })).status).toBe(201);
        newest += 1;
      }
    }
  });

  test('let PSSR and EFA never expire in the United Kingdom, where five trainings are refreshed', () => {
    const uk = validityIn('uk');
    expect([uk.PSSR, uk.EFA]).toEqual(['unlimited', 'unlimited']);
    const refreshed = Object.keys(uk).filter((code) => uk[code] === 'until-refresher');
    expect(refreshed.filter((code) => !code.endsWith('-R'))).toEqual(['PST', 'FPFF', 'PSCRB', 'FRB', 'AFF']);
  });

  test('require nothing that none of their courses gives', () => {
    for (const { rules } of startingSets) {
      const given = new Set(rules.flatMap(({ rule }) => [rule.qualification, rule.kindOf]));
      const required = rules.flatMap(({ rule }) => rule.requirements.certificates.map((one) => one.qualification));
      expect(required.filter((code) => !given.has(code))).toEqual([]);
    }
  });
});

test('a certificate whose refresher course was taken is not to be renewed', async () => {
  const first = await addCourse(program);
  await add(first.id, { appliesFrom: dayNow() });
  const refresher = await addCourse(program);
  await add(refresher.id, { qualification: 'PST-R', kind: 'refresher', kindOf: 'PST', appliesFrom: dayNow() });
  const { learner } = await earned(program, { at: { course: first, sat: await addTest(program, first.id) } });
  wait(5 * 365 * 24 * 3600 - 30 * 24 * 3600);
  const soon = async () => {
    const { body } = await call(home.getHome, learner);
    return [
      body.data.next.step,
      body.data.expiring.flatMap((one) => (one.source === 'certificate' ? one.isRefresherDue : [])),
    ];
  };
  expect(await soon()).toEqual(['renew', [true]]);
  await earned(program, { learner, at: { course: refresher, sat: await addTest(program, refresher.id) } });
  expect(await soon()).toEqual([expect.not.stringMatching('renew'), []]);
});
