import { settings } from '@fairlead/contract/academy/settings';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { contact } from '@fairlead/contract/contact/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { expressionBuilder } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verifyAudit } from '../../platform/audit/forgotten-links.ts';
import { addMonths, dayAt } from '../../platform/calendar.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { declaredBy } from '../../program/declared.ts';
import { features } from '../../program/features.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { filesInStore } from '../../testing/forms.ts';
import { sweepSessions } from '../accounts/sign-in/sessions.ts';
import { addRegistered, addVerified } from '../accounts/testing/newcomers.ts';
import { actionsOn, addOwner, logIn } from '../accounts/testing/owners.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';
import { cash, requestWithFee, switchFeesOn } from '../fees/testing/fees.ts';
import { carryOutRetention } from './carry-out-retention.ts';
import { forEachAccount } from './retention-queries.ts';

const { personalTables: personalData, traces } = declaredBy(features);

const program = await testApp();
const { call, person, config, db, wait, worker, chainAppender, clock, mailsTo } = program;
const month = 31 * 24 * 3600;

const none = {
  unverifiedRegistrations: null,
  refusedRegistrations: null,
  identityDocuments: null,
  dormantAccounts: null,
  contactMessages: null,
  networkAddresses: null,
};
/** Sets the retention months of one kind, none for the others, and runs retention. */
async function keepFor(months: Partial<Record<keyof typeof none, number | null>>) {
  const saved = await call(settings.saveRetention, { body: { ...none, ...months } }, await person('admin'));
  expect(saved.status).toBe(200);
  await carryOutRetention({ ...program, tables: personalData, traces });
  await worker.drain();
}
const accountOf = (email: string) =>
  db.selectFrom('account').select(['id', 'erasedAt']).where('email', '=', email).executeTakeFirst();
const hasProfile = async ({ accountId }: Person) =>
  (await db.selectFrom('seafarerProfile').select('name').where('accountId', '=', accountId).execute()).length > 0;

/** A holder whose only certificate expires on a given day. */
async function holder(expiresOn: string | null) {
  const learner = await person();
  await addProfile(program, learner);
  const enrolmentId = await enrol(program, learner, (await addCourse(program)).id);
  await addCertificate(program, enrolmentId, { expiresOn });
  return learner;
}

test('every account is processed once, whatever the size of the batch', async () => {
  const added = await Promise.all([1, 2, 3, 4, 5].map(() => person()));
  const wanted = added.filter((_, i) => i !== 2).map(({ accountId }) => accountId);
  for (const lookAt of [1, 2, 1000]) {
    const found: string[] = [];
    const which = expressionBuilder<Schema, 'account'>()('account.id', 'in', wanted);
    await forEachAccount(db, which, async (id) => void found.push(id), lookAt);
    expect(found).toEqual(wanted.toSorted());
  }
});

