import { weakTopics } from '@fairlead/contract/assessments/weak-topics';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { button, expectCount, main } from '../../../testing/forms.ts';
import { homeAt, nextOf } from '../../../testing/home.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, noProgress, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { standingOf } from '../../../testing/standings.ts';

const progress = { ...noProgress, filmsTotal: 2, filmsCompleted: 2, percent: 100, trainingSubmitted: true };
const failed = enrolmentOf({ ...standingOf('test-open'), progress });
const courseId = failed.courseId._id;
const films = [1, 2].map((n) => filmOf(n, { completed: true }));
const film = (n: 1 | 2) => ({ _id: films[n - 1]?._id ?? '', title: `Raft ${n}`, serial: n });
const weak = [
  { topic: 'Fire', films: [film(1), film(2)] },
  { topic: 'Raft 2', films: [film(2)] },
];
const another = { minutes: 30, deadline: null, attempts: 1 };

const heading = () => main().getByRole('heading', { name: 'Topics to study again' });

test('after a fail the weak topics stand on the page of the course, and their videos lead to watching', async () => {
  learnerAt([failed]);
  server.answer(training.getForCourse, { data: [trainingOf(films, { submitted: true })] });
  server.answer(weakTopics.list, { data: weak });
  const opened = await openPage(`/courses/${courseId}/content`);
  await expect.element(heading()).toBeVisible();
  await expectCount(main().getByRole('link', { name: /^Video \d: / }), 3);
  expect(server.sent(weakTopics.list).map(({ params }) => params.courseId)).toEqual([courseId]);
  await expectSound('course, weak topics');
  await main().getByRole('link', { name: 'Video 1: Raft 1' }).click();
  await expect.poll(opened.path).toBe(`/training/${courseId}`);
});

test('and on the first page', async () => {
  learnerAt([failed]);
  server.answer(weakTopics.list, { data: weak });
  homeAt({ enrolments: [failed], next: nextOf('take-test', failed, { test: another }) });
  await openPage('/dashboard');
  await expect.element(heading()).toBeVisible();
  await expectSound('dashboard, weak topics');
});

test.each([
  ['before the first attempt', nextOf('take-test', failed, { test: { ...another, attempts: 0 } })],
  ['while an attempt is under way', nextOf('continue-test', failed, { test: another })],
])('but not there %s', async (_, next) => {
  learnerAt([failed]);
  homeAt({ enrolments: [failed], next });
  await openPage('/dashboard');
  const toTest = main().getByRole('link', { name: /the Test$|Give Test/ });
  await expect.element(toTest.first()).toBeVisible();
  expect(heading().elements()).toEqual([]);
  expect(server.sent(weakTopics.list)).toEqual([]);
});

test('a course without weak topics, or whose topics cannot be read, says nothing of them', async () => {
  learnerAt([failed]);
  server.answer(training.getForCourse, { data: [trainingOf(films, { submitted: true })] });
  server.fail(weakTopics.list, { status: 500 });
  await openPage(`/courses/${courseId}/content`);
  await expect.element(main().getByText('The test is open. You can take it at any time.')).toBeVisible();
  await expect.poll(() => server.sent(weakTopics.list).length).toBeGreaterThan(0);
  expect(heading().elements()).toEqual([]);
  expect(button('Try again').elements()).toEqual([]);
});
