import { seafarers } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { formOf, picture, profileDocuments, profileFields } from '../../testing/forms.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';
import { recordIdentityCheck } from './confirm-identity.ts';

const program = await testApp();
const { call, person, db, worker } = program;
const registrar = await person('registrar');

const create = async (as: Person) =>
  call(seafarers.createProfile, { form: formOf(profileFields, await profileDocuments()) }, as);
const update = (as: Person, changes: Record<string, string>, files: Parameters<typeof formOf>[1] = {}) =>
  call(seafarers.updateProfile, { form: formOf(changes, files) }, as);
const own = (as: Person) => call(seafarers.getOwnProfile, as);
const confirm = (of: Person, as: Person = registrar) =>
  call(seafarers.confirmIdentity, { params: { id: of.accountId } }, as);

/** A learner whose profile staff have checked. */
async function checked(): Promise<Person> {
  const learner = await person();
  expect((await create(learner)).status).toBe(201);
  expect((await confirm(learner)).status).toBe(200);
  return learner;
}

describe('a changed identity', () => {
  const isHeld = async (learner: Person) => (await own(learner)).body.data.identityChanged;

  test.each<Record<string, string>>([
    { name: 'Asha Menon' },
    { ownScriptName: 'ആശ നായർ' },
    { DateofBirth: '1994-03-09' },
    { passportNumber: 'Z7654321' },
    { CDCnumber: 'MUM 999' },
    { indosNo: '99ZL9999' },
    { gradenumber: 'MASTER UNLIMITED' },
    { passportExpiryDate: '2035-01-01' },
    { CDCexpiryDate: '2035-01-01' },
    { IDType: 'PAN' },
  ])('is held after a check by staff: %j', async (change) => {
    const learner = await checked();
    await update(learner, change);
    expect(await isHeld(learner)).toBe(true);
  });

  test.each(['profilePicture', 'IdDocument', 'signature'] as const)(
    'is held after a check by staff: another %s',
    async (part) => {
      const learner = await checked();
      await update(learner, {}, { [part]: (await profileDocuments())[part] });
      expect(await isHeld(learner)).toBe(true);
      expect((await own(learner)).body.data.changedSinceCheck).toEqual([{ field: part, checked: null }]);
    },
  );

  test('does not include equal values, phone numbers and postal addresses', async () => {
    const learner = await checked();
    await update(learner, { ...profileFields, phone: '+919000000000', city: 'Goa', zipCode: '403001' });
    expect(await isHeld(learner)).toBe(false);
  });

  // shows: threats/changed-identity
  test('is shown with the values that staff saw before, through several changes, until they confirm it', async () => {
    const learner = await checked();
    await update(learner, { gradenumber: 'G-78' });
    await update(learner, { gradenumber: 'MASTER UNLIMITED', DateofBirth: '1994-03-09', city: 'Goa' });
    const [profile] = (await call(seafarers.listProfiles, { query: { q: learner.email } }, registrar)).body.data;
    expect(profile?.changedSinceCheck).toEqual([
      { field: 'DateofBirth', checked: '1994-03-08' },
      { field: 'gradenumber', checked: 'G-77' },
    ]);
    await confirm(learner);
    expect((await own(learner)).body.data.changedSinceCheck).toEqual([]);
    await update(learner, { IDType: 'PAN' });
    expect((await own(learner)).body.data.changedSinceCheck).toEqual([{ field: 'IDType', checked: 'Aadhaar' }]);
  });

  test('does not include a name that staff corrected', async () => {
    const learner = await checked();
    const { name } = (await own(learner)).body.data;
    const body = { firstName: 'Irfan', lastName: 'Khan', nameSeen: name, note: 'Passport Z1234567' };
    expect((await call(seafarers.correctName, { params: { id: learner.accountId }, body }, registrar)).status).toBe(
      200,
    );
    await update(learner, { gradenumber: 'G-78' });
    expect((await own(learner)).body.data.changedSinceCheck).toEqual([{ field: 'gradenumber', checked: 'G-77' }]);
  });

  test('does not exist before staff have seen the documents', async () => {
    const learner = await person();
    await create(learner);
    await update(learner, { passportNumber: 'Z7654321' });
    expect(await isHeld(learner)).toBe(false);
  });

  test('includes a profile created after the acceptance, because nobody has seen it', async () => {
    const learner = await person();
    await enrol(program, learner, (await addCourse(program)).id, 'approved');
    await create(learner);
    expect(await isHeld(learner)).toBe(true);
  });

  test('is confirmed by staff: held certificates are released, and the confirmation is audited', async () => {
    const learner = await checked();
    await update(learner, { passportNumber: 'Z7654321' });
    const enrolmentId = await enrol(program, learner, (await addCourse(program)).id);
    const id = await addCertificate(program, enrolmentId, { status: 'held' });
    const certificate = async () => {
      await worker.drain();
      return db.selectFrom('certificate').select(['status', 'passportNumber']).where('id', '=', id).executeTakeFirst();
    };
    expect(await certificate()).toMatchObject({ status: 'held' });
    const { status, body } = await confirm(learner);
    expect([status, body.message]).toEqual([200, 'Identity confirmed.']);
    expect(await isHeld(learner)).toBe(false);
    expect(await certificate()).toEqual({ status: 'issued', passportNumber: 'Z7654321' });
    const auditActions = await db
      .selectFrom('auditEvent')
      .select(['action', 'actorId', 'details'])
      .where('subjectId', '=', learner.accountId)
      .orderBy('id')
      .execute();
    expect(auditActions.slice(-2)).toEqual([
      { action: 'profile.update', actorId: learner.accountId, details: { fields: ['passportNumber'] } },
      { action: 'identity.confirm', actorId: registrar.accountId, details: {} },
    ]);
    expect((await confirm(learner)).status).toBe(200);
  });

  // shows: threats/changed-identity
  test.each([
    ['passport number', { passportNumber: 'Z7654321' }, {}],
    ['grade', { gradenumber: 'MASTER UNLIMITED' }, {}],
    ['photograph', {}, { profilePicture: true }],
  ])('is not confirmed by staff who saw a former %s', async (_, fields: Record<string, string>, files) => {
    const learner = await checked();
    const profileSeenAt = (await own(learner)).body.data.updatedAt;
    program.wait(1);
    await update(learner, fields, 'profilePicture' in files ? { profilePicture: { bytes: await picture('png') } } : {});
    const refused = await call(
      seafarers.confirmIdentity,
      { params: { id: learner.accountId }, query: { profileSeenAt } },
      registrar,
    );
    expect(refused.status).toBe(409);
    expect(await isHeld(learner)).toBe(true);
  });

  testOnServer('includes a profile created while staff accept', async () => {
    const learner = await person();
    const enrolmentId = await enrol(program, learner, (await addCourse(program)).id, 'pending');
    const [looked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const accepting = transaction(db, async (tx) => {
      await tx.updateTable('enrolment').set({ status: 'approved' }).where('id', '=', enrolmentId).execute();
      const check = { accountId: learner.accountId, actorId: registrar.accountId, seenAt: undefined };
      expect(await recordIdentityCheck(tx, { ...check, now: program.clock() })).toBe(false);
      looked.resolve();
      await mayCommit.promise;
    });
    await looked.promise;
    const creating = create(learner);
    const waitsForALock = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    };
    // Its pictures are processed first, which is slow on a busy machine.
    await vi.waitFor(waitsForALock, { timeout: 20_000 }).finally(() => mayCommit.resolve());
    await accepting;
    expect((await creating).body.data.identityChanged).toBe(true);
  });

  // shows: threats/changed-identity
  test('is not confirmed by its owner, by others, or where there is no profile', async () => {
    const learner = await checked();
    await update(learner, { passportNumber: 'Z7654321' });
    expect((await confirm(learner, learner)).status).toBe(403);
    expect((await confirm(learner, await person('instructor'))).status).toBe(403);
    expect(await isHeld(learner)).toBe(true);
    expect((await confirm(await person())).status).toBe(404);
    const nobody = { ...learner, accountId: '00000000-0000-4000-8000-000000000000' };
    expect((await confirm(nobody)).status).toBe(404);
  });
});

