import { type SecondFactorRule, settings } from '@fairlead/contract/academy/settings';
import { accounts } from '@fairlead/contract/accounts/calls';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { overview } from '@fairlead/contract/overview/calls';
import type { Role } from '@fairlead/contract/platform/permissions';
import { afterEach, describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addPasskey, codeAt, givePassword, logIn, password, setUpFactor } from '../testing/owners.ts';

const program = await testApp();
const { call, clock, db, person, wait } = program;
const day = 24 * 3600;

/** A staff member without a second factor who has just logged in. */
async function colleague(role: Role = 'registrar'): Promise<Person> {
  const one = await person(role);
  await givePassword(program, one);
  expect((await logIn(program, one.email)).status).toBe(200);
  return one;
}
const look = (as: Person) => call(overview.getOverview, as);
const state = async (as: Person) => (await call(secondFactor.getSecondFactor, as)).body;
const inDays = (days: number) => new Date(clock().getTime() + days * day * 1000);
const refused = { status: 403, body: { code: 'set-up-second-factor' } };

/** Sets the rule, as an actor who has just authenticated again. */
async function rule(body: SecondFactorRule, as: Person) {
  await db.updateTable('session').set({ confirmedAt: clock() }).where('id', '=', as.sessionId).execute();
  return call(settings.saveSecondFactor, { body }, as);
}
const required: SecondFactorRule = { required: true, until: null };

describe('a staff member without a second factor', () => {
  // shows: threats/stolen-staff-password, asvs/6.3.3
  test.each(['registrar', 'instructor', 'admin'] as const)(
    '%s: has access for fourteen days, and can then only set one up',
    async (role) => {
      const me = await colleague(role);
      expect(await state(me)).toMatchObject({ due: inDays(14).toISOString(), isOverdue: false });
      wait(14 * day - 1);
      expect((await look(me)).status).toBe(200);
      wait(1);
      expect(await look(me)).toMatchObject(refused);
      expect(await call(staffMembers.list, me)).toMatchObject({ status: 403 });
      expect((await logIn(program, me.email)).status).toBe(200);
      expect(await look(me)).toMatchObject(refused);
      expect(await state(me)).toMatchObject({ isOverdue: true });
      expect((await call(accounts.me, me)).status).toBe(200);
      await setUpFactor(program, me);
      expect((await look(me)).status).toBe(200);
      expect(await state(me)).toMatchObject({ due: null, isOverdue: false });
    },
  );

  test('has the days from the first login, and a later one does not extend them', async () => {
    const me = await person('registrar');
    await givePassword(program, me);
    expect(await state(me)).toMatchObject({ due: null });
    wait(100 * day);
    await Promise.all([1, 2, 3].map(() => logIn(program, me.email)));
    const { due } = await state(me);
    expect(due).toBe(inDays(14).toISOString());
    wait(5 * day);
    await logIn(program, me.email);
    expect((await state(me)).due).toBe(due);
  });

  test('has the days from the first login by a passkey', async () => {
    const me = await person();
    await givePassword(program, me);
    const device = await addPasskey(program, me);
    await db.updateTable('account').set({ role: 'registrar' }).where('id', '=', me.accountId).execute();
    const { body: options } = await call(passkeys.beginPasskeyLogin);
    const { status } = await call(passkeys.logInByPasskey, { body: { credential: device.sign(options) } });
    expect(status).toBe(200);
    expect((await state(me)).due).toBe(inDays(14).toISOString());
  });

  test('whose second factor is older than the rule has no days left when it is removed later', async () => {
    const me = await person('registrar');
    await givePassword(program, me);
    const secret = await setUpFactor(program, me);
    wait(1000);
    const otp = codeAt(secret, clock());
    expect((await call(accounts.login, { body: { email: me.email, password, otp } })).status).toBe(200);
    wait(14 * day);
    const admin = await person('admin');
    expect((await call(secondFactor.reset, { params: { id: me.accountId } }, admin)).status).toBe(200);
    await db.updateTable('session').set({ endedAt: null }).where('id', '=', me.sessionId).execute();
    expect(await look(me)).toMatchObject(refused);
  });

  // shows: asvs/6.4.4
  test('whose second factor was removed has to set up another at once, if the days are over', async () => {
    const me = await colleague();
    await setUpFactor(program, me);
    wait(20 * day);
    expect((await look(me)).status).toBe(200);
    const admin = await person('admin');
    expect((await call(secondFactor.reset, { params: { id: me.accountId } }, admin)).status).toBe(200);
    await db.updateTable('session').set({ endedAt: null }).where('id', '=', me.sessionId).execute();
    expect(await look(me)).toMatchObject(refused);
  });

  test('is not a learner', async () => {
    const learner = await person();
    await givePassword(program, learner);
    await logIn(program, learner.email);
    const { secondFactorDue } = await db
      .selectFrom('account')
      .select('secondFactorDue')
      .where('id', '=', learner.accountId)
      .executeTakeFirstOrThrow();
    expect(secondFactorDue).toBeNull();
  });
});

