import { wallet } from '@fairlead/contract/wallet/calls';
import { walletKinds } from '@fairlead/contract/wallet/wallet-kinds';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectCount, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { kindOf, waitingDocumentOf } from '../../../testing/wallet.ts';

test('documents that wait are checked or refused with a reason, as they were seen', async () => {
  staffAt('registrar');
  const [first, second] = [
    waitingDocumentOf({ version: 2 }),
    waitingDocumentOf({ _id: idOf('e0000000', 2), title: 'Visa, United States', scan: 'infected' }, 'Asha Nair'),
  ];
  server.answer(wallet.listWaiting, { data: [first, second] });
  await openStaffPage('documents-to-check');
  await main().getByRole('button', { name: 'Irfan Khan' }).click();
  await expect.element(main().getByText('Dr. Rao, Kochi')).toBeVisible();
  await expectSound('documents to check');
  await main().getByRole('button', { name: 'Check' }).first().click();
  server.answer(wallet.check, { message: 'Document checked.' });
  server.answer(wallet.listWaiting, { data: [second] });
  await page.getByRole('button', { name: 'Yes, Checked' }).click();
  await expect.element(page.getByRole('status').getByText('Document checked.')).toBeVisible();
  expect(server.sent(wallet.check).at(-1)?.body).toEqual({ version: 2 });
  await expectNone(main().getByText('Irfan Khan'));
  await main().getByRole('button', { name: 'Refuse' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Reason').selectOptions('Other');
  await dialog.getByRole('button', { name: 'Yes, Refuse' }).click();
  await expect.element(dialog.getByText('Please write the reason')).toBeVisible();
  await dialog.getByLabelText('Note to the person').fill('The file has a virus.');
  server.answer(wallet.refuse, { message: 'Document refused.' });
  server.answer(wallet.listWaiting, { data: [] });
  await dialog.getByRole('button', { name: 'Yes, Refuse' }).click();
  await expect.element(main().getByText('No document waits for a check.')).toBeVisible();
  expect(server.sent(wallet.refuse).at(-1)?.body).toEqual({
    version: 1,
    reason: 'other',
    note: 'The file has a virus.',
  });
});

test('kinds of documents are changed in editions, with a source', async () => {
  staffAt();
  const seen = { ...kindOf(), former: [] };
  server.answer(walletKinds.list, { data: [seen] });
  await openStaffPage('document-kinds');
  await expectCount(main().getByText(/As it comes with the program/), 1);
  await button('Edit').click();
  await field('Months').fill('');
  await field('Formats of the number').fill('--');
  await button('Save kind').click();
  await expectWrong('Months', 'Enter a number of months from 1 to 600');
  await expectWrong('Formats of the number', 'Write a format in A for a letter, 9 for a digit and * for one of both');
  await expectSound('document kinds, form refused');
  await field('Months').fill('12');
  await field('Formats of the number').fill('A999, 99-AA');
  await main().getByRole('textbox', { name: 'Source', exact: true }).fill('Circular 4');
  const saved = {
    ...kindOf({ edition: 1, validityMonths: 12, createdAt: '2026-11-20T09:00:00.000Z' }),
    former: [kindOf()],
  };
  server.answer(walletKinds.save, { message: 'Kind of document saved.', data: [saved] });
  await button('Save kind').click();
  await expect.element(main().getByText('1 former edition')).toBeVisible();
  expect(server.sent(walletKinds.save).at(-1)?.body).toMatchObject({
    code: 'MED',
    seen: 0,
    validityMonths: 12,
    numberFormats: ['A999', '99-AA'],
    source: 'Circular 4',
  });
  await expectSound('document kinds');
});
