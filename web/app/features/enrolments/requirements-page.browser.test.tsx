import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf, ruleOf } from '../../../testing/courses.ts';
import { alertWith, button, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { enrolmentOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const certificates = [{ qualification: 'PST', evenExpired: false }];
const course = courseOf({
  rule: ruleOf({
    regulation: 'VI/2',
    competenceTable: 'A-VI/2-1',
    modelCourse: '1.23',
    standard: 'STCW 2010',
    requirements: { certificates, minimumAge: 18, seaMonths: 6, medical: false },
  }),
});
const path = `/courses/${course._id}/requirements`;
const missing = ['A valid certificate of Personal Survival Techniques'];
const toCheck = ['Sea service of 6 months or more'];

beforeEach(() => {
  learnerAt();
  server.answer(courses.getCourse, { data: course });
  server.answer(training.listTitles, { data: [] });
  server.answer(enrolments.getEligibility, { data: { missing, toCheck } });
});

test('a request for a course whose requirements are not met leads to what is missing, and can be sent all the same', async () => {
  server.fail(enrolments.request, {
    status: 409,
    code: 'not-eligible',
    message: 'Missing for this course: A valid certificate of Personal Survival Techniques.',
  });
  const opened = await openPage(`/courses/${course._id}`, { and: [path, '/EnrollmentRequest'] });
  await expect.element(main().getByText('Before you enroll, you need:')).toBeVisible();
  await expect.element(main().getByText('An age of 18 years or more')).toBeVisible();
  await expectSound('course with requirements');
  await button('Enroll Now').click();
  await expect.poll(opened.path).toBe(path);
  await expect.element(main().getByText('A valid certificate of Personal Survival Techniques')).toBeVisible();
  await expect.element(main().getByText('Sea service of 6 months or more')).toBeVisible();
  await expectSound('requirements, one missing');
  await button('Ask all the same').click();
  await expect.element(alertWith(/^Missing for this course/)).toBeVisible();
  server.answer(enrolments.request, {
    message: 'Your enrollment request has been submitted.',
    data: enrolmentOf({ status: 'pending', courseId: course }),
  });
  await button('Ask all the same').click();
  await expect.poll(opened.path).toBe('/EnrollmentRequest');
  await expect.element(page.getByRole('status').getByText('Your enrollment request has been submitted.')).toBeVisible();
  expect(server.sent(enrolments.request).map(({ body }) => body.knowsWhatIsMissing)).toEqual([undefined, true, true]);
});

test('who lacks nothing can send the request, with the batch that was chosen', async () => {
  server.answer(enrolments.getEligibility, { data: { missing: [], toCheck: [] } });
  server.answer(enrolments.request, {
    message: 'Sent.',
    data: enrolmentOf({ status: 'pending', courseId: course }),
  });
  const batchId = '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2d01';
  const opened = await openPage(`${path}?batch=${batchId}`, { and: ['/EnrollmentRequest'] });
  await expect.element(main().getByText('Nothing is missing.')).toBeVisible();
  await expectSound('requirements, nothing missing');
  await button('Send Request').click();
  await expect.poll(opened.path).toBe('/EnrollmentRequest');
  expect(server.sent(enrolments.request)[0]?.body).toMatchObject({ batchId });
});

test('requirements that cannot be read say so', async () => {
  server.fail(enrolments.getEligibility, 'no link');
  await openPage(path);
  await expect.element(alertWith('Failed to load the requirements.')).toBeVisible();
});