describe('an administrator', () => {
  afterEach(async () => {
    await rule(required, await person('admin'));
  });

  // shows: threats/stolen-staff-password, asvs/6.3.3
  test('suspends the rule indefinitely, sees that, and restores it with as many days', async () => {
    const [admin, me] = [await person('admin'), await colleague()];
    wait(15 * day);
    expect(await look(me)).toMatchObject(refused);
    const saved = await rule({ required: false, until: null }, admin);
    expect(saved.body).toMatchObject({
      message: expect.any(String),
      data: { secondFactor: { required: false, until: null } },
    });
    expect((await look(me)).body.data.secondFactorPutOff).toBeNull();
    expect((await look(admin)).body.data.secondFactorPutOff).toEqual({ required: false, until: null });
    expect(await state(me)).toMatchObject({ due: null, isOverdue: false });
    wait(400 * day);
    expect((await look(me)).status).toBe(200);
    await rule(required, admin);
    expect((await look(admin)).body.data.secondFactorPutOff).toBeNull();
    expect((await state(me)).due).toBe(inDays(14).toISOString());
    // Saving it once more does not extend anyone's time.
    wait(14 * day);
    await rule(required, admin);
    expect(await look(me)).toMatchObject(refused);
    const events = db.selectFrom('auditEvent').select('details').where('action', '=', 'settings.second-factor');
    expect(await events.where('actorId', '=', admin.accountId).orderBy('at').orderBy('id').execute()).toEqual([
      { details: { from: { required: true }, to: { required: false } } },
      { details: { from: { required: false }, to: { required: true } } },
      { details: { from: {}, to: {} } },
    ]);
  });

  test('suspends it until a day, after which it applies', async () => {
    const [admin, me] = [await person('admin'), await colleague()];
    const until = inDays(30).toISOString().slice(0, 10);
    await rule({ required: false, until }, admin);
    wait(30 * day);
    expect((await look(me)).status).toBe(200);
    wait(day);
    expect(await look(me)).toMatchObject(refused);
    expect((await look(admin)).body.data.secondFactorPutOff).toBeNull();
  });

  test('suspends it until the end of that day in the academy’s time zone', async () => {
    const west = await testApp({ TIMEZONE: 'America/Los_Angeles' });
    const me = await west.person('registrar');
    const yesterday = new Date(west.clock().getTime() - day * 1000);
    await west.db.updateTable('account').set({ secondFactorDue: yesterday }).where('id', '=', me.accountId).execute();
    const until = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(west.clock());
    const body = { required: false, until };
    await west.call(settings.saveSecondFactor, { body }, await west.person('admin'));
    const { due } = (await west.call(secondFactor.getSecondFactor, me)).body;
    const localHour = new Date(due ?? '').toLocaleString('en-GB', { timeZone: 'America/Los_Angeles', hour: '2-digit' });
    expect([localHour, new Date(due ?? '') > west.clock()]).toEqual(['00', true]);
  });

  test('is the only one permitted to, and a contradictory or malformed rule is refused', async () => {
    expect((await rule({ required: false, until: null }, await person('registrar'))).status).toBe(403);
    expect((await rule({ required: true, until: '2027-01-01' }, await person('admin'))).status).toBe(400);
    expect((await rule({ required: false, until: 'soon' }, await person('admin'))).status).toBe(400);
  });

  test('sees which staff have one, and until when the others have time', async () => {
    const [me, other, admin] = [await colleague(), await colleague('instructor'), await person('admin')];
    await setUpFactor(program, me);
    const { data } = (await call(staffMembers.list, admin)).body;
    const of = ({ accountId }: Person) => data.find(({ _id }) => _id === accountId);
    expect(of(me)).toMatchObject({ hasSecondFactor: true, secondFactorDue: null });
    expect(of(other)).toMatchObject({ hasSecondFactor: false, secondFactorDue: inDays(14).toISOString() });
    expect(of(admin)).toMatchObject({ hasSecondFactor: false, secondFactorDue: null });
  });
});
