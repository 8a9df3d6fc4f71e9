import { fees } from '@fairlead/contract/fees/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  entryOf,
  feeSummaryOf,
  ledgerOf,
  listedFeeOf,
  listedProofOf,
  paidLedger,
  waitingProofOf,
} from '../../../testing/fees.ts';
import { alertWith, button, expectNone, main } from '../../../testing/forms.ts';
import { overviewOf } from '../../../testing/overview.ts';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { expectStaffAction, type StaffAction } from '../../../testing/staff-actions.ts';
import { server } from '../../../testing/stand-in-server.ts';

const id = idOf('80000000');
const entryId = idOf('f2000000', 2);
const proofId = idOf('f1000000');
const dueOn = '2026-09-04';
const ledger = () => server.answer(fees.get, { data: ledgerOf() });
const reason = 'The learner asked for it.';
const needsReason = { Reason: 'Reason is required' };
const transfer = { method: 'upi', reference: '426811239054', on: expect.any(String) };

const actions: StaffAction[] = [
  {
    name: 'a payment is recorded',
    path: `fees/${id}`,
    given: ledger,
    call: fees.recordPayment,
    button: 'Record payment',
    dialog: 'Record Payment',
    asks: '₹4,500 to pay',
    confirm: 'Record Payment of ₹1,500.50',
    typed: { 'Amount in rupees': '1,500.50', Method: 'Cheque', Day: dueOn, Reference: '004512' },
    failure: 'Failed to record the payment.',
    sends: {
      params: { id },
      body: { requestId: expect.any(String), amount: '1,500.50', method: 'cheque', on: dueOn, reference: '004512' },
    },
    succeed: () => server.answer(fees.recordPayment, { message: 'Payment recorded.', data: paidLedger() }),
    said: 'Payment recorded.',
  },
  {
    name: 'a fee is waived',
    path: `fees/${id}`,
    given: ledger,
    call: fees.waive,
    button: 'Waive',
    dialog: 'Waive Fee',
    asks: '₹4,500 to pay',
    confirm: 'Yes, Waive',
    typed: { 'Amount to waive in rupees': '500', Reason: reason },
    needs: needsReason,
    failure: 'Failed to waive the fee.',
    sends: { params: { id }, body: { requestId: expect.any(String), amount: '500', reason } },
    succeed: () => server.answer(fees.waive, { message: 'Fee waived.', data: ledgerOf() }),
    said: 'Fee waived.',
  },
  {
    name: 'a proof is confirmed with a corrected amount',
    path: 'payment-proofs',
    given: () => server.answer(fees.listProofs, { data: [listedProofOf()] }),
    call: fees.confirmProof,
    button: 'Confirm',
    dialog: 'Confirm Payment',
    asks: '₹4,500 to pay',
    confirm: 'Yes, Confirm',
    typed: { 'Amount in rupees': '4000' },
    failure: 'Failed to confirm the payment.',
    sends: { params: { id: proofId }, body: { amount: '4000', ...transfer } },
    succeed: () => {
      server.answer(fees.confirmProof, { message: 'Payment confirmed.', data: paidLedger() });
      server.answer(fees.listProofs, { data: [] });
    },
    said: 'Payment confirmed.',
  },
  {
    name: 'a proof is declined',
    path: 'payment-proofs',
    given: () => server.answer(fees.listProofs, { data: [listedProofOf()] }),
    call: fees.declineProof,
    button: 'Decline',
    dialog: 'Decline Proof',
    asks: 'gets the reason by email',
    confirm: 'Yes, Decline',
    typed: { Reason: 'Nothing has arrived.' },
    needs: needsReason,
    failure: 'Failed to decline the proof.',
    sends: { params: { id: proofId }, body: { reason: 'Nothing has arrived.' } },
    succeed: () => {
      server.answer(fees.declineProof, { message: 'Proof declined.' });
      server.answer(fees.listProofs, { data: [] });
    },
    said: 'Proof declined.',
  },
];

test.each(actions)('$name', expectStaffAction);

const ofPayment = 'Actions for Payment of ₹4,500';

test('one stray click records nothing: the method is chosen, and the button says the amount', async () => {
  staffAt();
  ledger();
  await openStaffPage(`fees/${id}`);
  await button('Record payment').click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByRole('button', { name: 'Record Payment of ₹4,500', exact: true }).click();
  await expect.element(dialog.getByText('Choose how it was paid')).toBeVisible();
  await expectSound('record payment, no method');
  expect(server.sent(fees.recordPayment)).toEqual([]);
  await dialog.getByLabelText('Amount in rupees').fill('1,500.50');
  server.answer(fees.recordPayment, { message: 'Payment recorded.', data: paidLedger() });
  const release = server.hold(fees.recordPayment);
  await dialog.getByLabelText('Method').selectOptions('Cheque');
  const record = dialog.getByRole('button', { name: 'Record Payment of ₹1,500.50', exact: true });
  await record.click();
  await record.click({ force: true });
  release();
  await expect.element(page.getByRole('status').getByText('Payment recorded.')).toBeVisible();
  expect(server.sent(fees.recordPayment)).toHaveLength(1);
  await button('Record payment').click();
  await dialog.getByLabelText('Amount in rupees').fill('');
  await dialog.getByRole('button', { name: 'Record Payment', exact: true }).click();
  await expect.element(dialog.getByText('Amount is required')).toBeVisible();
});

