import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { certificates } from '@fairlead/contract/certificates/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { personalData } from '@fairlead/contract/personal-data/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { addProfile } from '../../testing/factories.ts';
import { filesInStore, filesWithRow } from '../../testing/forms.ts';
import { newcomer } from '../accounts/testing/newcomers.ts';
import { actionsOn, addOwner, logIn, password } from '../accounts/testing/owners.ts';
import { checkWholeLogs } from '../audit/check-logs.ts';
import { cash, requestWithFee, sendProof, switchFeesOn } from '../fees/testing/fees.ts';
import { marks, tablesThatSay, wholePerson } from './testing/whole-person.ts';

const program = await testApp();
const { call, request, person, db, wait, worker, chainAppender, mailsTo } = program;
const admin = await person('admin');

const eraseOwn = (as: Person, currentPassword = password) =>
  call(personalData.eraseOwn, { body: { currentPassword, understood: true } }, as);
const erase = (of: Person, as: Person) =>
  call(personalData.erase, { params: { id: of.accountId }, body: { reason: 'Asked for by letter.' } }, as);

describe('a person who asks to be erased', () => {
  // shows: threats/trace-of-erased-person, asvs/7.4.2
  test('remains only in the certificate register, whose certificate still verifies', async () => {
    const { owner, number, certificateId } = await wholePerson(program);
    await chainAppender.append();
    const shared = await call(ownCertificates.share, { params: { id: certificateId }, body: { days: 7 } }, owner);
    for (const q of [owner.email, marks.lastName])
      expect((await request('GET', `/api/export/user/getApprovedUsers?q=${q}`, { as: admin })).status).toBe(200);
    const others = await filesInStore(program);
    expect(await tablesThatSay(program, marks.street)).toEqual(['seafarer_profile']);

    expect((await eraseOwn(owner)).body).toEqual({ message: 'Your account has been erased.' });
    expect((await call(accounts.me, owner)).status).toBe(401);
    const mails = await mailsTo(owner.email);
    expect(mails.at(-1)?.subject).toBe('Your account at Fairlead Maritime Academy has been erased');
    for (const mark of [owner.email, marks.lastName])
      expect(await tablesThatSay(program, mark)).toEqual(['certificate']);
    expect(await tablesThatSay(program, marks.passport)).toEqual(['certificate']);
    for (const mark of [marks.street, marks.mobile]) expect(await tablesThatSay(program, mark)).toEqual([]);

    const left = (await filesInStore(program)).filter((name) => !others.includes(name) || name.startsWith('cert'));
    expect(left).toEqual([expect.stringMatching(/\.pdf$/)]);
    expect([left.length, await filesWithRow(program)]).toEqual([1, expect.arrayContaining(left)]);
    const verified = await call(certificates.verify, { params: { number } });
    expect(verified.body.data).toMatchObject({ certNo: number });
    const token = shared.body.data.url.split('/').at(-1) ?? '';
    expect((await call(ownCertificates.openShare, { params: { token } })).status).toBe(404);
    expect((await logIn(program, owner.email)).status).toBe(401);
  });

  // shows: threats/trace-of-erased-person
  test('leaves both chains valid, and the erasure recorded in them', async () => {
    const { owner } = await wholePerson(program);
    await chainAppender.append();
    await eraseOwn(owner);
    await chainAppender.append();
    await worker.drain();
    const { audit, certificates } = await checkWholeLogs(db);
    expect([audit.flaws, certificates.flaws]).toEqual([[], []]);
    const auditActions = await actionsOn(program, owner);
    expect(auditActions.filter(([action]) => action === 'account.erase')).toEqual([['account.erase', {}]]);
    const theirs = db.selectFrom('auditEvent').select(['address', 'device']).where('actorId', '=', owner.accountId);
    const before = theirs.where('action', '!=', 'account.erase');
    for (const event of await before.execute()) expect(event).toEqual({ address: null, device: null });
  });

  // shows: threats/data-rights-of-another
  test('must enter the password, and confirm the consequences; guesses are counted with those of login', async () => {
    const owner = await addOwner(program);
    expect(await eraseOwn(owner, 'a guess')).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const unsure = { currentPassword: password, understood: false } as unknown as {
      currentPassword: string;
      understood: true;
    };
    expect(await call(personalData.eraseOwn, { body: unsure }, owner)).toMatchObject({
      status: 400,
      body: { fields: { understood: 'Please confirm that this cannot be undone' } },
    });
    for (let i = 0; i < 9; i++) await eraseOwn(owner, 'a guess');
    expect((await eraseOwn(owner)).status).toBe(429);
    expect((await call(accounts.me, owner)).status).toBe(200);
  });

  test('may register again with the same email, as a new person', async () => {
    const owner = await addOwner(program);
    await eraseOwn(owner);
    const answer = await call(accounts.register, { body: { ...newcomer(), email: owner.email } });
    expect(answer.status).toBe(201);
    const known = db.selectFrom('account').select('id').where('email', '=', owner.email);
    expect((await known.executeTakeFirstOrThrow()).id).not.toBe(owner.accountId);
  });
});

