import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { billOf, creditNoteOf, entryOf, ledgerOf, listedFeeOf } from '../../../testing/fees.ts';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const id = idOf('80000000');
const issued = { message: 'INV/26-27/00012 issued.', data: billOf() };
const payer = { name: 'Bluewave Crewing', address: '3 Marine Drive, Mumbai', gstin: '27AAACS5678B1ZC' };

test('an invoice is issued from the fee: its kind is chosen, and a second click issues no second one', async () => {
  staffAt();
  server.answer(fees.get, { data: ledgerOf() });
  await openStaffPage(`fees/${id}`);
  await button('Issue invoice').click();
  const dialog = page.getByRole('dialog', { name: 'Issue Invoice' });
  const confirm = dialog.getByRole('button', { name: 'Issue Invoice of ₹4,500' });
  await confirm.click();
  await expect.element(dialog.getByText('Choose a proforma or a tax invoice')).toBeVisible();
  await dialog.getByLabelText('GSTIN of the company').fill('27AAACS5678B1ZX');
  await dialog.getByLabelText('Email of the payer').fill('no email');
  await confirm.click();
  await expect.element(dialog.getByText('This is not a GSTIN. Please check its characters.')).toBeVisible();
  await expect.element(dialog.getByText('Enter a valid email address, or nothing')).toBeVisible();
  await expectSound('issue invoice, refused');
  expect(server.sent(bills.issue)).toEqual([]);

  await dialog.getByLabelText(/^Tax invoice/).click();
  await dialog.getByLabelText('Name on the invoice').fill(payer.name);
  await dialog.getByLabelText('Address on the invoice').fill(payer.address);
  await dialog.getByLabelText('GSTIN of the company').fill(payer.gstin);
  await dialog.getByLabelText('Email of the payer').fill('accounts@bluewave.example');
  await dialog.getByLabelText('Purchase order').fill('PO 4711');
  await dialog.getByLabelText('To be paid by').fill('2026-12-20');
  server.fail(bills.issue, 'no link');
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  server.answer(bills.issue, issued);
  server.answer(fees.get, { data: ledgerOf({ bills: [billOf()] }) });
  const release = server.hold(bills.issue);
  await confirm.click();
  await confirm.click({ force: true });
  release();
  await expect.element(page.getByRole('status').getByText('INV/26-27/00012 issued.')).toBeVisible();
  const [first, second, ...more] = server.sent(bills.issue).map(({ body }) => body);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
  expect(first).toEqual({
    kind: 'invoice',
    payer,
    email: 'accounts@bluewave.example',
    purchaseOrder: 'PO 4711',
    dueOn: '2026-12-20',
    requestId: expect.any(String),
    enrolments: [{ id }],
  });
  await expect.element(main().getByText('Bluewave Crewing Private Limited, PO 4711')).toBeVisible();
  await expectNone(button('Issue invoice'));
  await expectSound('staff fee, invoice before payment');
});

const known = { ...payer, state: '', sez: '' as const };

