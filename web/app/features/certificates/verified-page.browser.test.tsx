import { certificates } from '@fairlead/contract/certificates/calls';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { formatDate } from '@fairlead/contract/values/dates';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { verifiedCertificate } from '../../../testing/certificates.ts';
import { expectNone, main } from '../../../testing/forms.ts';
import { logOfTwo } from '../../../testing/log-proofs.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { expectOneSheet, expectSound, expectWithin } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { dayOf } from '../../lib/format/dates.ts';

const url = `/verify/${verifiedCertificate.certNo}`;

test('a certificate is confirmed with the proof of the public log, and with the witnesses', async () => {
  const { keys, logProof } = await logOfTwo();
  const bound = { boundTo: 'Certificate of competency', dateOfExpiry: null, heldTo: 'STCW VI/1, Table A-VI/1-1' };
  const approval = { approvedBy: 'DG Shipping, India', approvalNumber: 'TR/A/29/2024' };
  server.answer(certificates.verify, { data: { ...verifiedCertificate, ...bound, ...approval, logProof } });
  server.answer(publicLog.keys, { data: keys });
  await openPage(url);
  await expect.element(main().getByRole('row', { name: `Valid together with ${bound.boundTo}` })).toBeVisible();
  await expect.element(main().getByRole('row', { name: 'Approved by DG Shipping, India' })).toBeVisible();
  await expect.element(main().getByRole('row', { name: 'Approval number TR/A/29/2024' })).toBeVisible();
  await expectNone(main().getByText('Date of expiry'));
  await expect.element(page.getByText('This certificate is valid', { exact: true })).toBeVisible();
  // dated, since it may be printed
  const today = formatDate(dayOf(new Date(), 'Asia/Kolkata'));
  await expect.element(page.getByText(/^Checked against the register on/)).toMatchTextContent(today);
  // readers are elsewhere
  await expect.element(page.getByText(/^Checked against the register on .* UTC\+5:30/)).toBeVisible();
  await expect
    .element(page.getByText(/^It has been in the academy’s public log since .* as entry 1 of 2/))
    .toBeVisible();
  await expect.element(page.getByText(/also signed by witness\.example\.$/)).toBeVisible();
  await expectSound('verified certificate, with proof');
  await expectWithin('verified certificate, with proof', 320);
  await expectOneSheet('verified certificate');
  // what is typed next takes the place of the number that was checked
  const number = main().getByLabelText('Certificate number');
  await number.click();
  const { selectionStart, selectionEnd } = number.element() as HTMLInputElement;
  expect([selectionStart, selectionEnd]).toEqual([0, verifiedCertificate.certNo.length]);
});

// shows: threats/register-changed-directly
test('a certificate with a wrong proof is not confirmed', async () => {
  const { logProof } = await logOfTwo();
  server.answer(certificates.verify, { data: { ...verifiedCertificate, logProof } });
  server.answer(publicLog.keys, { data: (await logOfTwo()).keys });
  await openPage(url);
  await expect.element(main().getByText('This certificate is not confirmed')).toBeVisible();
  await expectNone(page.getByText('This certificate is valid', { exact: true }));
  await expectSound('verified certificate, wrong proof');
});

// shows: threats/register-changed-directly
test('a certificate that the log contradicts is not confirmed', async () => {
  server.fail(certificates.verify, { status: 409, code: 'disputed', message: 'The register and its log disagree.' });
  await openPage(url);
  await expect.element(main().getByText('This certificate is not confirmed')).toBeVisible();
  await expectNone(page.getByText('This certificate is valid', { exact: true }));
  await expectSound('verified certificate, disputed');
});
