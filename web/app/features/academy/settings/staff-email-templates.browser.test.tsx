import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { expect, test } from 'vitest';
import { button, expectNone, field, main } from '../../../../testing/forms.ts';
import { emailTemplateOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

test('email templates are folded by their groups, and found by their occasion and their text', async () => {
  staffAt();
  const seat = { ...emailTemplateOf(null), key: 'seat', when: 'A seat is free.', group: 'Enrollment and batches' };
  server.answer(emailTemplates.list, { data: [emailTemplateOf(null), seat] });
  await openStaffPage('letters');
  const group = (name: string) => main().getByRole('heading', { level: 2, name });
  await expect.element(group('Accounts')).toBeVisible();
  await expect.element(group('Enrollment and batches')).toBeVisible();
  await expectNone(button('Edit email'));
  await expectSound('email templates');
  await group('Accounts').click();
  await expect.element(main().getByText('A registration is approved.')).toBeVisible();
  await field('Search by occasion or text').fill('seat FREE aboard');
  await expect.element(main().getByText('A seat is free.')).toBeVisible();
  await expectNone(group('Accounts'));
  await expectSound('email templates, searched');
  await field('Search by occasion or text').fill('no such email');
  await expect.element(main().getByText('No email templates found.')).toBeVisible();
});
