import { enrolments } from '@fairlead/contract/enrolments/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { home } from '@fairlead/contract/overview/home';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import type { NewDocumentRequest } from '@fairlead/contract/seafarers/documents';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { formOf, picture } from '../../testing/forms.ts';

const program = await testApp();
const { call, person, db, mailsTo } = program;
const registrar = await person('registrar');

const blurred: NewDocumentRequest = { document: 'passportDocument', reason: 'unreadable', note: 'The lower half.' };

const accept = (id: string, query: { stateSeen?: 'requested' | 'document-needed' } = {}) =>
  call(enrolments.accept, { params: { id }, query }, registrar);
const ask = (of: Person, body: NewDocumentRequest = blurred, as: Person = registrar) =>
  call(seafarers.askForDocument, { params: { id: of.accountId }, body }, as);
const own = async (as: Person) => (await call(seafarers.getOwnProfile, as)).body.data;
const upload = async (as: Person, part: string) =>
  call(seafarers.updateProfile, { form: formOf({}, { [part]: { bytes: await picture() } }) }, as);
const listed = async (of: Person, state?: 'requested' | 'document-needed' | 'declined') =>
  (await call(enrolments.listPending, { query: { q: of.email, ...(state && { state }) } }, registrar)).body;
const audited = async (of: Person) => {
  const events = db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', of.accountId);
  return events.where('action', 'like', 'profile.%document%').orderBy('id').execute();
};

/** A learner with a profile who has asked for a course. */
async function requesting() {
  const learner = await person();
  await addProfile(program, learner);
  const course = await addCourse(program);
  return { learner, enrolmentId: await enrol(program, learner, course.id, 'pending') };
}

