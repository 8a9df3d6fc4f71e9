import { accounts } from '@fairlead/contract/accounts/calls';
import { batches } from '@fairlead/contract/batches/calls';
import { counter } from '@fairlead/contract/counter/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../testing/batches.ts';
import { courseOf } from '../../../testing/courses.ts';
import { button, expectNone, expectWrong, field, fillIn, main } from '../../../testing/forms.ts';
import { listedUserOf } from '../../../testing/imports.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const course = courseOf({ format: 'classroom' });
const batch = batchOf({ phase: 'upcoming', code: 'PST 44' });
const zoya = listedUserOf(1, { name: 'Zoya Kumar' });
const made = { enrolmentId: '5d0c3b5e-7f0a-4c55-9a44-000000000001', personId: zoya._id, hasFee: true };
const sent = () => server.sent(counter.enrol).map(({ body }) => body as Record<string, unknown>);

async function open(charge = 450_000) {
  staffAt('registrar');
  server.answer(courses.listActive, { data: [course] });
  server.answer(batches.list, { data: [batch] });
  server.answer(counter.getCharge, { data: { chargePaise: charge } });
  server.answer(enrolments.listEligibility, { data: [] });
  server.answer(accounts.listApproved, [zoya]);
  await openStaffPage('counter');
}

test('a newcomer is enrolled, seated and billed in one call, and sent again after a dead link the same', async () => {
  await open();
  await button('Enroll').click();
  await expect.element(main().getByText('Choose the person')).toBeVisible();
  await expectWrong('Course', 'Choose a course');
  expect(sent()).toEqual([]);
  await page.getByLabelText('Is new here').click();
  await fillIn({ 'First name': 'Ravi', 'Last name': 'Menon', Email: 'ravi@x', Mobile: '9820012345' });
  await field('Course').selectOptions(course.title);
  await field('Batch').selectOptions(batch._id);
  await expect.element(main().getByText('₹4,500', { exact: true })).toBeVisible();
  await button('Enroll').click();
  await expectWrong('Email', 'Invalid email address');
  await expectWrong('Method', 'Choose how it was paid');
  await expectSound('counter, wrong');
  await fillIn({ Email: 'ravi@x.example' });
  await field('Method').selectOptions('Cash');
  server.fail(counter.enrol, 'no link');
  await button('Enroll').click();
  await expect.element(main().getByText('Network error. Please try again.')).toBeVisible();
  await expectSound('counter, newcomer');
  server.answer(counter.enrol, { message: 'Enrolled, and the payment is recorded.', data: made });
  await button('Enroll').click();
  await expect
    .element(main().getByRole('status').filter({ hasText: 'Enrolled' }))
    .toMatchTextContent('Ravi Menon: Enrolled, and the payment is recorded.');
  const [first, second] = sent();
  expect(second).toEqual(first);
  expect(second).toMatchObject({
    newcomer: { firstName: 'Ravi', lastName: 'Menon', email: 'ravi@x.example', mobile: '9820012345' },
    ...{ courseId: course._id, batchId: batch._id, payment: { amount: '4500', method: 'cash' } },
  });
  expect(second).not.toHaveProperty('personId');
  expect(second).not.toHaveProperty('recipient');
  await expect
    .element(main().getByRole('link', { name: 'Fee and receipt' }))
    .toHaveAttribute('href', `/admin-dashboard/fees/${made.enrolmentId}`);
  await expectSound('counter, done');
  // the next person has another id, and nothing of the one before
  await button('Next person').click();
  await page.getByLabelText('Is new here').click();
  await expect.element(field('First name')).toHaveValue('');
});

test('somebody who is searched is enrolled without a payment, and what they lack is answered', async () => {
  await open();
  await page.getByLabelText('Search by name or email').fill('zoya');
  const lacks = { missing: ['A valid certificate of Personal Survival Techniques'], toCheck: [] };
  server.answer(enrolments.listEligibility, { data: [{ _id: zoya._id, ...lacks }] });
  await button('Zoya Kumar, person.1@example.org').click();
  // the chosen person stands alone: no list can change below the choice
  await expectNone(page.getByLabelText('Search by name or email'));
  await field('Course').selectOptions(course.title);
  await page.getByLabelText('Reason to enroll Zoya Kumar anyway').fill('PST of another academy');
  await page.getByLabelText('Is paid now').click();
  await expectNone(field('Method'));
  await expectSound('counter, known person');
  server.fail(counter.enrol, { status: 409, code: 'exists', message: 'Already enrolled in this course.' });
  await button('Enroll').click();
  await expect.element(main().getByText('Already enrolled in this course.')).toBeVisible();
  expect(sent()).toEqual([
    {
      requestId: expect.any(String),
      ...{ personId: zoya._id, courseId: course._id, overrule: 'PST of another academy' },
    },
  ]);
  await button('Choose another').click();
  await expectNone(page.getByLabelText('Reason to enroll Zoya Kumar anyway'));
  await button('Enroll').click();
  await expect.element(main().getByText('Choose the person')).toBeVisible();
  expect(sent()).toHaveLength(1);
});

test('where nothing is charged, no payment is asked for', async () => {
  await open(0);
  await field('Course').selectOptions(course.title);
  await expect.element(field('Batch')).toBeVisible();
  await expectNone(page.getByLabelText('Is paid now'));
  server.fail(accounts.listApproved, { status: 500 });
  await page.getByLabelText('Search by name or email').fill('zoya');
  await expect.element(main().getByText('Failed to load people.')).toBeVisible();
  await expectSound('counter, search failed');
});