describe('the list of profiles', () => {
  const list = (q: string, as: Person | undefined = registrar) =>
    call(seafarers.listProfiles, { query: { q } }, ...((as ? [as] : []) as [Person]));

  // shows: staff/user-profiles, calls/all-profiles
  test('is searched by name, email, passport, INDoS and CDC number', async () => {
    const learner = await person('learner', { firstName: 'Lakshmi', lastName: 'Registered' });
    const details = { name: 'Zubin Unique', passportNumber: 'QX000111', cdcNumber: 'CDC-444', indosNumber: 'IN-555' };
    await addProfile(program, learner, details);
    for (const q of ['zubin', 'UNIQUE', learner.email, 'x0001', 'in-555', 'cdc-444', 'lakshmi reg']) {
      const { status, body } = await list(q);
      expect([q, status, body.data.map(({ _id }) => _id)]).toEqual([q, 200, [learner.accountId]]);
      expect(body.data[0]?.creator).toEqual({ firstName: 'Lakshmi', lastName: 'Registered' });
    }
    expect((await list('nobody of this name')).body.data).toEqual([]);
  });

  // shows: staff/user-profiles
  test('contains links that open the documents', async () => {
    const learner = await person();
    await addProfile(program, learner);
    const [profile] = (await list(learner.email)).body.data;
    expect((await program.request('GET', profile?.profilePicture.url ?? '')).status).toBe(200);
  });

  test('comes in pages', async () => {
    const learners = [await person(), await person(), await person()];
    for (const learner of learners) await addProfile(program, learner, { name: 'Paged Person' });
    const first = await call(seafarers.listProfiles, { query: { q: 'Paged Person', limit: 2 } }, registrar);
    expect(first.headers['x-total-count']).toBe('3');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = (await program.request('GET', next, { as: registrar })) as typeof first;
    const ids = [...first.body.data, ...second.body.data].map(({ _id }) => _id);
    expect(ids).toEqual(learners.map(({ accountId }) => accountId).reverse());
    expect(second.headers.link).toBeUndefined();
  });

  // shows: roles/staff-profiles, calls/all-profiles
  test('is only for staff who may read people', async () => {
    expect((await list('abc', await person())).status).toBe(403);
    expect((await list('abc', await person('instructor'))).status).toBe(403);
    expect((await program.request('GET', '/api/userProfile/getAllUserProfiles')).status).toBe(401);
  });
});

test('every job that these tests left pending has a handler, and is carried out', async () => {
  await worker.drain();
  expect(await db.selectFrom('job').select('kind').where('doneAt', 'is', null).execute()).toEqual([]);
});