test('what is sent again after a dead link has the same id, so that it is recorded once', async () => {
  staffAt();
  ledger();
  await openStaffPage(`fees/${id}`);
  await expectSound('staff fee, due');
  await button('Record payment').click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  const record = dialog.getByRole('button', { name: 'Record Payment of ₹4,500' });
  await dialog.getByLabelText('Method').selectOptions('Cash');
  server.fail(fees.recordPayment, 'no link');
  await record.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  server.answer(fees.recordPayment, { message: 'Payment recorded.', data: paidLedger() });
  await record.click();
  await expect.element(page.getByRole('status').getByText('Payment recorded.')).toBeVisible();
  await button('Record payment').click();
  await dialog.getByLabelText('Method').selectOptions('Cash');
  await record.click();
  await expect.poll(() => server.sent(fees.recordPayment).length).toBe(3);
  const [first, second, third] = server.sent(fees.recordPayment).map(({ body }) => body.requestId);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the money of a declined request is recorded, with the amount that was cancelled', async () => {
  staffAt();
  const cancelled = entryOf({ _id: idOf('f2000000', 4), kind: 'cancelled' });
  const none = { chargedPaise: 0, balancePaise: 0, state: 'cancelled', status: 'rejected' } as const;
  server.answer(fees.get, { data: ledgerOf({ ...none, entries: [entryOf(), cancelled] }) });
  await openStaffPage(`fees/${id}`);
  await expectNone(button('Waive'));
  await button('Record payment').click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await expect.element(dialog.getByText('This enrollment was declined', { exact: false })).toBeVisible();
  await expect.element(dialog.getByLabelText('Amount in rupees')).toHaveValue('4500');
});

test('a payment is paid back or undone from its row, and a reversed one is neither', async () => {
  staffAt();
  const reversed = entryOf({ _id: idOf('f2000000', 3), kind: 'waived', amountPaise: 50_000, isReversed: true });
  const { entries, ...rest } = paidLedger();
  server.answer(fees.get, { data: { ...rest, entries: [...entries, reversed] } });
  await openStaffPage(`fees/${id}`);
  await expect.element(main().getByText('Reversed')).toBeVisible();
  await expectSound('staff fee, paid');
  expect(
    main()
      .getByRole('button', { name: /^Actions for/ })
      .elements(),
  ).toHaveLength(1);
  await expectNone(button('Record payment'));

  await button(ofPayment).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund Payment' });
  await refund.getByRole('button', { name: 'Yes, Refund' }).click();
  await expect.element(refund.getByText('Reason is required')).toBeVisible();
  await refund.getByLabelText('Amount in rupees').fill('1000');
  await refund.getByLabelText('Reason').fill(reason);
  await expectSound('refund');
  server.answer(fees.refund, { message: 'Refund recorded.', data: paidLedger() });
  await refund.getByRole('button', { name: 'Yes, Refund' }).click();
  await expect.element(page.getByText('Refund recorded.')).toBeVisible();
  expect(server.sent(fees.refund)).toMatchObject([
    { params: { id: entryId }, body: { amount: '1000', method: 'upi', reason, requestId: expect.any(String) } },
  ]);

  await button(ofPayment).click();
  await page.getByRole('menuitem', { name: 'Reverse' }).click();
  const reverse = page.getByRole('dialog', { name: 'Reverse Payment' });
  await reverse.getByLabelText('Reason').fill('The cheque bounced.');
  await expectSound('reverse');
  server.answer(fees.reverse, { message: 'Entry reversed.', data: ledgerOf() });
  await reverse.getByRole('button', { name: 'Yes, Reverse' }).click();
  await expect.element(page.getByText('Entry reversed.')).toBeVisible();
  expect(server.sent(fees.reverse)).toMatchObject([
    { params: { id: entryId }, body: { reason: 'The cheque bounced.' } },
  ]);
});

