import { type CounterSent, counter } from '@fairlead/contract/counter/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { allows, roles } from '@fairlead/contract/platform/permissions';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addBatch, addCourse, enrol } from '../../testing/factories.ts';
import { feeSettings, switchFeesOn } from '../fees/testing/fees.ts';

const program = await testApp();
const { call, db, person, mailsTo } = program;
await switchFeesOn(program);
const registrar = await person('registrar');
const course = await addCourse(program, { title: 'Survival', format: 'classroom' });
const batchId = await addBatch(program, course.id, { seats: 2 });

let requests = 0;
const newRequest = () => `5d0c3b5e-7f0a-4c55-9a44-${String(++requests).padStart(12, '0')}`;
const newcomer = (email: string): NonNullable<CounterSent['newcomer']> => ({
  tittle: 'None',
  firstName: 'Ravi',
  lastName: null,
  mobile: '9820012345',
  email,
});
const cash = { amount: '4500', method: 'cash', on: '2026-11-01' } as const;
const send = (body: Omit<CounterSent, 'courseId' | 'requestId'> & Partial<CounterSent>, as = registrar) =>
  call(counter.enrol, { body: { requestId: newRequest(), courseId: course.id, ...body } }, as);
const accountsOf = (email: string) => db.selectFrom('account').select('id').where('email', '=', email).execute();
const documents = () => db.selectFrom('feeDocument').select('number').execute();
const total = async () => [
  (await db.selectFrom('account').select('id').execute()).length,
  (await db.selectFrom('enrolment').select('id').execute()).length,
  (await documents()).length,
];

test('a newcomer gets account, seat, fee and receipt in one call, and one email for each', async () => {
  expect((await call(counter.getCharge, { params: { id: course.id } }, registrar)).body.data.chargePaise).toBe(450_000);
  const body = { requestId: newRequest(), newcomer: newcomer('ravi@x.example'), batchId, payment: cash };
  const { status, body: answer } = await send(body);
  expect([status, answer.message]).toEqual([200, 'Enrolled, and the payment is recorded.']);
  const { enrolmentId, personId, hasFee } = answer.data;
  expect(hasFee).toBe(true);
  const enrolled = db.selectFrom('enrolment').select(['accountId', 'status', 'batchId', 'seatedAt', 'decidedBy']);
  expect(await enrolled.where('id', '=', enrolmentId).execute()).toEqual([
    { accountId: personId, status: 'approved', batchId, seatedAt: expect.any(Date), decidedBy: registrar.accountId },
  ]);
  const ledger = (await call(fees.get, { params: { id: enrolmentId } }, registrar)).body.data;
  expect([ledger.balancePaise, ledger.entries.map(({ kind }) => kind)]).toEqual([0, ['due', 'paid']]);
  const mails = await mailsTo('ravi@x.example');
  expect(mails.map(({ text }) => /set-password#/.test(text ?? ''))).toEqual([true, false]);

  // the second click does nothing, and neither does one with other values
  const before = await total();
  expect((await send(body)).body).toEqual({ message: answer.message, data: answer.data });
  const { payment: _, ...unpaid } = body;
  for (const other of [
    { ...body, newcomer: newcomer('other@x.example') },
    { ...body, newcomer: { ...newcomer('ravi@x.example'), firstName: 'Ravindra' } },
    { ...body, newcomer: { ...newcomer('ravi@x.example'), mobile: '9820012346' } },
    { ...body, batchId: undefined },
    { ...body, payment: { ...cash, amount: '1' } },
    { ...body, payment: { ...cash, method: 'bank' as const } },
    { ...body, payment: { ...cash, on: '2026-10-31' } },
    { ...body, recipient: { name: 'Blue Line', address: '1 Dock Road', gstin: '' } },
    { ...body, recipient: { name: '', address: '', gstin: '', state: '27' as const } },
    unpaid,
  ])
    expect(await send(other)).toMatchObject({ status: 409, body: { code: 'stale' } });
  expect(await total()).toEqual(before);
  expect(await mailsTo('ravi@x.example')).toHaveLength(2);
});

test('somebody with an account is enrolled without a payment, and is not made twice', async () => {
  const learner = await person();
  const { body } = await send({ personId: learner.accountId });
  expect([body.message, body.data.personId, body.data.hasFee]).toEqual(['Enrolled.', learner.accountId, true]);
  const again = await send({ personId: learner.accountId });
  expect([again.status, again.body.message]).toEqual([409, 'Already enrolled in this course.']);
  const known = await send({ newcomer: newcomer(learner.email) });
  expect([known.status, known.body]).toMatchObject([
    409,
    { fields: { 'newcomer.email': 'This email address has an account. Search for the person.' } },
  ]);
});

test('what cannot be done leaves nothing of it: no account, no seat, no receipt', async () => {
  const full = await addBatch(program, course.id, { seats: 1 });
  await send({ newcomer: newcomer('first@x.example'), batchId: full });
  const before = await total();
  const refused = [
    { batchId: full },
    { batchId, payment: { ...cash, amount: '4500.01' } },
    { payment: { ...cash, on: '2999-01-01' } },
    { courseId: '00000000-0000-4000-8000-000000000000' },
    { payment: { ...cash, amount: '0' } },
    { personId: registrar.accountId },
  ];
  for (const part of refused) {
    const { status } = await send({ newcomer: newcomer('late@x.example'), ...part });
    expect(status, JSON.stringify(part)).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect(await total()).toEqual(before);
  expect(await mailsTo('late@x.example')).toEqual([]);
});

test('a pending request is accepted, and a company is named on the receipt', async () => {
  const learner = await person();
  const asked = await enrol(program, learner, course.id, 'pending');
  const recipient = { name: 'Blue Line', address: '1 Dock Road', gstin: '' };
  // the fee of the request itself
  expect((await call(fees.charge, { body: { enrolments: [{ id: asked }] } }, registrar)).body.data[0]?.ok).toBe(true);
  const { body } = await send({ personId: learner.accountId, payment: { ...cash, amount: '1000' }, recipient });
  expect(body.data.enrolmentId).toBe(asked);
  const named = db.selectFrom('fee').select(['recipientName', 'receivedPaise']);
  expect(await named.where('enrolmentId', '=', body.data.enrolmentId).execute()).toEqual([
    { recipientName: 'Blue Line', receivedPaise: 100_000 },
  ]);
});

test('each step requires its permission, and fees that are off charge nothing', async () => {
  for (const role of roles) {
    const { status } = await send({ newcomer: newcomer(`by-${role}@x.example`) }, await person(role));
    expect([role, status]).toEqual([role, allows(role, 'enrolments:decide') ? 200 : 403]);
  }
  await db
    .updateTable('academySettings')
    .set({ fees: JSON.stringify({ ...feeSettings, isOn: false }) })
    .execute();
  expect((await call(counter.getCharge, { params: { id: course.id } }, registrar)).body.data.chargePaise).toBe(0);
  const paid = await send({ newcomer: newcomer('off@x.example'), payment: cash });
  expect([paid.status, await accountsOf('off@x.example')]).toEqual([404, []]);
  const { body } = await send({ newcomer: newcomer('off@x.example') });
  expect(body.data.hasFee).toBe(false);
});
