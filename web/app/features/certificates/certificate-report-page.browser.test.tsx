import { certificates } from '@fairlead/contract/certificates/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { alertWith, button, expectWrong, field, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { enrolmentOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

// shows: rules/report-course, messages/report-no-certificate, messages/report-certificate-failure
test('a certificate requires a course, reports a failure, is not found, and is shown', async () => {
  learnerAt([enrolmentOf()]);
  await openPage('/certificate-report');
  await button('View Certificate').click();
  await expectWrong('Course', 'Please select a course');
  await expect.element(field('Course')).toHaveFocus();
  await expectSound('certificate report, no course');
  await page.getByLabelText('Course', { exact: true }).selectOptions('HAZMAT');
  server.fail(certificates.getOwn, { status: 500 });
  const release = server.hold(certificates.getOwn);
  await button('View Certificate').click();
  await expect.element(page.getByRole('status').getByText('Loading certificate')).toBeInTheDocument();
  release();
  await expect.element(alertWith('Failed to fetch certificate.')).toBeVisible();
  await expectSound('certificate report, failed');
  server.fail(certificates.getOwn, { status: 403, message: 'Your account is closed.' });
  await button('Try again').click();
  await expect.element(alertWith('Your account is closed.')).toBeVisible();
  expect(main().getByRole('alert').elements()).toHaveLength(1);
  server.fail(certificates.getOwn, 'no link');
  await button('Try again').click();
  // after two automatic retries
  await expect.element(alertWith('Failed to fetch certificate.')).toBeVisible();
  server.fail(certificates.getOwn, { status: 404 });
  await button('Try again').click();
  await expect.element(main().getByText('Certificate not found.')).toBeVisible();
  await expectSound('certificate report, not found');
});
