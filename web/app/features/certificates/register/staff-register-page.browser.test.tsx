import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { courses } from '@fairlead/contract/courses/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { registeredOf } from '../../../../testing/certificates.ts';
import { stopClock } from '../../../../testing/clock.ts';
import {
  button,
  expectFailuresShown,
  expectNone,
  expectWrong,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const row = (text: string) => main().getByRole('row').filter({ hasText: text });

/** Chooses an action in the menu of a row. */
async function choose(text: string, action: string) {
  await row(text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}
const whole = registeredOf();

beforeEach(() => {
  signIn('admin');
  server.answer(secondFactor.getSecondFactor, { since: null, recoveryCodes: 0, due: null, isOverdue: false });
  server.answer(courses.list, { data: [] });
  server.answer(register.list, { data: [whole] });
});

const show = () => openPage('/admin-dashboard/certificates');

test('a certificate register without certificates says so', async () => {
  server.answer(register.list, { data: [] });
  await show();
  await expect.element(main().getByText('No certificates yet.')).toBeVisible();
  await expectSound('register, empty');
});

test('each certificate shows its state', async () => {
  server.answer(register.list, {
    data: [
      whole,
      registeredOf({ _id: whole.userId, status: 'superseded', name: 'Ravi', replacedBy: 'FMA-2026-NEW' }),
      registeredOf({
        _id: whole.courseId,
        status: 'revoked',
        name: 'Mira',
        revokedOn: '2026-10-01',
        revokedBy: 'The Principal',
        revocationReason: 'Somebody else sat the test.',
        boundTo: 'Certificate of competency',
        dateOfExpiry: null,
        heldTo: 'STCW VI/1, Table A-VI/1-1',
        rule: {
          edition: 2,
          savedAt: '2026-09-05T09:00:00.000Z',
          validity: 'bound',
          validityMonths: null,
          boundTo: 'Certificate of competency',
          source: '',
          sourceDate: null,
        },
      }),
    ],
  });
  await show();
  await expect.element(row('Asha Kumar')).toMatchTextContent('Expires soon');
  await expect.element(row('Ravi')).toMatchTextContent('Replaced');
  await expect.element(row('Mira')).toMatchTextContent('Revoked');
  for (const name of ['Ravi', 'Mira'])
    await row(name)
      .getByRole('button', { name: /^Details of/ })
      .click();
  await expect.element(main().getByText('Replaced by FMA-2026-NEW')).toBeVisible();
  await expect.element(row('Mira')).toMatchTextContent('Valid together with: Certificate of competency');
  await expect.element(main().getByText('Valid together with', { exact: true })).toBeVisible();
  await expect.element(main().getByText(/by The Principal: Somebody else sat the test\.$/)).toBeVisible();
  await row('Mira')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect.element(page.getByRole('menuitem', { name: 'Open PDF' })).toHaveFocus();
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Open PDF', 'Public page']);
  await expectSound('register, full');
});

test('a correction requires a reason, reports a failure and keeps what was typed, and is confirmed for 3 s', async () => {
  await show();
  await choose('Asha Kumar', 'Correct');
  const dialog = page.getByRole('dialog', { name: 'Correct Certificate' });
  await field('Name').fill('Asha K. Kumar');
  await button('Yes, Issue Again').click();
  await expectWrong('Reason', 'Reason is required');
  await expect.element(field('Reason')).toHaveFocus();
  expect(server.written()).toEqual([]);
  await expectSound('register, correction without a reason');
  await expectFailuresShown({
    call: register.correct,
    button: 'Yes, Issue Again',
    typed: { Name: 'Asha K. Kumar', 'Date of birth': '1994-03-22', Reason: 'The middle name was missing.' },
    failure: 'Failed to correct the certificate.',
  });
  await expectSound('register, not corrected');
  server.answer(register.correct, { message: 'Issued again.', data: { certNo: 'FMA-2026-NEW' } });
  server.answer(register.list, { data: [registeredOf({ name: 'Asha K. Kumar', certNo: 'FMA-2026-NEW' })] });
  const { passes } = stopClock();
  await button('Yes, Issue Again').click();
  const notice = page.getByRole('status').getByText('Issued again.');
  await expect.element(notice).toBeVisible();
  await expect.element(row('Asha K. Kumar')).toMatchTextContent('FMA-2026-NEW');
  await expectNone(dialog);
  await passes(2.999);
  await expect.element(notice).toBeVisible();
  await passes(0.001);
  await expectNone(notice);
});

test('a correction rewrites and checks numbers, and sends only what was changed', async () => {
  await show();
  await choose('Asha Kumar', 'Correct');
  await fillIn({ 'Passport number': 'y 48 39201', 'INDoS number': '21 gl 483', Reason: 'As on the documents.' });
  await page.getByRole('checkbox', { name: 'Grade not issued' }).click();
  await button('Yes, Issue Again').click();
  await expectWrong(
    'INDoS number',
    'Enter two digits, two letters and four digits, such as 21GL4839, or choose "INDoS not issued".',
  );
  await expectSound('register, correction with a wrong number');
  await field('INDoS number').fill('22gl4839');
  server.answer(register.correct, { message: 'Issued again.', data: { certNo: 'FMA-2026-NEW' } });
  await button('Yes, Issue Again').click();
  await expect.poll(() => server.sent(register.correct)).toHaveLength(1);
  expect(server.sent(register.correct)[0]?.body).toEqual({
    passportNo: 'Y4839201',
    indosNo: '22GL4839',
    gradeNo: 'NOT ISSUED',
    reason: 'As on the documents.',
  });
});

test('a revocation requires a reason, reports a failure and keeps the reason', async () => {
  await show();
  await choose('Asha Kumar', 'Revoke');
  await button('Yes, Revoke').click();
  await expectWrong('Reason', 'Reason is required');
  await expectFailuresShown({
    call: register.revoke,
    button: 'Yes, Revoke',
    typed: { Reason: 'Somebody else sat the test.' },
    failure: 'Failed to revoke the certificate.',
  });
  await expectSound('register, not revoked');
});

test('certificates that cannot be printed are reported for 6 s', async () => {
  await show();
  await expectNone(button('Print as one PDF'));
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  const print = button('Print as one PDF (1)');
  const { passes } = stopClock();
  server.fail(register.print, { status: 500 });
  const arrive = server.hold(register.print);
  await print.click();
  await expect.element(print).toBeDisabled();
  await expect.element(print).toHaveAttribute('aria-busy', 'true');
  arrive();
  const notice = page.getByRole('alert').getByText('Failed to print the certificates.');
  await expect.element(notice).toBeVisible();
  await expect.element(print).toBeEnabled();
  await passes(5.999);
  await expect.element(notice).toBeVisible();
  await passes(0.001);
  await expectNone(notice);
});

test('the public sees when a certificate was revoked, and not why', async () => {
  const { certNo } = whole;
  const { _id, userId, courseId, regulations, pdfPath, expiresSoon, revocationReason, revokedBy, held, ...shown } =
    whole;
  server.answer(certificates.verify, {
    data: { ...shown, status: 'revoked', revokedOn: '2026-10-01', logProof: null, picture: null },
  });
  await openPage(`/verify/${certNo}`);
  await expect.element(main().getByText('This certificate was revoked')).toBeVisible();
  await expect.element(main().getByText(/^Revoked on/)).toBeVisible();
  await expectSound('verify, revoked');
});