describe('a document that staff ask for', () => {
  test('is named to the person by email, on the first page and in the profile, and their request waits', async () => {
    const { learner } = await requesting();
    expect((await ask(learner)).status).toBe(200);
    const mail = (await mailsTo(learner.email)).at(-1);
    expect(mail?.subject).toBe('Please upload your passport');
    expect(mail?.text).toContain('The lower half.');

    const { data } = (await call(home.getHome, learner)).body;
    expect(data.next.step).toBe('upload-document');
    expect(data.documentRequests).toMatchObject([{ ...blurred, answeredAt: null }]);
    expect(data.enrolments).toMatchObject([{ state: 'document-needed', steps: ['upload-document'] }]);
    expect((await own(learner)).documentRequests).toMatchObject([blurred]);

    expect(await listed(learner)).toEqual([]);
    expect(await listed(learner, 'document-needed')).toMatchObject([{ state: 'document-needed', status: 'pending' }]);
    expect(await audited(learner)).toMatchObject([
      {
        action: 'profile.ask-document',
        details: { document: 'passport', note: expect.stringContaining('lower half') },
      },
    ]);
  });

  test('puts the request back into the list once it is there, and opens for staff', async () => {
    const { learner } = await requesting();
    await ask(learner);
    expect((await upload(learner, 'signature')).status).toBe(200);
    expect(await listed(learner)).toEqual([]);
    expect((await upload(learner, 'passportDocument')).status).toBe(200);
    const [request] = await listed(learner);
    expect(request?.state).toBe('requested');
    expect(request?.profile?.documentRequests).toMatchObject([{ answeredAt: expect.any(String) }]);
    expect(request?.profile?.passportDocument?.url).toContain('/id_documents/');
    const { data } = (await call(home.getHome, learner)).body;
    expect(data.documentRequests).toEqual([]);
    expect(data.next.step).toBe('wait');
  });

  test('may be asked for again when the new one is no better', async () => {
    const { learner } = await requesting();
    await ask(learner);
    await upload(learner, 'passportDocument');
    expect((await ask(learner)).status).toBe(200);
    expect(await listed(learner)).toEqual([]);
    expect((await own(learner)).documentRequests.map(({ answeredAt }) => answeredAt !== null)).toEqual([false, true]);
  });

  test('is counted neither on the overview nor in the menu while it is waited for', async () => {
    const count = async () => (await call(overview.getOverview, registrar)).body.data.requests?.count ?? 0;
    const before = await count();
    const { learner } = await requesting();
    expect(await count()).toBe(before + 1);
    await ask(learner);
    expect(await count()).toBe(before);
  });

  test('is settled by an acceptance, and stays open after a decline', async () => {
    const { learner, enrolmentId } = await requesting();
    await ask(learner);
    const params = { id: enrolmentId };
    await call(enrolments.reject, { params, body: { reason: 'batch-full' } }, registrar);
    expect((await own(learner)).documentRequests).toHaveLength(1);
    expect(await listed(learner, 'declined')).toMatchObject([{ state: 'declined' }]);
    const courseId = (await listed(learner, 'declined'))[0]?.courseId ?? '';
    await call(enrolments.request, { body: { courseId } }, learner);
    const [again] = await listed(learner, 'document-needed');
    expect((await accept(again?._id ?? '', { stateSeen: 'document-needed' })).status).toBe(200);
    expect((await own(learner)).documentRequests).toEqual([]);
  });

  test('refuses an acceptance by a colleague who has not seen that it is asked for', async () => {
    const { learner, enrolmentId } = await requesting();
    await ask(learner);
    const refused = await accept(enrolmentId, { stateSeen: 'requested' });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('asked for a document') } });
    const requests = [{ id: enrolmentId, stateSeen: 'requested' as const }];
    const many = await call(enrolments.acceptMany, { body: { requests } }, registrar);
    expect(many.body.data).toMatchObject([{ ok: false }]);
    expect((await own(learner)).documentRequests).toMatchObject([{ answeredAt: null }]);
    await upload(learner, 'passportDocument');
    expect((await accept(enrolmentId, { stateSeen: 'requested' })).status).toBe(200);
  });

  test('is not asked for on the strength of a profile that has changed since', async () => {
    const { learner } = await requesting();
    const query = { profileSeenAt: (await own(learner)).updatedAt };
    const askSeen = () =>
      call(seafarers.askForDocument, { params: { id: learner.accountId }, query, body: blurred }, registrar);
    program.wait(1);
    await upload(learner, 'passportDocument');
    expect(await askSeen()).toMatchObject({ status: 409, body: { message: expect.stringContaining('was changed') } });
    expect((await own(learner)).documentRequests).toEqual([]);
    query.profileSeenAt = (await own(learner)).updatedAt;
    expect((await askSeen()).status).toBe(200);
  });

  test('is withdrawn once, which is audited', async () => {
    const { learner } = await requesting();
    await ask(learner);
    const id = (await own(learner)).documentRequests[0]?._id ?? '';
    const withdraw = () => call(seafarers.withdrawDocumentRequest, { params: { id } }, registrar);
    expect((await withdraw()).status).toBe(200);
    expect(await listed(learner)).toHaveLength(1);
    expect((await withdraw()).status).toBe(409);
    expect((await audited(learner)).map(({ action }) => action)).toEqual([
      'profile.ask-document',
      'profile.withdraw-document-request',
    ]);
    const unknown = { params: { id: learner.accountId } };
    expect((await call(seafarers.withdrawDocumentRequest, unknown, registrar)).status).toBe(404);
  });

  test('needs a profile, and a reason in words if none of the list fits', async () => {
    const learner = await person();
    expect((await ask(learner)).status).toBe(404);
    await addProfile(program, learner);
    expect((await ask(learner, { document: 'signature', reason: 'other' })).status).toBe(400);
    expect((await ask(learner, { document: 'signature', reason: 'other', note: 'Upside down.' })).status).toBe(200);
  });

  test('of one person changes nothing for another', async () => {
    const [one, other] = [await requesting(), await requesting()];
    await ask(one.learner);
    expect(await listed(other.learner)).toHaveLength(1);
    expect((await own(other.learner)).documentRequests).toEqual([]);
    await upload(other.learner, 'passportDocument');
    expect((await own(one.learner)).documentRequests).toMatchObject([{ answeredAt: null }]);
  });
});

testOnServer('of two colleagues who ask for the same document at once, one is refused', async () => {
  const { learner } = await requesting();
  const colleague = await person('registrar');
  const asked = await Promise.all([ask(learner), ask(learner, blurred, colleague)]);
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(
    (await mailsTo(learner.email)).filter(({ subject }) => subject === 'Please upload your passport'),
  ).toHaveLength(1);
});

testOnServer('an acceptance at the same moment never settles a document that is asked for', async () => {
  for (let round = 0; round < 8; round++) {
    const { learner, enrolmentId } = await requesting();
    const [asked, accepted] = await Promise.all([ask(learner), accept(enrolmentId, { stateSeen: 'requested' })]);
    expect(asked.status).toBe(200);
    // accepted first: the document is asked for on an approved enrolment, and is not settled by the acceptance
    expect([200, 409]).toContain(accepted.status);
    expect((await own(learner)).documentRequests).toMatchObject([{ answeredAt: null }]);
  }
});
