import { courseRules, type Requirements } from '@fairlead/contract/courses/course-rules';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addMonths } from '../../platform/calendar.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';
import { addDocument } from '../wallet/testing/wallet.ts';

const program = await testApp();
const { call, person, db } = program;
const registrar = await person('registrar');
const admin = await person('admin');

const facts = {
  regulation: '',
  competenceTable: '',
  modelCourse: '',
  standard: '',
  boundTo: '',
  source: 'The academy',
  sourceDate: '2026-11-01',
  appliesFrom: '2026-11-20',
  seen: 1,
};
const nothing: Requirements = { certificates: [], minimumAge: null, seaMonths: null, medical: false };
type Rule = { qualification?: string; kind?: 'first' | 'refresher'; kindOf?: string; requires?: Partial<Requirements> };
/** A course with this rule; its certificates do not expire, but have to be refreshed after a year. */
async function courseWith({ qualification = '', kind = 'first', kindOf = '', requires = {} }: Rule) {
  const course = await addCourse(program);
  const requirements = { ...nothing, ...requires };
  const validity = { validity: 'until-refresher', validityMonths: 12 } as const;
  const body = { ...facts, ...validity, qualification, kind, kindOf, requirements };
  expect((await call(courseRules.add, { params: { id: course.id }, body }, admin)).status).toBe(201);
  return course.id;
}
const pst = await courseWith({ qualification: 'PST' });
const refresher = await courseWith({ qualification: 'PST-R', kind: 'refresher', kindOf: 'PST' });
const boats = await courseWith({
  requires: { certificates: [{ qualification: 'PST', evenExpired: false }], minimumAge: 18, seaMonths: 6 },
});
const lackOfPst = 'Missing for this course: A valid certificate of Personal Survival Techniques.';

const learnerOf = async (birthDate = '1990-05-17') => {
  const learner = await person();
  await addProfile(program, learner, { birthDate });
  return learner;
};
const ask = (as: Person, more: { knowsWhatIsMissing?: boolean } = {}) =>
  call(enrolments.request, { body: { courseId: boats, ...more } }, as);
const known = async (as: Person) => (await call(enrolments.getEligibility, { params: { id: boats } }, as)).body.data;
/** A certificate that is added directly brings its own test, of which one may be published. */
const unpublish = (courseId: string) =>
  db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', courseId).execute();
/** A certificate of a course, issued on a day by its rule of today. */
async function certify(learner: Person, courseId: string, issuedOn = '2026-11-20', details: object = {}) {
  const id = await addCertificate(program, await enrol(program, learner, courseId), { expiresOn: null, ...details });
  await unpublish(courseId);
  const rule = db.selectFrom('courseRule').select('id').where('courseId', '=', courseId).where('edition', '=', 2);
  const { id: ruleId } = await rule.executeTakeFirstOrThrow();
  const refresherDue = addMonths(issuedOn, 12);
  await db.updateTable('certificate').set({ ruleId, issuedOn, refresherDue }).where('id', '=', id).execute();
}
const statusOf = async (learner: Person) =>
  (
    await db
      .selectFrom('enrolment')
      .select('status')
      .where('accountId', '=', learner.accountId)
      .where('courseId', '=', boats)
      .execute()
  ).map(({ status }) => status);
const auditOf = (action: string) =>
  db
    .selectFrom('auditEvent')
    .select(['actorId', 'details'])
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .limit(1)
    .execute();

test('a learner who lacks something is told what, and asks only after that', async () => {
  const learner = await learnerOf();
  const { status, body } = await ask(learner);
  expect([status, body]).toMatchObject([409, { code: 'not-eligible', message: lackOfPst }]);
  expect(await statusOf(learner)).toEqual([]);
  expect(await known(learner)).toEqual({
    missing: ['A valid certificate of Personal Survival Techniques'],
    toCheck: ['Sea service of 6 months or more'],
  });
  expect((await ask(learner, { knowsWhatIsMissing: true })).status).toBe(201);
  expect(await statusOf(learner)).toEqual(['pending']);
});

test.each<[string, string, string, object]>([
  ['a certificate of the course', pst, '2025-11-20', {}],
  ['a certificate of its refresher', refresher, '2026-01-31', {}],
])('%s lets a learner ask', async (_, courseId, issuedOn, details) => {
  const learner = await learnerOf();
  await certify(learner, courseId, issuedOn, details);
  expect((await known(learner)).missing).toEqual([]);
  expect((await ask(learner)).status).toBe(201);
});

test('a certificate of another academy counts once staff have checked it, and so does a medical certificate', async () => {
  const learner = await learnerOf();
  const id = await addDocument(program, learner, { kind: 'PST', status: 'waiting' });
  expect((await known(learner)).missing).toHaveLength(1);
  const decided = { status: 'checked', decidedAt: program.clock() } as const;
  await db.updateTable('walletDocument').set(decided).where('id', '=', id).execute();
  expect((await known(learner)).missing).toEqual([]);
  const medical = await courseWith({ requires: { medical: true } });
  const toCheck = async () =>
    (await call(enrolments.getEligibility, { params: { id: medical } }, learner)).body.data.toCheck;
  expect(await toCheck()).toHaveLength(1);
  await addDocument(program, learner);
  expect(await toCheck()).toEqual([]);
});