describe('registrations that were never verified', () => {
  // shows: threats/data-without-purpose
  test('are deleted when their time is over, and audited; those verified meanwhile are not', async () => {
    const [lost, verified] = [await addRegistered(program), await addVerified(program)];
    wait(month - 24 * 3600 * 3);
    await keepFor({ unverifiedRegistrations: 1 });
    const account = await accountOf(lost.email);
    expect(account).toBeDefined();
    wait(24 * 3600 * 4);
    await keepFor({});
    expect(await accountOf(lost.email)).toBeDefined();
    await keepFor({ unverifiedRegistrations: 1 });
    expect([await accountOf(lost.email), await accountOf(verified.email)]).toEqual([undefined, expect.anything()]);
    const auditActions = await actionsOn(program, { accountId: account?.id ?? '' } as Person);
    expect(auditActions).toContainEqual(['retention.remove-registration', {}]);
  });

  test('take nothing with them that the owner of the email address wrote on the contact page', async () => {
    const { email } = await addRegistered(program);
    const body = { name: 'Ravi Kumar', email, message: 'Somebody else has registered me.' };
    expect((await call(contact.send, { body })).status).toBe(200);
    wait(month + 24 * 3600);
    await keepFor({ unverifiedRegistrations: 1 });
    expect(await accountOf(email)).toBeUndefined();
    // taken out of the inbox for the tests below
    const kept = db.deleteFrom('contactMessage').where('email', '=', email).returning('message');
    expect(await kept.execute()).toEqual([{ message: body.message }]);
  });

  test('remain as long as an invitation to them is valid', async () => {
    const invited = await addRegistered(program);
    const id = (await accountOf(invited.email))?.id ?? '';
    const expiresAt = new Date(clock().getTime() + 2 * month * 1000);
    await db.insertInto('invitation').values({ accountId: id, tokenHash: 'of a test', expiresAt }).execute();
    wait(month + 24 * 3600);
    await keepFor({ unverifiedRegistrations: 1 });
    expect(await accountOf(invited.email)).toBeDefined();
    wait(month + 24 * 3600);
    await keepFor({ unverifiedRegistrations: 1 });
    expect(await accountOf(invited.email)).toBeUndefined();
  });

  test('of people whom staff have enrolled remain, and count as unused accounts later', async () => {
    const { email } = await addRegistered(program);
    const accountId = (await accountOf(email))?.id ?? '';
    await db.updateTable('account').set({ invitedAt: clock() }).where('id', '=', accountId).execute();
    const enrolmentId = await enrol(program, { accountId }, (await addCourse(program)).id);
    wait(2 * month);
    await keepFor({ unverifiedRegistrations: 1 });
    const kept = db.selectFrom('enrolment').select('id').where('accountId', '=', accountId);
    expect(await kept.execute()).toEqual([{ id: enrolmentId }]);
    await keepFor({ dormantAccounts: 1 });
    expect((await mailsTo(email)).at(-1)?.subject).toContain('will be erased on');
  });

  test('that were refused are deleted after their own period', async () => {
    const refused = await addVerified(program);
    await db
      .updateTable('account')
      .set({ refusedAt: clock(), refusalReason: 'A double.' })
      .where('email', '=', refused.email)
      .execute();
    wait(2 * month);
    await keepFor({ refusedRegistrations: 3 });
    expect(await accountOf(refused.email)).toBeDefined();
    wait(2 * month);
    await keepFor({ refusedRegistrations: 3 });
    expect(await accountOf(refused.email)).toBeUndefined();
  });

  test('that were refused are erased where an invoice needs the row', async () => {
    await switchFeesOn(program);
    const { learner, id } = await requestWithFee(program);
    const paid = await call(fees.recordPayment, { params: { id }, body: cash() }, await person('registrar'));
    expect(paid.status).toBe(200);
    const refusal = { approvedAt: null, refusedAt: clock(), refusalReason: 'A double.' };
    await db.updateTable('account').set(refusal).where('id', '=', learner.accountId).execute();
    wait(4 * month);
    await keepFor({ refusedRegistrations: 3 });
    const left = db.selectFrom('account').select(['firstName', 'erasedAt']).where('id', '=', learner.accountId);
    expect(await left.execute()).toEqual([{ firstName: 'Erased', erasedAt: clock() }]);
  });
});