test('a proof is shown beside the amounts, with what is unusual about it', async () => {
  staffAt('registrar');
  server.answer(overview.getOverview, overviewOf({ paymentProofs: { count: 2, longest: [] } }));
  const other = listedProofOf({
    _id: idOf('f1000000', 2),
    userName: 'Ravi Kumar',
    amountPaise: 200_000,
    isReferenceUsed: true,
    enrolmentStatus: 'approved',
    file: { filename: 'transfer.pdf', url: '/files/transfer.pdf' },
  });
  server.answer(fees.listProofs, { data: [listedProofOf(), other] });
  await openStaffPage('payment-proofs');
  for (const [nav, name] of [
    ['Staff', 'Money'],
    ['Money', 'Proofs'],
  ] as const)
    await expect
      .element(page.getByRole('navigation', { name: nav }).getByRole('link', { name }))
      .toHaveAccessibleDescription('2 pending');
  await main().getByRole('button', { name: 'Asha Nair', exact: true }).click();
  await expect.element(main().getByRole('img', { name: 'Proof of payment' })).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Decide on the request, and confirm both' })).toBeVisible();
  await expectSound('payment proofs, open');
  await main().getByRole('button', { name: 'Asha Nair', exact: true }).click();
  await main().getByRole('button', { name: 'Ravi Kumar', exact: true }).click();
  await expect.element(main().getByText('Reference used')).toBeVisible();
  await expect.element(main().getByText('The same transaction number')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Open the PDF' })).toBeVisible();
  await expectSound('payment proofs, unusual');
  // the keys of the list confirm and decline
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('dialog', { name: 'Confirm Payment' })).toBeVisible();
});

test('the row of a fee records a payment', async () => {
  staffAt();
  const settled = listedFeeOf({ ...feeSummaryOf({ balancePaise: 0, waivedPaise: 450_000, state: 'waived' }) });
  server.answer(fees.list, { data: [listedFeeOf(), { ...settled, _id: idOf('80000000', 2), userName: 'Ravi Kumar' }] });
  await openStaffPage('fees');
  await expect.element(main().getByRole('rowheader', { name: 'Ravi Kumar' })).toBeVisible();
  expect(
    main()
      .getByRole('button', { name: /^Actions for/ })
      .elements(),
  ).toHaveLength(1);
  await button('Actions for Asha Nair, HAZMAT').click();
  await page.getByRole('menuitem', { name: 'Record payment' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Record Payment' })).toBeVisible();
  await expectSound('fees, record payment');
});

test('a reader without the permission to record sees no buttons', async () => {
  staffAt('instructor');
  await openStaffPage('fees');
  await expect.element(page.getByText('This page is not part of your role')).toBeVisible();
  expect(server.sent(fees.list)).toEqual([]);
});

test('the takings of a day: failing, empty, and by method', async () => {
  staffAt();
  server.fail(fees.getTakings, { status: 500 });
  await openStaffPage('takings');
  await expect.element(alertWith('Failed to load the takings.')).toBeVisible();
  await expectSound('takings, failed');
  server.answer(fees.getTakings, ({ query }) => ({
    data:
      query.day === dueOn
        ? {
            day: dueOn,
            methods: [
              { method: 'cash' as const, payments: 4, returns: 0, paidPaise: 1_350_050, returnedPaise: 0 },
              { method: 'upi' as const, payments: 11, returns: 1, paidPaise: 4_950_000, returnedPaise: 450_000 },
            ],
            totalPaise: 5_850_050,
          }
        : { day: '2026-09-05', methods: [], totalPaise: 0 },
  }));
  await button('Try again').click();
  await expect.element(main().getByText('No payments on this day.')).toBeVisible();
  await expectSound('takings, empty');
  await main().getByLabelText('Day', { exact: true }).fill(dueOn);
  await userEvent.keyboard('{Enter}');
  await expect.element(main().getByRole('cell', { name: '₹58,500.50' })).toBeVisible();
  await expect.element(main().getByRole('row', { name: /^UPI 11 ₹49,500 ₹4,500 ₹45,000$/ })).toBeVisible();
  await expectSound('takings');
});

test('a proof with a virus is not opened', async () => {
  staffAt();
  server.answer(fees.get, { data: ledgerOf({ state: 'checking', proofs: [waitingProofOf({ scan: 'infected' })] }) });
  await openStaffPage(`fees/${id}`);
  await expect.element(main().getByText('This file contains a virus, so it cannot be opened.')).toBeVisible();
  expect(main().getByRole('img', { name: 'Proof of payment' }).elements()).toEqual([]);
  await expectSound('staff fee, infected proof');
});

test('while the place of supply is not known, the page of the fee says why, and the state is chosen there', async () => {
  staffAt();
  const placeDoubt = '‘Elsewhere’ is not in the list of the states of India.';
  server.answer(fees.get, { data: ledgerOf({ placeDoubt }) });
  await openStaffPage(`fees/${id}`);
  await expect.element(main().getByText(placeDoubt, { exact: false })).toBeVisible();
  await expectSound('staff fee, unknown place of supply');
  await button('Choose the state').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('State on the invoice').selectOptions('Tamil Nadu');
  const recipient = { name: '', address: '', gstin: '', state: '33', sez: '' } as const;
  const chosen = { message: 'Name on the invoice saved.', data: ledgerOf({ recipient }) };
  server.answer(fees.saveRecipient, chosen);
  server.answer(fees.get, { data: chosen.data });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNone(main().getByText(placeDoubt, { exact: false }));
  await expect.element(main().getByText('Tamil Nadu')).toBeVisible();
  expect(server.sent(fees.saveRecipient).map(({ body }) => body)).toEqual([
    { name: '', address: '', gstin: '', state: '33' },
  ]);
});
