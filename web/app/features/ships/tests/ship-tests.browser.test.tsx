import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { type ShipAboard, shipAboard } from '@fairlead/contract/ships/aboard';
import { type TestAboard, testsAboard } from '@fairlead/contract/ships/tests-aboard';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { idOf, moment, questions } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { attemptOf, paperOf } from '../../../../testing/test-papers.ts';
import { personNow } from '../../../lib/session/session.ts';

// The tests on the page of a ship's computer, and one's own paper of one.

const courseId = courseOf()._id;
const testAboard = (part: Partial<TestAboard> = {}): TestAboard => ({
  ...{ _id: idOf('80000000'), courseId, courseTitle: 'HAZMAT', title: 'HAZMAT: test', minutes: 30 },
  ...{ opensAt: moment, closesAt: '2026-12-10T18:30:00.000Z', state: 'shut', own: 'sealed', refused: null },
  ...part,
});

/** Signs somebody in aboard a ship with these tests. */
function aboardWith(tests: TestAboard[]): void {
  signIn('learner');
  const people: ShipAboard['people'] = [{ _id: personNow(), name: 'Asha Nair', hasPin: true }];
  const ship = { name: 'MV Test', imo: '9074729', academy: 'Harbour Academy' };
  const contact = { contactAt: moment, validUntil: moment, trouble: null, unsentBytes: 0 };
  const state = { isPaired: true, ship, ...contact, people, origin: null };
  server.answer(shipAboard.get, { data: state });
  server.answer(shipAboard.listCourses, { data: [] });
  server.answer(testsAboard.list, { data: tests });
}

const openShip = () => openPage('/ship', { and: [`/ship/test/${courseId}`] });

test('without tests the page of the ship has no such part', async () => {
  aboardWith([]);
  await openShip();
  await expect.element(main().getByRole('heading', { name: 'Asha Nair' })).toBeVisible();
  expect(main().getByRole('heading', { name: 'Tests' }).elements()).toEqual([]);
});

test('each state of a paper says what the person can do', async () => {
  const says: [Partial<TestAboard>, string][] = [
    [{ own: 'none' }, 'You have no paper. It comes with a later contact, once you have completed the training.'],
    [{}, 'The invigilator opens it with the code of the academy.'],
    [{ own: 'waiting' }, 'Handed in. The academy grades it after the next contact.'],
    [{ own: 'taken' }, 'The academy has your answers. The result is in your account.'],
    [{ own: 'refused', refused: 'The test took longer than its time.' }, 'The test took longer than its time.'],
    [{ state: 'over' }, 'Its time is over.'],
  ];
  aboardWith(
    says.map(([part], index) => testAboard({ ...part, _id: idOf(`8000000${index}`), title: `Test ${index}` })),
  );
  await openShip();
  for (const [, sentence] of says) await expect.element(main().getByText(sentence)).toBeVisible();
  expect(main().getByRole('button', { name: 'Start' }).elements()).toEqual([]);
  await expectSound('ship, tests');
});

test('the invigilator’s code opens a test; a wrong one is refused in the dialog', async () => {
  aboardWith([testAboard()]);
  server.fail(testsAboard.open, { status: 400, message: 'This is not the code of this test.' });
  await openShip();
  await button('Open with Code').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(dialog.getByText('Code is required')).toBeVisible();
  await dialog.getByLabelText('Code').fill('AAAA-BBBB-CCCC');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(dialog.getByText('This is not the code of this test.')).toBeVisible();
  await expectSound('ship, wrong code of a test');
  server.answer(testsAboard.open, { message: 'The test is open. Everybody with a paper can start now.' });
  server.answer(testsAboard.list, { data: [testAboard({ state: 'open' })] });
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(button('Start')).toBeVisible();
  expect(server.sent(testsAboard.open).at(-1)?.body).toEqual({ code: 'AAAA-BBBB-CCCC' });
});

test('a test is started, answered and handed in once, and nothing says what was right', async () => {
  aboardWith([testAboard({ state: 'open' })]);
  const paper = paperOf({ attempt: attemptOf(1800) });
  server.answer(attempts.start, { data: paper });
  server.answer(attempts.save, { data: { secondsLeft: 1790, revision: 1 } });
  await openShip();
  await button('Start').click();
  await expect.element(page.getByText(/^You have 30 minutes from now on/)).toBeVisible();
  await button('Start Now').click();
  await expect.element(main().getByText('2 of 2 questions left')).toBeVisible();
  await expectSound('test aboard');
  for (const words of ['To windward', 'A bell']) await main().getByLabelText(words, { exact: true }).click();
  await expect.poll(() => server.sent(attempts.save).flatMap(({ body }) => body.answers ?? []).length).toBe(2);
  const message = 'Handed in. The academy grades it after the next contact.';
  server.answer(testsAboard.submit, { message });
  server.answer(testsAboard.list, { data: [testAboard({ state: 'open', own: 'waiting' })] });
  await button('Submit').click();
  await expect.element(main().getByText(message)).toBeVisible();
  expect(server.sent(testsAboard.submit).at(-1)?.body.answers).toEqual([
    { questionId: questions[0]?._id, selectedAnswer: 'To windward' },
    { questionId: questions[1]?._id, selectedAnswer: 'A bell' },
  ]);
  expect(server.sent(assessments.submit)).toEqual([]);
  await expectSound('test aboard, handed in');
  await main().getByRole('link', { name: 'To the ship’s page' }).click();
  await expect.element(main().getByText('Handed in', { exact: true })).toBeVisible();
});

test('after a restart of the computer the paper says that the code is needed, and is handed in when its time is over', async () => {
  aboardWith([testAboard({ own: 'begun' })]);
  const says = 'This test is not open. The invigilator opens it with the code from the academy.';
  server.fail(assessments.getPaper, { status: 409, message: says });
  await openPage(`/ship/test/${courseId}`, { and: ['/ship'] });
  await expect.element(main().getByText(says)).toBeVisible();
  await expectSound('test aboard, not open');
  server.answer(assessments.getPaper, { data: [paperOf({ attempt: attemptOf(-2) })] });
  server.answer(testsAboard.submit, { message: 'Handed in. The academy grades it after the next contact.' });
  await openPage(`/ship/test/${courseId}`);
  await expect.element(main().getByText('Handed in. The academy grades it after the next contact.')).toBeVisible();
  // what was saved in time is on the computer
  expect(server.sent(testsAboard.submit).at(-1)?.body.answers).toEqual([]);
});