test.each<[string, string, object]>([
  ['has to be refreshed since yesterday', '2025-11-19', {}],
  ['was revoked', '2026-11-20', { status: 'revoked' }],
  ['is on hold', '2026-11-20', { status: 'held' }],
])('a certificate that %s is none', async (_, issuedOn, details) => {
  const learner = await learnerOf();
  await certify(learner, pst, issuedOn, details);
  expect((await ask(learner)).body).toMatchObject({ code: 'not-eligible', message: lackOfPst });
});

test('another person’s certificate, and one from before the course had a rule', async () => {
  const [holder, other] = [await learnerOf(), await learnerOf()];
  await addCertificate(program, await enrol(program, holder, pst), { expiresOn: null });
  await unpublish(pst);
  expect((await known(holder)).missing).toEqual([]);
  expect((await known(other)).missing).toHaveLength(1);
});

test('somebody who is too young is told so', async () => {
  const learner = await learnerOf('2008-11-21');
  await certify(learner, pst);
  expect((await ask(learner)).body.message).toBe('Missing for this course: An age of 18 years or more.');
});

test('staff see what is missing, and accept only with a reason, which the audit keeps', async () => {
  const learner = await learnerOf();
  await ask(learner, { knowsWhatIsMissing: true });
  const listed = (await call(enrolments.listPending, { query: { q: learner.email } }, registrar)).body;
  expect(listed).toMatchObject([{ eligibility: { missing: ['A valid certificate of Personal Survival Techniques'] } }]);
  const id = listed[0]?._id ?? '';
  const accept = (body: { overrule?: string }) => call(enrolments.accept, { params: { id }, body }, registrar);
  expect((await accept({})).body).toMatchObject({ code: 'not-eligible', message: lackOfPst });
  const many = await call(enrolments.acceptMany, { body: { requests: [{ id }] } }, registrar);
  expect(many.body.data).toEqual([{ id, ok: false, message: lackOfPst }]);
  expect((await accept({ overrule: ' ' })).status).toBe(400);
  expect(await statusOf(learner)).toEqual(['pending']);
  expect((await accept({ overrule: 'PST of another academy, seen' })).status).toBe(200);
  expect(await statusOf(learner)).toEqual(['approved']);
  expect(await auditOf('enrolment.accept')).toEqual([
    {
      actorId: registrar.accountId,
      details: {
        overruled: 'PST of another academy, seen',
        missing: ['A valid certificate of Personal Survival Techniques'],
        checked: ['Sea service of 6 months or more'],
      },
    },
  ]);
});

test('staff enrol people only with answers for each, and the audit keeps what each lacked', async () => {
  const [lacking, holding, another] = [await learnerOf(), await learnerOf(), await learnerOf()];
  await certify(holding, pst);
  const of = (who: Person, answer = {}) => ({ id: who.accountId, ...answer });
  const enrolAll = async (...people: { id: string; overrule?: string; checked?: boolean }[]) =>
    (await call(enrolments.enrolPeople, { body: { courseId: boats, people } }, registrar)).body.data.map(
      ({ ok, message }) => [ok, message],
    );
  const asked = { params: { id: boats }, body: { people: [of(lacking), of(holding)] } };
  const [missing, toCheck] = [
    ['A valid certificate of Personal Survival Techniques'],
    ['Sea service of 6 months or more'],
  ];
  expect((await call(enrolments.listEligibility, asked, registrar)).body.data).toEqual([
    { _id: lacking.accountId, missing, toCheck },
    { _id: holding.accountId, missing: [], toCheck },
  ]);
  const unchecked = 'Not checked for this course: Sea service of 6 months or more.';
  expect(await enrolAll(of(lacking), of(holding), of(another, { checked: true }))).toEqual([
    [false, `${lackOfPst} ${unchecked}`],
    [false, unchecked],
    [false, lackOfPst],
  ]);
  expect(await enrolAll(of(lacking, { overrule: 'Certificate seen' }))).toEqual([[false, unchecked]]);
  const reasons = ['Certificate seen', 'Letter of the other academy'];
  const [one, other] = reasons.map((overrule) => ({ overrule, checked: true }));
  expect(await enrolAll(of(lacking, one), of(holding, one), of(another, other))).toEqual(
    Array.from({ length: 3 }, () => [true, 'Enrolled.']),
  );
  const noted = await db
    .selectFrom('auditEvent')
    .innerJoin('enrolment', (join) => join.on(sql`enrolment.id::text`, '=', sql.ref('audit_event.subject_id')))
    .select(['enrolment.accountId', 'auditEvent.details'])
    .where('enrolment.courseId', '=', boats)
    .where('auditEvent.action', '=', 'enrolment.enrol')
    .execute();
  const [first, last] = reasons.map((overruled) => ({ outcome: 'open', overruled, missing, checked: toCheck }));
  expect(new Map(noted.map(({ accountId, details }) => [accountId, details]))).toEqual(
    new Map<string, object>([
      [lacking.accountId, first ?? {}],
      [holding.accountId, { outcome: 'open', checked: toCheck }],
      [another.accountId, last ?? {}],
    ]),
  );
});
