import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { contact } from '@fairlead/contract/contact/calls';
import { ownCopy, personalData } from '@fairlead/contract/personal-data/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../platform/archives/testing/unzip.ts';
import { transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { addOwner, codeFor, freshEmail, logIn, password } from '../accounts/testing/owners.ts';
import { retentionJob } from './carry-out-retention.ts';
import { finishErasureJob } from './erase-person.ts';
import { tablesThatSay } from './testing/whole-person.ts';

const program = await testApp();
const { app, call, config, clock, db, person, wait, worker } = program;
const admin = await person('admin');

async function changeEmail(owner: Person, email = freshEmail()): Promise<Person> {
  wait(61);
  const asked = await call(ownAccount.changeEmail, { body: { email, currentPassword: password } }, owner);
  expect(asked.status).toBe(200);
  const confirmed = await call(ownAccount.confirmEmail, { body: { otp: await codeFor(program, email) } }, owner);
  expect(confirmed.status).toBe(200);
  // the audit has the time of the database, and the clock of this program was moved
  await db
    .updateTable('auditEvent')
    .set({ at: clock() })
    .where('action', '=', 'account.change-email')
    .where('subjectId', '=', owner.accountId)
    .where(sql`details ->> 'to'`, '=', email)
    .execute();
  return { ...owner, email };
}

/** What is tied to an email address alone: a message with its answer, a refused row of an import, a count of tries. */
async function leaveTraces(email: string, mark: string): Promise<void> {
  await call(contact.send, { body: { name: 'Meera Pillai', email, message: `My passport is ${mark}.` } });
  const { id } = await db
    .selectFrom('contactMessage')
    .select('id')
    .where('email', '=', email)
    .orderBy('receivedAt', 'desc')
    .executeTakeFirstOrThrow();
  await call(contact.answer, { params: { id }, query: {}, body: { text: `About ${mark}: thank you.` } }, admin);
  const { id: importId } = await db
    .insertInto('peopleImport')
    .values({ filename: 'crew.csv', createdBy: admin.accountId, createdAt: clock() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const name = { prefix: 'Ms', firstName: 'Meera', lastName: 'Pillai', mobile: '9820012345' };
  const refused = { email, outcome: 'refused' as const, passportNumber: mark };
  await db
    .insertInto('peopleImportRow')
    .values({ importId, row: 2, ...name, ...refused })
    .execute();
  await logIn(program, email, 'not the password');
  await worker.drain();
}

async function copyOf(owner: Person): Promise<string> {
  const headers = { authorization: `Bearer ${await signAccessToken(owner, config.secrets.token, clock())}` };
  const payload = { currentPassword: password };
  const answer = await app.inject({ method: ownCopy.method, url: `/api${ownCopy.path}`, headers, payload });
  const files = Object.entries(await unzip(answer.rawPayload)).filter(
    ([name]) => name !== 'data/what-was-done-about-you.json',
  );
  return files.map(([, content]) => String(content)).join('\n');
}
const erase = (owner: Person) =>
  call(personalData.eraseOwn, { body: { currentPassword: password, understood: true } }, owner);

describe('what is tied to a former email address of a person', () => {
  // shows: threats/trace-of-erased-person
  test('is in their copy, and is erased with them', async () => {
    const before = await addOwner(program);
    await leaveTraces(before.email, 'Z7654321');
    const between = await changeEmail(before);
    await leaveTraces(between.email, 'Y7654321');
    const owner = await changeEmail(between);

    const copy = await copyOf(owner);
    for (const mark of [
      'My passport is Z7654321',
      'About Z7654321',
      'My passport is Y7654321',
      `login:${before.email}`,
    ])
      expect(copy).toContain(mark);
    expect((await erase(owner)).status).toBe(200);
    await worker.drain();
    for (const mark of ['Z7654321', 'Y7654321', before.email, between.email])
      expect(await tablesThatSay(program, mark)).toEqual([]);
  });

  // shows: threats/data-rights-of-another
  test.each(['has it now', 'had it in between'])('is not theirs when somebody else %s', async (when) => {
    const before = await addOwner(program);
    const owner = await changeEmail(before);
    const mark = when === 'has it now' ? 'X1234567' : 'W1234567';
    const other = await changeEmail(await addOwner(program), before.email);
    await leaveTraces(other.email, mark);
    const others = when === 'has it now' ? other : await changeEmail(other);

    expect(await copyOf(owner)).not.toContain(mark);
    expect((await erase(owner)).status).toBe(200);
    await worker.drain();
    expect((await tablesThatSay(program, mark)).toSorted()).toEqual([
      'contact_answer',
      'contact_message',
      'people_import_row',
    ]);
    if (when === 'has it now') expect(await copyOf(others)).toContain(`My passport is ${mark}`);
  });

  // shows: threats/data-rights-of-another, threats/trace-of-erased-person
  test('is theirs from their own time, when somebody else has had it before or has it now', async () => {
    const first = await addOwner(program);
    await leaveTraces(first.email, 'P1234567');
    const moved = await changeEmail(first);
    const second = await changeEmail(await addOwner(program), first.email);
    await leaveTraces(second.email, 'Q1234567');

    const [ofFirst, ofSecond] = [await copyOf(moved), await copyOf(second)];
    expect([/P1234567/.test(ofFirst), /Q1234567/.test(ofFirst)]).toEqual([true, false]);
    expect([/P1234567/.test(ofSecond), /Q1234567/.test(ofSecond)]).toEqual([false, true]);
    expect((await erase(moved)).status).toBe(200);
    wait(3600);
    await worker.drain();
    expect(await tablesThatSay(program, 'P1234567')).toEqual([]);
    expect(await copyOf(second)).toContain('My passport is Q1234567');
    expect((await erase(second)).status).toBe(200);
    expect(await tablesThatSay(program, 'Q1234567')).toEqual([]);
  });

  test('is forgotten by a job that was given up, after a month in which staff can start it again', async () => {
    expect((await erase(await addOwner(program))).status).toBe(200);
    const jobs = () =>
      db.selectFrom('job').select('payload').where('kind', '=', finishErasureJob).where('gaveUpAt', 'is not', null);
    await db.updateTable('job').set({ gaveUpAt: clock() }).where('kind', '=', finishErasureJob).execute();
    const hasAddresses = async () => {
      await transaction(db, (tx) => enqueue(tx, retentionJob, {}));
      await worker.drain();
      return (await jobs().execute()).map(({ payload }) => Object.keys(payload as object).includes('addresses'));
    };
    const before = await hasAddresses();
    expect(before).toContain(true);
    wait(31 * 86_400);
    expect(await hasAddresses()).toEqual(before.map(() => false));
    await db.deleteFrom('job').where('kind', '=', finishErasureJob).execute();
  });

  test('is theirs although a stranger has registered the address and never verified it', async () => {
    const before = await addOwner(program);
    await leaveTraces(before.email, 'V1234567');
    const owner = await changeEmail(before);
    await db
      .insertInto('account')
      .values({ email: before.email, prefix: 'Mr', firstName: 'Not', lastName: 'Them', mobile: '', passwordHash: '' })
      .execute();
    expect(await copyOf(owner)).toContain('My passport is V1234567');
    expect((await erase(owner)).status).toBe(200);
    expect(await tablesThatSay(program, 'V1234567')).toEqual([]);
  });

  // shows: threats/trace-of-erased-person
  test('is erased an hour later, if it was written while they were erased; no row holds the addresses meanwhile', async () => {
    const before = await addOwner(program);
    const owner = await changeEmail(before);
    expect((await erase(owner)).status).toBe(200);
    await worker.drain();
    for (const { email } of [before, owner]) expect(await tablesThatSay(program, email)).toEqual([]);
    await leaveTraces(before.email, 'T1234567');
    await leaveTraces(owner.email, 'S1234567');
    wait(3600);
    await worker.drain();
    for (const mark of ['T1234567', 'S1234567', before.email, owner.email])
      expect(await tablesThatSay(program, mark)).toEqual([]);
  });

  // shows: threats/data-rights-of-another
  test('is not theirs an hour later, when somebody else has verified it meanwhile', async () => {
    const owner = await changeEmail(await addOwner(program));
    expect((await erase(owner)).status).toBe(200);
    await worker.drain();
    const other = await changeEmail(await addOwner(program), owner.email);
    await leaveTraces(other.email, 'R1234567');
    wait(3600);
    await worker.drain();
    expect(await copyOf(other)).toContain('My passport is R1234567');
  });

  test('does not include the email about the erasure, which waits for a mail server', async () => {
    const owner = await addOwner(program);
    expect((await erase(owner)).status).toBe(200);
    wait(3600);
    const late = clock();
    await db
      .updateTable('job')
      .set({ runAt: new Date(late.getTime() + 60_000) })
      .where('kind', '=', 'mail')
      .execute();
    await worker.drain();
    const waiting = db.selectFrom('job').select('id').where('kind', '=', 'mail').where('doneAt', 'is', null);
    expect(await waiting.execute()).toHaveLength(1);
    wait(61);
    await worker.drain();
    expect(await waiting.execute()).toHaveLength(0);
  });
});
