import { accounts } from '@fairlead/contract/accounts/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { cash, requestWithFee, switchFeesOn } from '../features/fees/testing/fees.ts';
import { aboardIn } from '../features/offline-records/testing/aboard.ts';
import { testApp } from '../testing/app.ts';
import { statementsOf } from '../testing/count-statements.ts';
import { addProfile } from '../testing/factories.ts';
import { openPaper, readyForTest, submitAnswers } from '../testing/journey.ts';

// How many statements what is done often may take. A new one is a round trip for each learner: a bound is raised only
// where the operation does more than before.

const program = await testApp();
const { call, person, worker, chainAppender } = program;
const [admin, registrar] = [await person('admin'), await person('registrar')];

const writes = (statements: readonly string[]) =>
  statements.filter((one) => /^(insert|update|delete|with)\b/i.test(one));
const readsOf = (table: string, statements: readonly string[]) =>
  statements.filter((one) => one.startsWith('select') && one.includes(`from "${table}"`));

/** Some, since none would mean that nothing was counted. */
function expectFew(statements: readonly string[], most: number): void {
  expect(statements).not.toEqual([]);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
}

test('an attempt that is passed, and its certificate with PDF and email', async () => {
  const { course, sat, learner } = await readyForTest(program);
  await openPaper(program, course.id, learner);
  await chainAppender.append();
  const passing = await statementsOf(() => submitAnswers(program, { courseId: course.id, sat }, learner));
  expect(readsOf('academy_settings', passing)).toHaveLength(1);
  expectFew(passing, 29);
  await chainAppender.append();
  const renewal = /^update "job" set "locked_until" = \$1 where "id"/;
  // a lease is renewed as often as the machine is slow
  const jobs = (await statementsOf(() => worker.drain())).filter((sql) => !renewal.test(sql));
  // one for the PDF, one for the email
  expectFew(readsOf('academy_settings', jobs), 2);
  expectFew(jobs, 32);
});

test('a payment with its receipt', async () => {
  await switchFeesOn(program);
  const { id } = await requestWithFee(program);
  await worker.drain();
  const paying = await statementsOf(() => call(fees.recordPayment, { params: { id }, body: cash() }, registrar));
  expect(readsOf('academy_settings', paying)).toHaveLength(1);
  expectFew(paying, 14);
});

test('a request that is accepted', async () => {
  const { learner, id } = await requestWithFee(program);
  await addProfile(program, learner);
  await worker.drain();
  const accepting = await statementsOf(() => call(enrolments.accept, { params: { id } }, registrar));
  expectFew(accepting, 15);
  // the email alone: no certificate waits
  expectFew(await statementsOf(() => worker.drain()), 4);
});

test('a page of people', async () => {
  const asking = await statementsOf(() => call(accounts.listApproved, { query: { limit: 100 } }, registrar));
  expectFew(asking, 3);
});

test('all that the overview asks for', async () => {
  const asking = await statementsOf(async () => {
    await call(overview.getOverview, admin);
    await call(overview.getFigures, admin);
  });
  expectFew(asking, 6);
  // the session alone: the figures are kept
  expectFew(await statementsOf(() => call(overview.getFigures, registrar)), 1);
});

test('a contact of a device that has nothing new, which stores nothing', async () => {
  const { device } = await aboardIn(program, admin)([30]);
  device.play(0, 0, 30);
  await device.sync();
  const contact = await statementsOf(() => device.sync());
  expectFew(contact, 4);
  expect(writes(contact)).toEqual([]);
  program.wait(3600);
  expect(writes(await statementsOf(() => device.sync())).length).toBeGreaterThan(0);
});

test('a program at rest: one statement for each look', async () => {
  await worker.drain();
  await chainAppender.append();
  expect(await statementsOf(() => worker.drain())).toHaveLength(1);
  expect(await statementsOf(() => chainAppender.append())).toHaveLength(1);
});
