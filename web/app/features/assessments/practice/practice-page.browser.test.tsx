import { practice } from '@fairlead/contract/assessments/practice';
import { training } from '@fairlead/contract/training/calls';
import { beforeEach, expect, test } from 'vitest';
import { courseOf } from '../../../../testing/courses.ts';
import { alertWith, button, expectNone, main } from '../../../../testing/forms.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, idOf, questions, trainingOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const courseId = courseOf()._id;
const path = `/practice/${courseId}`;
const film = { _id: idOf('70000000', 1), title: 'Raft 1', serial: 1 };
const explanation =
  'To leeward the ship shelters the raft from wind and sea.\nTo windward it is thrown against the hull.';
const canvas = new OffscreenCanvas(640, 360);
canvas.getContext('2d')?.fillRect(0, 0, 640, 360);
const url = URL.createObjectURL(await canvas.convertToBlob());
const picture = { _id: idOf('42000000'), url, width: 640, height: 360, text: 'A raft beside a hull' };
const [raft, muster] = questions.map(({ topic: _, ...question }) => question);

/** Two questions: with film, explanation and picture, and with none of them. */
function answerWith(more: object = { picture }) {
  if (!raft || !muster) throw new Error('there are two questions');
  server.answer(practice.get, {
    data: {
      courseId,
      courseTitle: 'HAZMAT',
      questions: [
        { ...raft, explanation, film, ...more },
        { ...muster, explanation: '', film: null },
      ],
    },
  });
}

const heading = (name: string) => main().getByRole('heading', { name });
const option = (text: string) => main().getByLabelText(text);
async function choose(text: string) {
  await option(text).click();
  await button('Check answer').click();
}

beforeEach(() => learnerAt([enrolmentOf()]));

test('a round: an answer is checked at once, without a call, and the end tells how many were right', async () => {
  answerWith();
  await openPage(path);
  await expect.element(heading('Question 1 of 2')).toBeVisible();
  await expect.element(main().getByText(/your answers are not recorded, and do not count for the test/)).toBeVisible();
  await expect.element(main().getByRole('img', { name: picture.text })).toBeVisible();
  await expectSound('practice, question');
  await expectWithin('practice, question', 320);
  await button('Check answer').click();
  await expect.element(main().getByText('Please answer the question')).toBeVisible();
  expect(main().getByText(explanation).elements()).toEqual([]);
  // nothing of a round needs the link
  server.fail(practice.get, 'no link');
  await choose('To windward');
  await expect.element(heading('Not right')).toHaveFocus();
  await expect.element(main().getByText('To windward (chosen)')).toBeVisible();
  await expect.element(main().getByText('To leeward (correct answer)')).toBeVisible();
  await expect.element(main().getByText(explanation)).toBeVisible();
  await expectSound('practice, not right');
  await expectWithin('practice, not right', 320);
  await button('Next question').click();
  await expect.element(heading('Question 2 of 2')).toHaveFocus();
  await choose('Seven short, one long');
  await expect.element(heading('Right')).toHaveFocus();
  expect(
    main()
      .getByRole('link', { name: /^Video/ })
      .elements(),
  ).toEqual([]);
  await expectSound('practice, right');
  await button('Show the result').click();
  await expect.element(heading('1 of 2 right')).toHaveFocus();
  await expectSound('practice, end');
  await button('Practise again').click();
  await expect.element(heading('Question 1 of 2')).toHaveFocus();
  await choose('To leeward');
  await expect.element(heading('Right')).toHaveFocus();
  await button('Next question').click();
  await choose('Seven short, one long');
  await button('Show the result').click();
  await expect.element(heading('2 of 2 right')).toBeVisible();
  expect(server.sent(practice.get)).toHaveLength(1);
  expect(server.written()).toEqual([]);
});

test('an answer leads to the film that teaches it, also when others are still to be watched', async () => {
  answerWith({});
  const films = [filmOf(1, { completed: true, watchedSeconds: 6 }), filmOf(2)];
  server.answer(training.getForCourse, { data: [trainingOf(films, { practiceQuestions: 2 })] });
  const opened = await openPage(path, { and: [`/training/${courseId}`] });
  await choose('To leeward');
  await main().getByRole('link', { name: 'Video 1: Raft 1' }).click();
  await expect.poll(opened.path).toBe(`/training/${courseId}`);
  await expect.element(main().getByRole('button', { name: /Raft 1/ })).toHaveAttribute('aria-current', 'true');
  // the link is followed once: a film that is opened after it is the one to come back to
  await main()
    .getByRole('button', { name: /Raft 2/ })
    .click();
  await main().getByRole('link', { name: 'Practise with 2 questions' }).click();
  await expect.poll(opened.path).toBe(path);
  void opened.go(-1);
  await expect.poll(opened.path).toBe(`/training/${courseId}`);
  await expect.element(main().getByRole('button', { name: /Raft 2/ })).toHaveAttribute('aria-current', 'true');
});

test('questions that cannot be loaded are read again; a refusal and a course without any say so', async () => {
  server.fail(practice.get, 'no link');
  await openPage(path);
  await expect.element(alertWith('Failed to load the practice questions.')).toBeVisible();
  server.fail(practice.get, { status: 403, message: 'You are not approved for this course.' });
  await button('Try again').click();
  await expect.element(alertWith('You are not approved for this course.')).toBeVisible();
  await expectNone(button('Try again'));
  await expectSound('practice, refused');
  server.answer(practice.get, { data: { courseId, courseTitle: 'HAZMAT', questions: [] } });
  await openPage(path);
  await expect.element(main().getByText('There are no questions for you to practise with at present.')).toBeVisible();
  await expectSound('practice, none');
});
