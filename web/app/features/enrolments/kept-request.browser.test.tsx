import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { personOf } from '../../../testing/people.ts';
import { profileOf } from '../../../testing/profiles.ts';
import { enrolmentOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { standAt, standingOf } from '../../../testing/standings.ts';
import { keepRequest, keptRequestOf } from '../../lib/session/kept-request.ts';

const course = courseOf();
const { email } = personOf('learner');
const kept = { courseId: course._id, title: course.title, from: '/courses', email };
const path = `/courses/${course._id}/enroll`;
const sent = () => server.sent(enrolments.request).map(({ body }) => body.courseId);

beforeEach(() => {
  learnerAt();
  server.answer(courses.getCourse, { data: course });
  server.answer(courses.listActive, { data: [course] });
  server.answer(enrolments.request, {
    message: 'Your enrollment request has been submitted.',
    data: enrolmentOf({ status: 'pending', courseId: course }),
  });
});

test('a kept request is sent once, and leads back to where it began', async () => {
  keepRequest(kept);
  standAt([{ courseId: course._id, ...standingOf('requested') }]);
  const opened = await openPage(path);
  await expect.poll(opened.path).toBe('/courses');
  await expect.element(page.getByRole('status').getByText('Your enrollment request has been submitted.')).toBeVisible();
  expect(sent()).toEqual([course._id]);
  expect(keptRequestOf(email)).toBeNull();
});

test('without a profile it leads to the profile, from where it can be sent all the same', async () => {
  learnerAt([], null);
  keepRequest(kept);
  const opened = await openPage(path, { and: ['/profile'] });
  await expect.poll(opened.path).toBe('/profile');
  expect(sent()).toEqual([]);
  await button('Send request without profile').click();
  await expect.poll(opened.path).toBe('/courses');
  expect(sent()).toEqual([course._id]);
});

test('the profile of a declined learner leads back to the request', async () => {
  keepRequest({ ...kept, from: '/EnrollmentRequest' });
  const opened = await openPage('/profile', { and: [path] });
  await expect.element(main().getByText(/Then ask again for HAZMAT/)).toBeVisible();
  await expectSound('profile, to ask again');
  await button('Ask again').click();
  await expect.poll(opened.path).toBe('/EnrollmentRequest');
  expect(sent()).toEqual([course._id]);
});

test('a profile that was corrected just now says that the request can be sent', async () => {
  keepRequest({ ...kept, from: '/EnrollmentRequest' });
  await openPage('/profile', { and: ['/updateUserProfile'] });
  await expect.element(main().getByText(/^Update your profile first/)).toBeVisible();
  await main().getByRole('link', { name: 'Edit Profile' }).click();
  server.answer(seafarers.updateProfile, { message: 'Profile updated.', data: profileOf() });
  await button('Update Profile').click();
  await expect.element(main().getByText('Your profile is updated. You can now ask again for HAZMAT.')).toBeVisible();
  await expectSound('profile, corrected');
  await button('Not now').click();
  expect(keptRequestOf(email)).toBeNull();
});

test('the link alone sends nothing', async () => {
  keepRequest({ ...kept, email: 'somebody.else@example.org' });
  const opened = await openPage(path);
  await expect.poll(opened.path).toBe(`/courses/${course._id}`);
  expect(sent()).toEqual([]);
});

test('it is kept while the academy cannot answer, and given up when it refuses', async () => {
  keepRequest(kept);
  server.fail(enrolments.request, 'no link');
  const opened = await openPage(path);
  await expect.element(alertWith('Your request could not be sent yet.')).toBeVisible();
  await expectSound('kept request, not sent');
  expect(keptRequestOf(email)).toEqual(kept);
  for (const status of [503, 429]) {
    server.fail(enrolments.request, { status, message: `busy ${status}` });
    await button('Try again').click();
    await expect.element(main().getByText(`busy ${status}`)).toBeVisible();
    expect(keptRequestOf(email)).toEqual(kept);
  }
  server.fail(enrolments.request, { status: 404, message: 'There is no such course.' });
  await button('Try again').click();
  await expect.poll(opened.path).toBe('/courses');
  await expect.element(page.getByRole('alert').getByText('There is no such course.')).toBeVisible();
  expect(keptRequestOf(email)).toBeNull();
});