// shows: threats/trace-of-erased-person
test('what was paid stays in the books, with its invoice, and nothing else of a fee does', async () => {
  await switchFeesOn(program);
  const owner = await addOwner(program);
  await addProfile(program, owner, { name: 'Meera Pillai' });
  const paid = await requestWithFee(program, { learner: owner });
  const unpaid = await requestWithFee(program, { learner: owner });
  const params = { id: paid.id };
  const recipient = { name: 'Meera Pillai', address: '7 Harbour View', gstin: '' };
  await call(ownFees.saveRecipient, { params, body: recipient }, owner);
  await call(fees.recordPayment, { params, body: cash({ amount: '4000', reference: 'UTR 1' }) }, admin);
  await sendProof(program, paid);
  await sendProof(program, unpaid);
  const files = await filesInStore(program);
  await eraseOwn(owner);
  await worker.drain();
  expect(await tablesThatSay(program, 'Harbour View')).toEqual(['fee_document']);
  expect(await tablesThatSay(program, 'Meera')).toEqual(['fee_document']);
  for (const id of [paid.id, unpaid.id]) {
    const entries = await db
      .selectFrom('feeEntry')
      .select('kind')
      .where('enrolmentId', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ kind }) => kind)).toEqual(id === paid.id ? ['due', 'paid'] : []);
    const kept = await db.selectFrom('enrolment').select('id').where('id', '=', id).execute();
    expect(kept).toHaveLength(id === paid.id ? 1 : 0);
  }
  expect(await db.selectFrom('feeProof').select('id').execute()).toEqual([]);
  expect(files.some((name) => name.startsWith('fee_proofs/'))).toBe(true);
  expect((await filesInStore(program)).filter((name) => name.startsWith('fee_proofs/'))).toEqual([]);
});

describe('staff', () => {
  test('erase on a person’s request, with a reason that is audited', async () => {
    const owner = await addOwner(program);
    await addProfile(program, owner);
    for (const as of [await person('registrar'), await person('instructor'), await person()])
      expect((await erase(owner, as)).status).toBe(403);
    expect((await erase(owner, admin)).status).toBe(200);
    expect(await actionsOn(program, owner)).toContainEqual(['account.erase', { reason: 'Asked for by letter.' }]);
    expect((await erase(owner, admin)).status).toBe(404);
    expect((await call(staffAccounts.enable, { params: { id: owner.accountId } }, admin)).status).toBe(409);
  });

  test('are not erased themselves, nor lose their history', async () => {
    const registrar = await person('registrar');
    expect((await eraseOwn(registrar)).status).toBe(403);
    expect(await erase(registrar, admin)).toMatchObject({ status: 409 });
    expect((await call(accounts.me, registrar)).status).toBe(200);
  });
});

describe('an erasure in progress', () => {
  test('leaves files to the next run if the process is killed before they are deleted', async () => {
    const owner = await addOwner(program);
    await addProfile(program, owner);
    const portrait = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('ownerId', '=', owner.accountId)
      .where('folder', '=', 'profile_pictures')
      .executeTakeFirstOrThrow();
    await eraseOwn(owner);
    expect(await filesInStore(program)).toContain(`profile_pictures/${portrait.filename}`);
    await worker.drain();
    expect(await filesInStore(program)).not.toContain(`profile_pictures/${portrait.filename}`);
  });

  // shows: threats/trace-of-erased-person
  test('deletes an hour later what was written after it', async () => {
    const owner = await addOwner(program);
    await eraseOwn(owner);
    await worker.drain();
    await addProfile(program, owner, { passportNumber: 'W1112223' });
    await worker.drain();
    expect(await tablesThatSay(program, 'W1112223')).toEqual(['seafarer_profile']);
    wait(3600);
    await worker.drain();
    expect(await tablesThatSay(program, 'W1112223')).toEqual([]);
    expect(await db.selectFrom('storedFile').select('id').where('ownerId', '=', owner.accountId).execute()).toEqual([]);
  });

  testOnServer('is done once if requested several times in parallel (races on the server engine)', async () => {
    const owner = await addOwner(program);
    await addProfile(program, owner);
    const answers = await Promise.all([eraseOwn(owner), eraseOwn(owner), erase(owner, admin)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const auditActions = (await actionsOn(program, owner)).filter(([action]) => action === 'account.erase');
    expect(auditActions).toHaveLength(1);
  });
});
