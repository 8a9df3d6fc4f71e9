import { feeDocument } from '@fairlead/contract/fees/fee-entries';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { billOf, creditNoteOf, ownFeeOf, paidOwnFee, proofOf, waysOf } from '../../../testing/fees.ts';
import { alertWith, button, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

const path = `/fees/${idOf('80000000')}`;

const listed = ({ ways: _, proofs: __, entries: ___, recipient: ____, ...fee } = ownFeeOf()) => fee;

test('a learner’s fees: failing, empty, and those to pay before those that are paid', async () => {
  learnerAt();
  server.fail(ownFees.list, { status: 500 });
  await openPage('/fees');
  await expect.element(alertWith('Failed to load your fees.')).toBeVisible();
  await expectSound('own fees, failed');
  server.answer(ownFees.list, { data: [] });
  await button('Try again').click();
  await expect.element(main().getByText('You have nothing to pay.')).toBeVisible();
  await expectSound('own fees, empty');

  const paid = { ...listed(paidOwnFee()), _id: idOf('80000000', 2), courseTitle: 'Radar' };
  const checking = { ...listed(), _id: idOf('80000000', 3), courseTitle: 'Ship Security', state: 'checking' as const };
  server.answer(ownFees.list, { data: [paid, listed(), checking] });
  queryClient.clear();
  await openPage('/fees');
  await expect.poll(() => main().getByRole('heading', { level: 2 }).elements().length).toBe(3);
  const titles = main()
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
  expect(titles).toEqual(['HAZMAT', 'Ship Security', 'Radar']);
  await expect.element(main().getByRole('link', { name: 'Pay the fee' })).toHaveAttribute('href', path);
  await expectSound('own fees, full');
});

test('a fee that cannot be loaded', async () => {
  learnerAt();
  server.fail(ownFees.get, { status: 404, message: 'There is no fee for this course.' });
  await openPage(path);
  await expect.element(alertWith('There is no fee for this course.')).toBeVisible();
  await expectSound('fee, failed');
});

test('a fee is paid by UPI or bank, and the proof is sent once', async () => {
  learnerAt();
  server.answer(ownFees.get, { data: ownFeeOf() });
  await openPage(path);
  await expect
    .element(main().getByRole('img', { name: 'QR code that pays ₹4,500 to Fairlead Maritime Academy by UPI' }))
    .toBeVisible();
  expect(main().getByText('Pay ₹4,500 with a UPI app').element().getAttribute('href')).toMatch(/^upi:\/\/pay\?pa=/);
  await button('Copy Account number').click();
  await expect.element(main().getByText(/^Copied|^Selected/)).toBeVisible();
  await expectSound('fee, to pay');

  await field('Amount in rupees').fill('a lot');
  await button('Send proof').click();
  await expectWrong('Amount in rupees', 'Enter an amount in rupees, such as 1500 or 1500.50');
  await expectWrong('Screenshot or PDF', 'Choose a picture or a PDF');
  await expectSound('fee, errors');
  expect(server.written()).toEqual([]);

  await field('Amount in rupees').fill('4,500');
  await field('Transaction number').fill('426811239054');
  await field('Screenshot or PDF').upload(new File(['%PDF-1.7'], 'transfer.pdf', { type: 'application/pdf' }));
  const failed = server.hold(ownFees.sendProof);
  server.fail(ownFees.sendProof, { status: 503, message: 'The harbour is closed until noon.' });
  await button('Send proof').click();
  await expect.element(button('Send proof')).toBeDisabled();
  failed();
  await expect.element(alertWith('The harbour is closed until noon.')).toBeVisible();
  await expect.element(field('Transaction number')).toHaveValue('426811239054');
  const waiting = ownFeeOf({ state: 'checking', proofs: [proofOf()] });
  server.answer(ownFees.sendProof, { message: 'The academy checks your payment.', data: waiting });
  server.answer(ownFees.get, { data: waiting });
  await button('Send proof').click();
  await expect.element(page.getByRole('status').getByText('The academy checks your payment.')).toBeVisible();
  await expect.element(main().getByRole('heading', { name: 'The academy checks your payment' })).toBeVisible();
  // nobody pays twice because the page still asks for it
  await expectNone(main().getByText('Pay ₹4,500 with a UPI app'));
  const [, sent] = server.sent(ownFees.sendProof);
  expect(sent?.form).toMatchObject({ amount: '4,500', method: 'upi', reference: '426811239054' });
  expect(sent?.form?.file).toMatchObject({ name: 'transfer.pdf' });
  await expectSound('fee, proof sent');
  await main().getByText('Pay again, or send another proof').click();
  await expect.element(button('Send proof')).toBeVisible();
});

test('a declined proof says why, and another one can be sent', async () => {
  learnerAt();
  const declined = proofOf({ state: 'declined', reason: 'The picture does not show the transaction number.' });
  server.answer(ownFees.get, { data: ownFeeOf({ proofs: [declined] }) });
  await openPage(path);
  await expect.element(main().getByText('“The picture does not show the transaction number.”')).toBeVisible();
  await expect.element(button('Send proof')).toBeVisible();
  await expectSound('fee, proof declined');
});

test('who is named on the invoice is saved, and a mistyped GSTIN is not', async () => {
  learnerAt();
  const fee = ownFeeOf({ ways: waysOf({ upi: null, bank: null, desk: null }) });
  server.answer(ownFees.get, { data: fee });
  await openPage(path);
  await expect.element(main().getByText('Ask the academy how to pay', { exact: false })).toBeVisible();
  await main().getByText('A company pays, or needs the invoice').click();
  await field('Name on the invoice').fill('Konkan Ship Management');
  await field('Address on the invoice').fill('9 Ballard Estate, Mumbai');
  await field('GSTIN of the company').fill('27aapfu0939f1zx');
  await button('Save for the invoice').click();
  await expectWrong('GSTIN of the company', 'This is not a GSTIN. Please check its characters.');
  await expectSound('fee, company');
  await field('GSTIN of the company').fill('27AAPFU0939F1ZV');
  server.answer(ownFees.saveRecipient, { message: 'Saved for the next invoice.', data: fee });
  await button('Save for the invoice').click();
  await expect.element(page.getByRole('status').getByText('Saved for the next invoice.')).toBeVisible();
  expect(server.sent(ownFees.saveRecipient).map(({ body }) => body)).toEqual([
    { name: 'Konkan Ship Management', address: '9 Ballard Estate, Mumbai', gstin: '27AAPFU0939F1ZV' },
  ]);
});

test('a company in a special economic zone, and the state of the invoice, are chosen', async () => {
  learnerAt();
  const fee = ownFeeOf({ ways: waysOf({ upi: null, bank: null, desk: null }) });
  server.answer(ownFees.get, { data: fee });
  await openPage(path);
  await main().getByText('A company pays, or needs the invoice').click();
  await expectNone(main().getByText('Yes, without tax (under LUT)'));
  await field('Special economic zone (SEZ)').selectOptions('Yes, with IGST');
  await field('State on the invoice').selectOptions('Maharashtra');
  await button('Save for the invoice').click();
  await expectWrong('GSTIN of the company', 'A company in a special economic zone has a GSTIN');
  await field('Name on the invoice').fill('Konkan Ship Management');
  await field('Address on the invoice').fill('SEEPZ, Mumbai');
  await field('GSTIN of the company').fill('27AAPFU0939F1ZV');
  server.answer(ownFees.saveRecipient, { message: 'Saved for the next invoice.', data: fee });
  await button('Save for the invoice').click();
  await expect
    .poll(() => server.sent(ownFees.saveRecipient).map(({ body }) => body))
    .toMatchObject([{ gstin: '27AAPFU0939F1ZV', state: '27', sez: 'with-tax' }]);
});

test('a paid fee has its invoice and asks for nothing', async () => {
  learnerAt();
  server.answer(ownFees.get, { data: paidOwnFee() });
  await openPage(path);
  await expect.element(button('Tax invoice FMA/26-27/0012')).toBeVisible();
  await expectNone(button('Send proof'));
  await expectSound('fee, paid');
  server.fail(feeDocument, { status: 404, message: 'There is no such document.' });
  await button('Tax invoice FMA/26-27/0012').click();
  await expect.element(page.getByText('There is no such document.')).toBeVisible();
});

test('who is on the invoice of a company is told so, and sees own credit notes, but not its address', async () => {
  learnerAt();
  const billedTo = { kind: 'proforma' as const, number: 'PRO/26-27/00003', payerName: 'Bluewave Crewing' };
  const { email: _, ...bill } = billOf({ state: 'cancelled', paidPaise: 50_000, restPaise: 0 });
  server.answer(ownFees.get, { data: ownFeeOf({ billedTo, bills: [bill], creditNotes: [creditNoteOf()] }) });
  await openPage(path);
  const told = 'This fee is on the invoice PRO/26-27/00003 to Bluewave Crewing. Ask them before you pay it yourself.';
  await expect.element(main().getByText(told)).toBeVisible();
  await expect.element(main().getByText('₹500 paid')).toBeVisible();
  await expect.element(button('PDF of CRN/26-27/00003')).toBeVisible();
  await main().getByText('A company pays, or needs the invoice').click();
  const note = 'The invoice of the next payment names Bluewave Crewing, as PRO/26-27/00003 does.';
  await expect.element(main().getByText(note, { exact: false })).toBeVisible();
  await expectSound('fee, on the invoice of a company');
});
