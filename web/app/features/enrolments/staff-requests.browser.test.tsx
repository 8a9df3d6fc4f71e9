import { enrolments } from '@fairlead/contract/enrolments/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { feeSummaryOf, waitingProofOf } from '../../../testing/fees.ts';
import { main } from '../../../testing/forms.ts';
import { profileOf } from '../../../testing/profiles.ts';
import { idOf, moment, requestOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const declined = { reason: 'batch-full' as const, note: 'The next one begins in January.', at: moment, times: 2 };
const [first, second] = [idOf('80000000', 1), idOf('80000000', 2)];

test('many requests are rejected for one reason', async () => {
  staffAt();
  server.answer(enrolments.listPending, [
    requestOf({ _id: first, declined }),
    requestOf({ _id: second, profile: null }),
  ]);
  await openStaffPage('enrollment-request');
  await expectSound('requests, two');
  await main().getByRole('row').filter({ hasText: 'Asked again' }).getByRole('rowheader').getByRole('button').click();
  await expect.element(main().getByText('Rejected 2 times before')).toBeVisible();
  await expect.element(main().getByText('Batch full: The next one begins in January.')).toBeVisible();
  await expectSound('requests, one asked again');
  // the keys of a row apply in its details, too
  main()
    .getByRole('button', { name: /ID document/ })
    .element()
    .focus();
  await userEvent.keyboard('r');
  await expect.element(page.getByRole('dialog', { name: 'Reject Request' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByLabelText('Select all 2 shown').click();
  await main().getByRole('button', { name: 'Reject selected (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject Requests' });
  const reject = dialog.getByRole('button', { name: 'Yes, Reject' });
  await reject.click();
  await expect.element(dialog.getByText('Choose a reason')).toBeVisible();
  await expectSound('reject many, no reason');
  await dialog.getByLabelText('Reason').selectOptions('Fee not received');
  server.fail(enrolments.rejectMany, { status: 500 });
  await reject.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to reject courses');
  server.answer(enrolments.rejectMany, { data: [first, second].map((id) => ({ id, ok: true, message: 'done' })) });
  server.answer(enrolments.listPending, []);
  await reject.click();
  await expect.element(page.getByRole('status').getByText('2 rejected.')).toBeVisible();
  const requests = [
    { id: first, statusSeen: 'pending', profileSeenAt: profileOf().updatedAt },
    { id: second, statusSeen: 'pending', profileSeenAt: 'none' },
  ];
  const body = { reason: 'fee-not-received', requests };
  expect(server.sent(enrolments.rejectMany).map((sent) => sent.body)).toEqual([body, body]);
});

test('one with something unresolved is not accepted among many', async () => {
  staffAt();
  const blurred = { kind: 'blurred-picture', document: 'idDocument' } as const;
  server.answer(enrolments.listPending, [
    requestOf({ _id: first, warnings: [blurred] }),
    requestOf({ _id: second, userName: 'Bilal Khan' }),
  ]);
  await openStaffPage('enrollment-request');
  await page.getByLabelText('Select all 2 shown').click();
  await main().getByRole('button', { name: 'Accept selected (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept Requests' });
  await expect.element(dialog.getByText(/^1 of them has warnings or other points to tick/)).toBeVisible();
  await expectSound('accept many, one unresolved');
  server.answer(enrolments.acceptMany, { data: [{ id: second, ok: true, message: 'Enrollment request accepted.' }] });
  await dialog.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect.element(page.getByText('Something is to be ticked. Accept it by itself.')).toBeVisible();
  expect(server.sent(enrolments.acceptMany).map(({ body }) => body.requests.map(({ id }) => id))).toEqual([[second]]);
});

test('declined requests are listed with their reason, and are not decided again', async () => {
  staffAt();
  server.answer(enrolments.listPending, [
    requestOf({ state: 'declined', status: 'rejected', declined, profile: null }),
  ]);
  await openStaffPage('enrollment-request?state=declined');
  await expect.element(main().getByRole('cell').getByText('Not Approved', { exact: true })).toBeVisible();
  await main().getByRole('rowheader').getByRole('button').click();
  await expect.element(main().getByText('Batch full: The next one begins in January.')).toBeVisible();
  expect(main().getByRole('button', { name: 'Accept', exact: true }).elements()).toEqual([]);
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(server.sent(enrolments.listPending).at(-1)?.query).toMatchObject({ state: 'declined' });
  await expectSound('requests, declined');
});

test.each([true, false])('a proof of payment is confirmed with its request, if staff say so: %s', async (confirms) => {
  staffAt('registrar');
  const proof = waitingProofOf();
  const request = requestOf({ fee: { ...feeSummaryOf({ state: 'checking' }), proof } });
  server.answer(enrolments.listPending, [request]);
  await openStaffPage('enrollment-request');
  await main().getByRole('rowheader').getByRole('button').click();
  await expect.element(main().getByRole('img', { name: 'Proof of payment' })).toBeVisible();
  await expect.element(main().getByText('Payment to check')).toBeVisible();
  if (confirms) await expectSound('request with a proof of payment');
  await main().getByRole('button', { name: 'Accept', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept Request' });
  const together = dialog.getByLabelText(/^Confirm the payment of ₹4,500 too/);
  await expect.element(together).toBeChecked();
  if (confirms) await expectSound('accept with a payment');
  else await together.click();
  server.answer(enrolments.accept, { message: 'Course accepted.', isUndoable: false });
  server.answer(enrolments.listPending, []);
  await dialog.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect.element(page.getByRole('status').getByText('Course accepted.')).toBeVisible();
  const seen = { profileSeenAt: request.profile?.updatedAt, stateSeen: 'requested' };
  const query = { ...seen, ...(confirms && { proofId: proof._id }) };
  expect(server.sent(enrolments.accept).map((sent) => sent.query)).toEqual([query]);
});

test('a request of somebody who lacks something is accepted only with a reason', async () => {
  staffAt('registrar');
  const eligibility = {
    missing: ['A valid certificate of Personal Survival Techniques'],
    toCheck: ['A valid medical certificate'],
  };
  const request = requestOf({ eligibility });
  server.answer(enrolments.listPending, [request]);
  await openStaffPage('enrollment-request');
  await expect.element(main().getByText('Requirements missing')).toBeVisible();
  await main().getByRole('rowheader').getByRole('button').click();
  await expectSound('requests, requirements missing');
  await main().getByRole('button', { name: 'Accept', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept Request' });
  await dialog.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect.element(dialog.getByText('Please write the reason')).toBeVisible();
  await expectSound('accept request, no reason');
  await dialog.getByLabelText('To check in the documents: A valid medical certificate').click();
  await dialog.getByLabelText('Reason to accept anyway').fill('PST of another academy');
  server.answer(enrolments.accept, { message: 'Enrollment request accepted.', isUndoable: false });
  server.answer(enrolments.listPending, []);
  await dialog.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect.element(page.getByRole('status').getByText('Enrollment request accepted.')).toBeVisible();
  expect(server.sent(enrolments.accept).map(({ body }) => body)).toEqual([
    { overrule: 'PST of another academy', unresolvedSeen: ['To check in the documents: A valid medical certificate'] },
  ]);
});