// shows: threats/data-without-purpose, asvs/14.2.4
test('identity documents are deleted some time after the last certificate has expired; certificates remain', async () => {
  const today = clock().toISOString().slice(0, 10);
  const over = await holder(today);
  const [valid, endless, onCourse] = [await holder('2099-01-01'), await holder(null), await holder(today)];
  await enrol(program, onCourse, (await addCourse(program)).id);
  // what is no identity document has periods of its own
  const file = { contentType: 'image/png', sizeBytes: 1, sha256: '', ownerId: over.accountId } as const;
  const { id: pictureFileId } = await db
    .insertInto('storedFile')
    .values({ ...file, folder: 'certificates', filename: `${crypto.randomUUID()}.png` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('certificate').set({ pictureFileId }).where('accountId', '=', over.accountId).execute();
  const before = (await filesInStore(program)).length;
  wait(5 * month);
  await keepFor({ identityDocuments: 6 });
  expect(await hasProfile(over)).toBe(true);
  wait(2 * month);
  await keepFor({ identityDocuments: 6 });
  expect(await Promise.all([over, valid, endless, onCourse].map(hasProfile))).toEqual([false, true, true, true]);
  expect((await filesInStore(program)).length).toBe(before - 1);
  expect(await actionsOn(program, over)).toContainEqual(['retention.remove-documents', {}]);
  const kept = db.selectFrom('certificate').select('pictureFileId').where('accountId', '=', over.accountId);
  expect(await kept.execute()).toEqual([{ pictureFileId }]);
  const marks = db.selectFrom('storedFile').select('deletedAt').where('ownerId', '=', over.accountId);
  expect(await marks.execute()).toEqual([{ deletedAt: null }]);
});

describe('unused accounts', () => {
  /** Six calendar months from today. */
  const sixMonthsOn = () => addMonths(dayAt(clock(), config.timeZone), 6);
  const daysBefore = (day: string, days: number) =>
    new Date(Date.parse(day) - days * 24 * 3600 * 1000).toISOString().slice(0, 10);
  /** Advances the clock to the morning of a day, and runs retention. */
  async function runOn(day: string, months: number | null = 6) {
    wait((Date.parse(`${day}T06:30:00Z`) - clock().getTime()) / 1000);
    await keepFor({ dormantAccounts: months });
  }
  const isErased = async ({ accountId }: Person) => {
    const row = await db.selectFrom('account').select('erasedAt').where('id', '=', accountId).executeTakeFirstOrThrow();
    return row.erasedAt !== null;
  };
  const warnings = async ({ email }: Person) =>
    (await mailsTo(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('will be erased'));
  const announcedDay = async (of: Person) => {
    const answer = await call(overview.getPerson, { params: { id: of.accountId } }, await person('registrar'));
    return answer.body.data.account.erasesOn;
  };

  // shows: threats/data-without-purpose
  test('are erased after two warnings, each sent once; a login and a certificate prevent it', async () => {
    wait(month);
    const [unused, back, certified] = [await person(), await addOwner(program), await holder('2099-01-01')];
    const day = sixMonthsOn();
    await runOn(daysBefore(day, 31));
    expect([await warnings(unused), await announcedDay(unused)]).toEqual([[], null]);
    for (const _ of ['once', 'not twice']) await runOn(daysBefore(day, 30));
    const warning = `Your account at Fairlead Maritime Academy will be erased on ${day}`;
    expect([await warnings(unused), await warnings(back)]).toEqual([[warning], [warning]]);
    expect([await announcedDay(unused), await announcedDay(back)]).toEqual([day, day]);
    expect(await actionsOn(program, unused)).toContainEqual(['retention.warn-of-erasure', { day }]);

    expect((await logIn(program, back.email)).status).toBe(200);
    expect(await announcedDay(back)).toBeNull();
    for (const _ of ['once', 'not twice']) await runOn(daysBefore(day, 7));
    expect([await warnings(unused), await warnings(back)]).toEqual([[warning, warning], [warning]]);
    await runOn(daysBefore(day, 1));
    expect(await isErased(unused)).toBe(false);
    await runOn(day);
    expect(await Promise.all([unused, back, certified].map(isErased))).toEqual([true, false, false]);
    expect((await mailsTo(unused.email)).at(-1)?.subject).toContain('has been erased');
    expect(await warnings(certified)).toEqual([]);

    // The last use recorded by a session outlives the session, and the period starts again from there.
    await sweepSessions(db, clock());
    const nextDay = addMonths(daysBefore(day, 30), 6);
    await runOn(daysBefore(nextDay, 30));
    expect((await warnings(back)).at(-1)).toContain(nextDay);
  });

  test('are not erased without warnings if retention was set late, or the program did not run', async () => {
    const unused = await person();
    wait(24 * month);
    const today = dayAt(clock(), config.timeZone);
    await runOn(today);
    const day = (await announcedDay(unused)) ?? '';
    expect(daysBefore(day, 30)).toBe(today);
    // The program did not run on the day of the second warning.
    await runOn(day);
    expect([await isErased(unused), daysBefore((await announcedDay(unused)) ?? '', 7)]).toEqual([false, day]);
    await runOn((await announcedDay(unused)) ?? '');
    expect([await isErased(unused), (await warnings(unused)).length]).toEqual([true, 2]);
  });

  test('remain if the academy turns retention off, and are warned again if it turns it on', async () => {
    const unused = await person();
    const day = sixMonthsOn();
    await runOn(daysBefore(day, 7));
    await runOn(daysBefore(day, 6), null);
    expect(await announcedDay(unused)).toBeNull();
    await runOn(day, 12);
    expect([await isErased(unused), await announcedDay(unused)]).toEqual([false, null]);
    await runOn(addMonths(day, 6));
    expect([await isErased(unused), (await warnings(unused)).length]).toEqual([false, 2]);
  });
});

test('messages that were dealt with are deleted with their answers after their time, and new ones stay', async () => {
  const registrar = await person('registrar');
  for (const email of ['closed@example.org', 'answered@example.org', 'new@example.org'])
    await call(contact.send, { body: { name: 'Ravi', email, message: 'Hello' } });
  const inbox = async () => (await call(contact.list, { query: { sort: 'oldest' } }, registrar)).body.data;
  const [closed, answered] = await inbox();
  wait(month);
  await call(contact.close, { params: { id: closed?._id ?? '' }, query: {} }, registrar);
  await call(contact.answer, { params: { id: answered?._id ?? '' }, query: {}, body: { text: 'Hello' } }, registrar);
  wait(month);
  await keepFor({ contactMessages: 2 });
  expect(await inbox()).toHaveLength(3);
  wait(2 * month);
  await keepFor({ contactMessages: 2 });
  expect((await inbox()).map(({ email }) => email)).toEqual(['new@example.org']);
  const removals = db.selectFrom('auditEvent').select('details').where('action', '=', 'retention.remove-messages');
  expect(await removals.execute()).toEqual([{ details: { messages: 2 } }]);
});

test('IP addresses in the audit are deleted after their time, the actions are not, and the chain stays valid', async () => {
  await keepFor({});
  await chainAppender.append();
  const traced = db.selectFrom('auditEvent').select('id').where('address', 'is not', null);
  const events = db.selectFrom('auditEvent').select((e) => e.fn.countAll<number>().as('count'));
  expect((await traced.execute()).length).toBeGreaterThan(3);
  // The database wrote these timestamps with its own clock.
  wait((Date.now() - clock().getTime()) / 1000 + 3 * month);
  const before = (await events.executeTakeFirstOrThrow()).count;
  await keepFor({ networkAddresses: 4 });
  expect((await traced.execute()).length).toBeGreaterThan(3);
  await keepFor({ networkAddresses: 2 });
  const [latest, ...earlier] = (await traced.orderBy('at', 'desc').orderBy('id', 'desc').execute()).map(({ id }) => id);
  expect([latest, earlier]).toEqual([undefined, []]);
  expect((await events.executeTakeFirstOrThrow()).count).toBeGreaterThan(before);
  await chainAppender.append();
  expect((await verifyAudit(db)).flaws).toEqual([]);
});

test('the IP address from which a shared certificate was opened is deleted after its time, the opening is not', async () => {
  const learner = await holder(null);
  const [certificate] = (await call(ownCertificates.list, learner)).body.data;
  const id = certificate?._id ?? '';
  const { body } = await call(ownCertificates.share, { params: { id }, body: { days: 90 } }, learner);
  await call(ownCertificates.openShare, { params: { token: body.data.url.split('/').at(-1) ?? '' } });
  const openings = async () =>
    (await call(ownCertificates.listShares, { params: { id } }, learner)).body.data.flatMap((one) => one.openings);
  const [opening] = await openings();
  expect(opening).toMatchObject({ network: '127.0.*.*' });
  wait(2 * month);
  await keepFor({ networkAddresses: 3 });
  expect(await openings()).toEqual([opening]);
  wait(2 * month);
  await keepFor({ networkAddresses: 3 });
  expect(await openings()).toEqual([{ at: opening?.at, network: null, device: 'Unknown device' }]);
});