test('the row of a fee, and one that is chosen alone, propose whom the fee names, so that nobody erases them', async () => {
  staffAt();
  server.answer(fees.list, { data: [listedFeeOf({ recipient: known })] });
  server.answer(bills.issue, issued);
  await openStaffPage('fees');
  await button('Actions for Asha Nair, HAZMAT').click();
  await page.getByRole('menuitem', { name: 'Issue invoice' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByLabelText('Name on the invoice')).toHaveValue(payer.name);
  await dialog.getByLabelText(/^Tax invoice/).click();
  await dialog.getByRole('button', { name: 'Issue Invoice of ₹4,500' }).click();
  await expect.element(page.getByRole('status').getByText('INV/26-27/00012 issued.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Asha Nair/ }).click();
  await page.getByRole('button', { name: 'One invoice (1)' }).click();
  await expect.element(dialog.getByLabelText('Email of the payer')).toHaveValue('asha.nair@example.org');
  await dialog.getByLabelText(/^Tax invoice/).click();
  await dialog.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect.element(page.getByText('1 on the invoice.')).toBeVisible();
  expect(server.sent(bills.issue).map(({ body }) => body.payer)).toEqual([payer, payer]);
});

test('one fee alone needs no name: its invoice is to the learner', async () => {
  staffAt();
  server.answer(fees.list, { data: [listedFeeOf()] });
  server.answer(bills.issue, issued);
  await openStaffPage('fees');
  await page.getByRole('checkbox', { name: /Asha Nair/ }).click();
  await page.getByRole('button', { name: 'One invoice (1)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText(/^Tax invoice/).click();
  await dialog.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect.element(page.getByText('1 on the invoice.')).toBeVisible();
  expect(server.sent(bills.issue)).toMatchObject([{ body: { payer: { name: '' } } }]);
});

test('an open proforma says whom the next invoice names, and what of it is paid', async () => {
  staffAt();
  const proforma = billOf({ number: 'PRO/26-27/00003', kind: 'proforma', paidPaise: 100_000, restPaise: 350_000 });
  const billedTo = { kind: proforma.kind, number: proforma.number, payerName: proforma.payerName };
  server.answer(fees.get, { data: ledgerOf({ bills: [proforma], billedTo, balancePaise: 350_000 }) });
  await openStaffPage(`fees/${id}`);
  const note = 'The invoice of the next payment names Bluewave Crewing Private Limited, as PRO/26-27/00003 does.';
  await expect.element(main().getByText(note, { exact: false })).toBeVisible();
  await expect.element(main().getByText('₹1,000 paid')).toBeVisible();
  await expect.element(main().getByText('₹3,500 to pay')).toBeVisible();
  await expect.element(button('Issue invoice')).toBeVisible();
  await expectSound('staff fee, proforma paid in part');
  await button('Record payment').click();
  const who = 'It is for PRO/26-27/00003 and gets its invoice; accounts@bluewave.example gets it by email.';
  await expect.element(page.getByRole('dialog').getByText(who)).toBeVisible();
});

test('an invoice is cancelled with a reason, and one that is paid offers nothing', async () => {
  staffAt();
  const paid = billOf({
    _id: idOf('f4000000', 2),
    number: 'PRO/26-27/00003',
    kind: 'proforma',
    restPaise: 0,
    state: 'paid',
  });
  const settling = entryOf({
    _id: idOf('f2000000', 2),
    kind: 'paid',
    settles: { _id: idOf('f4000000'), number: issued.data.number },
  });
  server.answer(fees.get, {
    data: ledgerOf({ bills: [billOf({ state: 'overdue', fees: 9 }), paid], entries: [settling] }),
  });
  await openStaffPage(`fees/${id}`);
  await expect.element(main().getByText('Overdue')).toBeVisible();
  await expect.element(main().getByText('For INV/26-27/00012')).toBeVisible();
  await expectNone(button('Actions for PRO/26-27/00003'));
  await expectSound('staff fee, invoices');
  await button('Actions for INV/26-27/00012').click();
  await page.getByRole('menuitem', { name: 'Send reminder' }).click();
  await expect.element(page.getByRole('dialog').getByText('accounts@bluewave.example')).toBeVisible();
  await expectSound('send reminder');
  server.fail(bills.remind, { status: 409, message: 'This payer was sent a reminder today.' });
  await page.getByRole('button', { name: 'Yes, Send' }).click();
  await expect.element(page.getByText('This payer was sent a reminder today.')).toBeVisible();
  server.answer(bills.remind, { message: 'Reminder sent.', data: billOf({ remindedOn: '2026-10-04' }) });
  await page.getByRole('button', { name: 'Yes, Send' }).click();
  await expect.element(page.getByRole('status').getByText('Reminder sent.')).toBeVisible();
  expect(server.sent(bills.remind).map(({ params }) => params)).toEqual([
    { id: idOf('f4000000') },
    { id: idOf('f4000000') },
  ]);
  await button('Actions for INV/26-27/00012').click();
  await page.getByRole('menuitem', { name: 'Cancel invoice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Invoice' });
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect.element(dialog.getByText('Reason is required')).toBeVisible();
  expect(server.sent(bills.cancel)).toEqual([]);
  await dialog.getByLabelText('Reason').fill('Another payer');
  await expectSound('cancel invoice');
  const cancelled = billOf({ state: 'cancelled', restPaise: 0 });
  server.answer(bills.cancel, { message: 'INV/26-27/00012 cancelled.', data: cancelled });
  server.answer(fees.get, { data: ledgerOf({ bills: [cancelled], creditNotes: [creditNoteOf()] }) });
  await expect
    .element(dialog.getByText('credit notes are sent to accounts@bluewave.example', { exact: false }))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect.element(main().getByText('Cancelled')).toBeVisible();
  await expect.element(main().getByText('for INV/26-27/00012', { exact: false })).toBeVisible();
  await expect.element(button('PDF of CRN/26-27/00003')).toBeVisible();
  await expectSound('staff fee, invoice cancelled');
  expect(server.sent(bills.cancel)).toMatchObject([
    { params: { id: idOf('f4000000') }, body: { reason: 'Another payer' } },
  ]);
});

test('the fees of a crew are chosen for one invoice, which needs a payer', async () => {
  staffAt();
  const other = listedFeeOf({ _id: idOf('80000000', 2), userName: 'Ravi Kumar' });
  server.answer(fees.list, { data: [listedFeeOf({ recipient: known }), other] });
  await openStaffPage('fees');
  await page.getByRole('checkbox', { name: /Asha Nair/ }).click();
  await page.getByRole('checkbox', { name: /Ravi Kumar/ }).click();
  await page.getByRole('button', { name: 'One invoice (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue One Invoice' });
  await expect.element(dialog.getByText('it asks for ₹9,000', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('neither get it by email nor see it', { exact: false })).toBeVisible();
  await dialog.getByLabelText(/^Proforma/).click();
  await dialog.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect.element(dialog.getByText('Name is required')).toBeVisible();
  await expectSound('issue one invoice');
  await dialog.getByLabelText('Name on the invoice').fill(payer.name);
  await dialog.getByLabelText('To be paid by').fill('2026-12-20');
  server.answer(bills.issue, issued);
  await dialog.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect.element(page.getByText('2 on the invoice.')).toBeVisible();
  // both are still in the list, and nobody means them once more
  await expectNone(page.getByRole('checkbox', { checked: true }));
  await expectNone(page.getByRole('button', { name: /^One invoice/ }));
  await expect.element(page.getByRole('checkbox', { name: /^Select all/ })).toHaveFocus();
  expect(server.sent(bills.issue).map(({ body }) => [body.kind, body.enrolments])).toEqual([
    ['proforma', [{ id }, { id: idOf('80000000', 2) }]],
  ]);
});
