import { register } from '@fairlead/contract/certificates/register';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../../testing/factories.ts';
import { earned } from '../../../testing/journey.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { addDocument } from '../../wallet/testing/wallet.ts';

const program = await testApp();
const { call, person, db, clock } = program;
const registrar = await person('registrar');
const instructor = await person('instructor');
const list = async (query: Record<string, string>) =>
  (await call(register.list, { query: query as object }, registrar)).body.data;
test('the register is filtered by state, course, last day and text', async () => {
  const course = await addCourse(program, { title: 'Register of Ships' });
  const add = async (name: string, details: Parameters<typeof addCertificate>[2] = {}) => {
    const learner = await person();
    await addProfile(program, learner, { name });
    const id = await addCertificate(program, await enrol(program, learner, course.id), { name, ...details });
    await db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', course.id).execute();
    return id;
  };
  await add('Valid Ever', { expiresOn: null });
  await add('Valid Long', { expiresOn: '2030-01-01' });
  await add('Soon Over', { expiresOn: '2026-12-31' });
  await add('Over Already', { expiresOn: '2026-11-01' });
  await add('Next Over', { expiresOn: '2026-12-30' });
  await add('Over Before', { expiresOn: '2026-10-31' });
  await add('Revoked One', { status: 'revoked', expiresOn: '2030-01-01' });
  await add('Held Back', { status: 'held' });
  const due = await add('Refresher Due', { expiresOn: null, refresherDue: '2026-12-30' });
  await add('Refresher Later', { expiresOn: null, refresherDue: '2030-12-30' });
  const names = async (query: Record<string, string>) =>
    (await list({ courseId: course.id, ...query })).map(({ name }) => name);
  // Newest first, or by last day if filtered by it.
  expect(await names({})).toEqual([
    'Refresher Later',
    'Refresher Due',
    'Held Back',
    'Revoked One',
    'Over Before',
    'Next Over',
    'Over Already',
    'Soon Over',
    'Valid Long',
    'Valid Ever',
  ]);
  const valid = ['Refresher Later', 'Refresher Due', 'Next Over', 'Soon Over', 'Valid Long', 'Valid Ever'];
  expect(await names({ state: 'issued' })).toEqual(valid);
  expect(await names({ state: 'expires-soon' })).toEqual(['Next Over', 'Refresher Due', 'Soon Over']);
  expect(await names({ state: 'expired' })).toEqual(['Over Already', 'Over Before']);
  expect(await names({ state: 'revoked' })).toEqual(['Revoked One']);
  expect(await names({ state: 'held' })).toEqual(['Held Back']);
  expect(await names({ expiresFrom: '2026-12-01', expiresTo: '2027-12-31' })).toEqual(['Next Over', 'Soon Over']);
  const first = await list({ courseId: course.id, state: 'expires-soon', limit: '1' });
  expect(await names({ state: 'expires-soon', after: first[0]?._id ?? '' })).toEqual(['Refresher Due', 'Soon Over']);
  expect(await names({ q: 'soon ov' })).toEqual(['Soon Over']);
  expect(await names({ state: 'revoked', q: 'valid' })).toEqual([]);
  expect((await list({ state: 'expires-soon' })).find(({ name }) => name === 'Soon Over')?.expiresSoon).toBe(true);
  await db.updateTable('courseRule').set({ qualification: 'REG' }).where('courseId', '=', course.id).execute();
  const [refreshed] = (await list({ q: 'Refresher Due' })).filter(({ _id }) => _id === due);
  await addDocument(program, { accountId: refreshed?.userId ?? '' }, { kind: 'REG', expiresOn: '2031-12-30' });
  expect([refreshed?.expiresSoon, await names({ state: 'expires-soon' })]).toEqual([true, ['Next Over', 'Soon Over']]);
  expect((await list({ q: 'Refresher Due' })).find(({ _id }) => _id === due)?.expiresSoon).toBe(false);
  expect((await call(register.list, { query: { state: 'lost' } as object }, registrar)).status).toBe(400);
  expect((await call(register.list, {}, instructor)).status).toBe(403);
  expect((await call(register.list, {}, await person())).status).toBe(403);
});

test('a search finds a number as people type it, and a part of one', async () => {
  const { certificate } = await earned(program);
  const found = async (q: string) => (await list({ q })).map(({ _id }) => _id);
  const typed = certificate.number.toLowerCase().replaceAll('-', ' ');
  expect(await found(` ${typed} `)).toEqual([certificate.id]);
  expect(await found(certificate.number.slice(4, -2))).toEqual([certificate.id]);
  expect(await found(`${typed} `.replace(/. $/, '?'))).toEqual([]);
});

test('a search finds only the certificates of a complete email, and all those of a part of one', async () => {
  const certified = async (email: string) =>
    addCertificate(program, await enrol(program, await person(), (await addCourse(program)).id), { email });
  const [asha, natasha] = [await certified('asha@ship.example'), await certified('natasha@ship.example')];
  const found = async (q: string) => (await list({ q })).map(({ _id }) => _id);
  expect(await found(' Asha@Ship.example ')).toEqual([asha]);
  expect(await found('sha@ship.example')).toEqual([natasha, asha]);
  expect(await found('nobody@ship.example')).toEqual([]);
});

test('the register is exported as filtered, which is audited', async () => {
  const { certificate } = await earned(program);
  const reason = 'The test was sat by somebody else.';
  await call(register.revoke, { params: { id: certificate.id }, body: { reason } }, registrar);
  const url = `/api/export/certificates?state=revoked&courseId=${certificate.courseId}`;
  const { status, body } = await program.request('GET', url, { as: registrar });
  expect(status).toBe(200);
  const lines = String(body).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(certificate.number);
  const event = await db
    .selectFrom('auditEvent')
    .select('details')
    .where('action', '=', 'list.export')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  expect(event?.details).toEqual({ state: 'revoked', courseId: certificate.courseId });
});

test('the register shows which held certificate has a failed job', async () => {
  const learner = await person();
  const course = await addCourse(program);
  await addCertificate(program, await enrol(program, learner, course.id), { status: 'held' });
  const held = async () => (await list({ courseId: course.id })).at(0)?.held;
  expect(await held()).toEqual({ since: clock().toISOString(), waitsFor: [], gaveUp: false });
  const payload = JSON.stringify({ accountId: learner.accountId });
  await db.insertInto('job').values({ kind: 'release-held-certificates', payload, gaveUpAt: clock() }).execute();
  expect((await held())?.gaveUp).toBe(true);
});
