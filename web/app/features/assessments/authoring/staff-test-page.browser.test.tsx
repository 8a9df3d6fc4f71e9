import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { courses } from '@fairlead/contract/courses/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import {
  alertWith,
  button,
  expectFailuresShown,
  expectKept,
  expectWrong,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { idOf, questions, testOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const typed = {
  Course: 'HAZMAT',
  'Pass mark': '60',
  'Question text': 'What is trimmed first?',
};
const options = ['The hold', 'The deck', 'The sail', 'Nothing'];
const option = (place: number) => main().getByLabelText(`Option ${place + 1}`, { exact: true });
const kept = { ...typed, Course: courseOf()._id };
const course = () => page.getByLabelText('Course', { exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

const film = { _id: idOf('70000000', 2), title: 'Trimming the hold' };

beforeEach(() => server.answer(testAuthoring.films, { data: [film] }));

async function fillInTest() {
  const { Course, ...others } = typed;
  await course().selectOptions(Course);
  await fillIn(others);
  for (const [place, text] of options.entries()) await option(place).fill(text);
  await field('Option 1 is correct').click();
}

// shows: rules/test-active-courses, constants/first-rows
test('a new test has one empty question, offers active courses and drafts once each by title, and reports what is missing', async () => {
  staffAt();
  const [cargo, old, newest] = ['Cargo Care', 'Ship Stability', 'Ship Stability'].map((title, n) =>
    courseOf({ _id: idOf('90000000', n), title, ...(n === 0 && { isActive: false, isDraft: true }) }),
  );
  const closed = courseOf({ _id: idOf('90000000', 9), title: 'No longer held', isActive: false });
  server.answer(courses.list, { data: [closed, newest, old, cargo].filter((one) => one !== undefined) });
  await openStaffPage('test-form');
  await expect.element(course()).toBeVisible();
  const offered = [...(course().element() as HTMLSelectElement).options].filter(({ value }) => value);
  expect(offered.map(({ text }) => text)).toEqual(['Cargo Care', 'Ship Stability']);
  expect(offered.map(({ value }) => value)).toEqual([cargo?._id, newest?._id]);
  expect(
    main()
      .getByRole('group', { name: /^Question \d/ })
      .elements(),
  ).toHaveLength(1);
  await expect.element(field('Question text')).toHaveValue('');
  expect(button('Remove').elements()).toEqual([]);
  await button('Create Test').click();
  await expectWrong('Pass mark', 'Pass mark is required');
  await expectWrong('Question text', 'Question text is required');
  await expect.element(main().getByText('Course is required')).toBeVisible();
  await expect.element(course()).toHaveFocus();
  // it is called like its course; another title is for those who look for it
  await expect.element(page.getByLabelText('Title')).not.toBeVisible();
  await expectSound('test form, empty');
  expect(server.written()).toEqual([]);
});

test('without a course a test cannot be created, and a link to create one is shown', async () => {
  staffAt();
  server.answer(courses.list, { data: [] });
  await openStaffPage('test-form');
  await expect.element(main().getByText('No courses found.')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Create Course' })).toBeVisible();
  expect(button('Create Test').elements()).toEqual([]);
  await expectSound('test form, no course');
});

// shows: messages/test-creation-failure
test('a test that cannot be created reports why, keeps what was typed, and is created with a notice of 4 seconds', async () => {
  staffAt();
  const opened = await openStaffPage('test-form', ['All-tests']);
  await fillInTest();
  await main().getByText('More of question 1').click();
  await field('Video that teaches it').selectOptions(film.title);
  const { Course: _, ...others } = kept;
  const failure = 'Something went wrong';
  await expectFailuresShown({ call: assessments.create, button: 'Create Test', typed: others, failure });
  await expect.element(course()).toHaveValue(kept.Course);
  for (const [place, text] of options.entries()) await expect.element(option(place)).toHaveValue(text);
  await expect.element(field('Option 1 is correct')).toBeChecked();
  await expectSound('test form, failed');
  server.answer(assessments.create, { message: 'Test created successfully!', data: testOf() });
  const { passes } = stopClock();
  await button('Create Test').click();
  const notice = page.getByRole('status').getByText('Test created successfully!');
  await expect.element(notice).toBeVisible();
  expect(server.sent(assessments.create).at(-1)?.body.questions[0]).toMatchObject({
    filmId: film._id,
    correctAnswer: 'The hold',
  });
  expect(server.sent(assessments.create).at(-1)?.body.title).toBe('HAZMAT');
  expect(server.sent(testAuthoring.films).at(-1)?.query).toEqual({ course: kept.Course });
  await passes(3.999);
  await expect.element(notice).toBeVisible();
  await passes(0.001);
  expect(notice.elements()).toEqual([]);
  await expect.poll(opened.path).toBe('/admin-dashboard/All-tests');
});

test('a test that cannot be loaded for editing reports it, and is read again', async () => {
  staffAt();
  server.fail(testAuthoring.get, { status: 500 });
  await openStaffPage(`test-form?test=${testOf()._id}`);
  await expect.element(alertWith('Failed to load the test.')).toBeVisible();
  await expectSound('test form, unread');
  server.answer(testAuthoring.get, { data: testOf() });
  await button('Try again').click();
  await expect.element(page.getByLabelText('Title')).toHaveValue('HAZMAT: test');
  expect(
    main()
      .getByRole('group', { name: /^Question \d/ })
      .elements(),
  ).toHaveLength(2);
});

test('a title of its own is shown when a test is edited, and that of its course is not', async () => {
  staffAt();
  server.answer(testAuthoring.get, { data: testOf() });
  await openStaffPage(`test-form?test=${testOf()._id}`);
  await expect.element(page.getByLabelText('Title')).toBeVisible();
  await expectSound('test form, own title');
  server.answer(testAuthoring.get, { data: testOf({ title: testOf().courseTitle }) });
  await openStaffPage(`test-form?test=${testOf()._id}`);
  await expect.element(page.getByLabelText('Title')).not.toBeVisible();
  server.answer(testAuthoring.update, { message: 'Test saved as a new version.', data: testOf() });
  await button('Save as a new version').click();
  await expect.poll(() => server.sent(testAuthoring.update)[0]?.body.test.title).toBe('HAZMAT');
});

test('of a file with more questions than a test has, staff choose which they add', async () => {
  staffAt();
  await openStaffPage('test-form');
  await button('Add from a file').click();
  const pane = dialog('Questions from a file');
  await pane.getByLabelText('File of questions').upload(new File(['x'], 'bank.xml', { type: 'text/xml' }));
  const many = questions.flatMap(({ _id: _, ...question }) =>
    Array.from({ length: 310 }, (__, n) => ({ ...question, line: n + 1 })),
  );
  server.answer(testAuthoring.readFile, { data: { format: 'Moodle XML', questions: many, problems: [], notes: [] } });
  await pane.getByRole('button', { name: 'Read file' }).click();
  await expect.element(pane.getByRole('button', { name: 'Add 500 questions' })).toBeVisible();
  await pane.getByLabelText('Questions to add').selectOptions('501 to 620');
  await expect.element(pane.getByRole('button', { name: 'Add 120 questions' })).toBeVisible();
  await expectSound('questions from a large file');
});

test('a file of questions: none chosen, unreadable, reported line by line, and added', async () => {
  staffAt();
  await openStaffPage('test-form');
  await button('Add from a file').click();
  const pane = dialog('Questions from a file');
  const file = pane.getByLabelText('File of questions');
  const read = pane.getByRole('button', { name: 'Read file' });
  await read.click();
  await expect.element(pane.getByText('Please choose a file')).toBeVisible();
  await expect.element(file).toHaveFocus();
  await file.upload(new File(['Which extinguisher?'], 'fire.gift', { type: 'text/plain' }));
  server.fail(testAuthoring.readFile, { status: 500 });
  const release = server.hold(testAuthoring.readFile);
  await read.click();
  await expect.element(read).toBeDisabled();
  release();
  for (const [words, fault] of [
    ['The file could not be read.', { status: 400, message: 'This is no file of questions.' }],
    ['This is no file of questions.', 'no link'],
    ['Network error. Please try again.', undefined],
  ] as const) {
    await expect.element(pane.getByRole('alert').getByText(words)).toBeVisible();
    expect(pane.getByRole('alert').elements()).toHaveLength(1);
    if (fault) server.fail(testAuthoring.readFile, fault);
    else
      server.answer(testAuthoring.readFile, {
        data: {
          format: 'GIFT',
          questions: questions.map(({ _id: _, ...question }, n) => ({
            ...question,
            line: n + 1,
            ...(n === 0 && { pictureFile: { base64: 'no base64!', text: 'A sign' } }),
          })),
          problems: [{ line: 5, message: 'This is an essay.' }],
          notes: [
            { entry: 'items/2.xml', line: 3, name: 'Fire 2', message: 'Its hints are left out.' },
            { entry: 'items/2.xml', line: 3, name: 'Fire 2', message: 'So are its units.' },
          ],
        },
      });
    await read.click();
  }
  await expect
    .element(pane.getByRole('list', { name: 'What cannot be added' }))
    .toMatchTextContent('Line 5: This is an essay.');
  await expect
    .element(pane.getByRole('list', { name: 'What is left out' }))
    .toMatchTextContent('items/2.xml, line 3, “Fire 2”: Its hints are left out. So are its units.');
  await expectSound('questions from a file');
  await pane.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect.poll(() => main().getByLabelText('Question text').elements().length).toBe(2);
  await expect.element(page.getByRole('status').getByText('2 questions added.')).toBeVisible();
  await expect.element(page.getByText('1 picture could not be read.')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('the question bank: failing, empty, filtered, without matches, and chosen from', async () => {
  staffAt();
  server.fail(testAuthoring.bank, { status: 500 });
  server.answer(testAuthoring.topics, { data: ['Rafts'] });
  await openStaffPage('test-form');
  await course().selectOptions('HAZMAT');
  await button('Add from the question bank').click();
  const pane = dialog('Question bank');
  await expect.element(pane.getByRole('alert').getByText('The question bank could not be read.')).toBeVisible();
  await expectSound('question bank, failed');
  const all = questions.map((one) => ({ ...one, courseTitle: 'HAZMAT', testTitle: 'HAZMAT: test' }));
  server.answer(testAuthoring.bank, ({ query: { q, topic } }) => ({
    data: all.filter((one) => (!q || one.questionText.includes(q)) && (!topic || one.topic === topic)),
  }));
  await pane.getByRole('button', { name: 'Try again' }).click();
  const choices = pane.getByRole('checkbox', { name: /^Choose Wh/ });
  await expect.poll(() => choices.elements().length).toBe(2);
  expect(server.sent(testAuthoring.bank).at(-1)?.query.course).toBe(courseOf()._id);
  await expect.element(pane.getByRole('button', { name: 'Add selected' })).toBeDisabled();
  const search = pane.getByLabelText('Search by words or topic');
  await search.fill('no such thing');
  await expect.element(pane.getByText('Nothing matches these filters.')).toBeVisible();
  await search.fill('life raft');
  await expect.poll(() => choices.elements().length).toBe(1);
  await pane.getByRole('button', { name: 'Filters' }).click();
  await pane.getByLabelText('Topic', { exact: true }).selectOptions('Rafts');
  await choices.click();
  await expectSound('question bank');
  await pane.getByRole('button', { name: 'Add selected' }).click();
  await expect.element(field('Question text')).toHaveValue('Where is a life raft launched?');
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('a picture that is refused, or meets a lost connection, is reported at its field, and another may be chosen', async () => {
  staffAt();
  await openStaffPage('test-form');
  await fillInTest();
  const file = page.getByLabelText('Picture', { exact: true });
  const canvas = new OffscreenCanvas(40, 20);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 20);
  const picture = new File([await canvas.convertToBlob()], 'flag.png', { type: 'image/png' });
  for (const [fault, words] of [
    [{ status: 500 }, 'The picture could not be uploaded.'],
    [{ status: 400, message: 'Must be an image' }, 'Must be an image'],
    ['no link', 'Network error. Please try again.'],
  ] as const) {
    server.fail(testAuthoring.addPicture, fault);
    await file.upload(picture);
    await expectWrong('Picture', words);
  }
  await expectKept({ 'Question text': typed['Question text'] });
  await expect.element(option(3)).toHaveValue('Nothing');
  await expectSound('picture of a question, refused');
  const release = server.hold(testAuthoring.addPicture);
  const url = URL.createObjectURL(picture);
  server.answer(testAuthoring.addPicture, { data: { _id: idOf('42000000'), url, width: 40, height: 20 } });
  await file.upload(picture);
  await expect.element(main().getByText('Uploading…')).toBeVisible();
  await expect.element(file).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.element(field('What the picture shows')).toHaveValue('');
  await button('Create Test').click();
  await expectWrong('What the picture shows', 'Text alternative is required');
  await field('What the picture shows').fill('A black flag');
  await expect.element(main().getByRole('img', { name: 'A black flag' })).toBeVisible();
  await expectSound('picture of a question');
  expect(server.sent(assessments.create)).toEqual([]);
});

test('a question is marked for practice with an explanation, is not previewed, and must leave one to ask', async () => {
  staffAt();
  server.answer(testAuthoring.get, { data: testOf() });
  await openStaffPage(`test-form?test=${testOf()._id}`);
  const second = main().getByRole('group', { name: 'Question 2' });
  const explanation = second.getByLabelText('Explanation');
  await expect.element(explanation).not.toBeVisible();
  await second.getByText('More of question 2').click();
  await second.getByLabelText(/^For practice/).click();
  await explanation.fill('It is the general emergency alarm.');
  await expectSound('test form, for practice');
  await expectWithin('test form, for practice', 320);
  await button('Preview').click();
  const preview = dialog('As learners see it');
  await expect.element(preview.getByText('Where is a life raft launched?')).toBeVisible();
  expect(preview.getByText('What is the signal to muster?').elements()).toEqual([]);
  await preview.getByRole('button', { name: 'Close' }).click();
  await main().getByText('More of question 1').click();
  await main()
    .getByRole('group', { name: 'Question 1' })
    .getByLabelText(/^For practice/)
    .click();
  await button('Save as a new version').click();
  await expect.element(alertWith(/^At least one question must not be for practice/)).toBeVisible();
  await expectSound('test form, all for practice');
  await main()
    .getByRole('group', { name: 'Question 1' })
    .getByLabelText(/^For practice/)
    .click();
  server.answer(testAuthoring.update, { message: 'Test saved as a new version.', data: testOf() });
  await button('Save as a new version').click();
  await expect.poll(() => server.sent(testAuthoring.update).length).toBe(1);
  const [first, marked] = server.sent(testAuthoring.update)[0]?.body.test.questions ?? [];
  expect(marked).toMatchObject({ forPractice: true, explanation: 'It is the general emergency alarm.' });
  expect(first).not.toHaveProperty('forPractice');
});

test('a topic with too few questions for the draw is reported, with the settings shown', async () => {
  staffAt();
  await openStaffPage('test-form');
  await fillInTest();
  await main().getByText('Title and conditions (optional)').click();
  await field('Questions per topic').fill('Fire: 5');
  await button('Create Test').click();
  await expect.element(main().getByText(/^A topic has fewer questions than you ask for/)).toBeVisible();
  await expectSound('test form, how it is sat');
  expect(server.written()).toEqual([]);
});
