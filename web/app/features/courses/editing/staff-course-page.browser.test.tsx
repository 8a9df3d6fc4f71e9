import { courses } from '@fairlead/contract/courses/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import { button, expectFailuresShown, expectWrong, field, fillIn, main } from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const typed = {
  Title: 'Bridge Watch',
  Duration: '2 days',
  Price: '4500',
  Category: 'Safety',
  'Validity in months': '60',
  Regulations: 'STCW A-VI/1-1',
  Description: 'How to keep a watch.',
  'Subject 1': 'Radar',
};

// shows: constants/first-rows
test('a new course has one empty subject, and reports what is missing', async () => {
  staffAt();
  await openStaffPage('create-course');
  expect(
    main()
      .getByLabelText(/^Subject \d/)
      .elements(),
  ).toHaveLength(1);
  await expect.element(field('Subject 1')).toHaveValue('');
  expect(button('Remove').elements()).toEqual([]);
  await button('Create Course').click();
  for (const name of ['Title', 'Duration', 'Price', 'Category', 'Regulations', 'Description'])
    await expectWrong(name, `${name} is required`);
  await expectWrong('Subject 1', 'Subject is required');
  await expect.element(field('Title')).toHaveFocus();
  await expectSound('course form, empty');
  expect(server.written()).toEqual([]);
});

// shows: staff/create-course, messages/course-save-failure
test('a course that cannot be created reports why and keeps what was typed; subjects are added and removed', async () => {
  staffAt();
  const opened = await openStaffPage('create-course', ['courses']);
  await fillIn(typed);
  await button('Add Subject').click();
  await field('Subject 2').fill('Life rafts');
  await button('Add Subject').click();
  await field('Subject 3').fill('Lookout');
  await button('Remove').nth(1).click();
  await expect.element(field('Subject 2')).toHaveValue('Lookout');
  expect(
    main()
      .getByLabelText(/^Subject \d/)
      .elements(),
  ).toHaveLength(2);
  const canvas = new OffscreenCanvas(160, 90);
  canvas.getContext('2d')?.fillRect(0, 0, 160, 90);
  await field('Course image').upload(new File([await canvas.convertToBlob()], 'cover.png', { type: 'image/png' }));
  await expectFailuresShown({
    call: courses.create,
    button: 'Create Course',
    typed: { ...typed, 'Subject 2': 'Lookout' },
    failure: 'Failed to create course',
  });
  await expectSound('course form, failed');
  server.answer(courses.create, { message: 'Course created successfully', data: courseOf() });
  await button('Create Course').click();
  await expect.element(page.getByRole('status').getByText('Course created successfully')).toBeVisible();
  await expect.poll(opened.path).toBe(`/admin-dashboard/courses/${courseOf()._id}`);
  const { form } = server.sent(courses.create).at(-1) ?? {};
  expect(JSON.parse(String(form?.subject))).toEqual(['Radar', 'Lookout']);
  expect(form?.draft).toBe('yes');
});

// shows: messages/course-save-failure
test('a course that cannot be updated reports why and keeps what was typed', async () => {
  staffAt();
  server.answer(courses.getCourse, { data: courseOf() });
  server.answer(courses.listInstructors, { data: [] });
  const opened = await openStaffPage(`create-course?course=${courseOf()._id}`, ['courses']);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Course');
  await expect.element(field('Subject 1')).toHaveValue('Muster and abandon ship');
  await expectFailuresShown({
    call: courses.update,
    button: 'Update Course',
    typed: { Title: 'Bridge Watchkeeping', 'Validity in months': '' },
    failure: 'Failed to update course',
  });
  await expectSound('course form, not updated');
  server.answer(courses.update, { message: 'Course updated successfully', data: courseOf({ validityMonths: null }) });
  await button('Update Course').click();
  await expect.element(page.getByRole('status').getByText('Course updated successfully')).toBeVisible();
  await expect.poll(opened.path).toBe('/admin-dashboard/courses');
});

test('a course in the list shows its price and its validity, and no picture if it has none', async () => {
  staffAt();
  server.answer(courses.list, {
    data: [courseOf(), courseOf({ _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2b02', courseImg: null, isActive: false })],
  });
  await openStaffPage('courses');
  const table = main().getByRole('table', { name: 'Courses' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  for (const fact of ['Active', '2 days', '₹4,500', 'Safety', '60 months'])
    await expect.element(rows.first()).toMatchTextContent(fact);
  await expect.element(rows.nth(1)).toMatchTextContent('Inactive');
  await expect.poll(() => rows.first().element().querySelector('img')?.naturalWidth).toBeGreaterThan(0);
  expect(rows.nth(1).element().querySelectorAll('img')).toHaveLength(0);
});
