import { accounts } from '@fairlead/contract/accounts/calls';
import { batches } from '@fairlead/contract/batches/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../testing/batches.ts';
import { button, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { listedUserOf } from '../../../testing/imports.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

const batch = batchOf({ phase: 'upcoming', taken: 11 });
const [asha, ravi, zoya] = [
  listedUserOf(1, { name: 'Asha Nair' }),
  listedUserOf(2, { name: 'Ravi Menon', state: 'waiting' }),
  listedUserOf(3, { name: 'Zoya Kumar' }),
];
const dialog = (name: string) => page.getByRole('dialog', { name });

async function open() {
  staffAt('registrar');
  server.answer(batches.get, { data: batch });
  server.answer(batches.roster, { data: [] });
  server.answer(accounts.listApproved, [zoya]);
  server.answer(enrolments.listEligibility, { data: [] });
  await openStaffPage(`batches/${batch._id}/add`);
}

test('pasted emails are found and enrolled in the batch, and each who is not says why', async () => {
  await open();
  await button('Find people').click();
  await expectWrong('Emails', 'Enter at least one email address');
  server.fail(accounts.listByEmails, { status: 500 });
  await field('Emails').fill('Asha <person.1@example.org>, person.2@example.org\nnobody@example.org');
  await button('Find people').click();
  await expect.element(main().getByText('Failed to look for these people.')).toBeVisible();
  server.answer(accounts.listByEmails, { data: [asha, ravi] });
  await button('Find people').click();
  await expect.element(main().getByText(/^Nobody has an account with nobody@example.org\./)).toBeVisible();
  const found = main().getByRole('region', { name: 'Found by email' });
  await expect.element(found.getByLabelText('Choose Ravi Menon, person.2@example.org')).toBeChecked();
  await expectSound('batch, add people, found');
  server.answer(enrolments.enrolPeople, {
    data: [
      { id: asha._id, ok: true, message: 'Enrolled.' },
      { id: ravi._id, ok: false, message: 'This registration is not approved yet.' },
    ],
  });
  await found.getByRole('button', { name: `Enroll in ${batch.code} (2)` }).click();
  await expectSound('batch, add people, enroll');
  await dialog('Enroll in a Batch').getByRole('button', { name: 'Yes, Enroll' }).click();
  const report = dialog('1 of 2 enrolled');
  await expect.element(report.getByText('Ravi Menon, person.2@example.org')).toBeVisible();
  await expect.element(report.getByText('This registration is not approved yet.')).toBeVisible();
  const people = [{ id: asha._id }, { id: ravi._id }];
  expect(server.sent(enrolments.enrolPeople).map(({ body }) => body)).toEqual([
    { courseId: batch.courseId, batchId: batch._id, people },
  ]);
  expect(server.sent(accounts.listByEmails).at(-1)?.body).toEqual({
    emails: ['person.1@example.org', 'person.2@example.org', 'nobody@example.org'],
  });
});

test('somebody who is searched is enrolled in the batch alone', async () => {
  await open();
  await page.getByLabelText('Choose Zoya Kumar, person.3@example.org').click();
  server.answer(enrolments.enrolPeople, { data: [{ id: zoya._id, ok: true, message: 'Enrolled.' }] });
  await button(`Enroll in ${batch.code} (1)`).click();
  await dialog('Enroll in a Batch').getByRole('button', { name: 'Yes, Enroll' }).click();
  await expect.element(page.getByRole('status').getByText('1 enrolled.')).toBeVisible();
  expect(server.sent(enrolments.enrolPeople).map(({ body }) => body)).toEqual([
    { courseId: batch.courseId, batchId: batch._id, people: [{ id: zoya._id }] },
  ]);
});

test('a batch leads to adding people and to an import into it, unless it is over or cancelled', async () => {
  staffAt('registrar');
  server.answer(batches.roster, { data: [] });
  server.answer(batches.get, { data: batch });
  await openStaffPage(`batches/${batch._id}`);
  const link = (name: string) => main().getByRole('link', { name, exact: true });
  await expect.element(link('Add people')).toHaveAttribute('href', `/admin-dashboard/batches/${batch._id}/add`);
  await expect.element(link('Import')).toHaveAttribute('href', `/admin-dashboard/import-users?batch=${batch._id}`);
  await expectSound('batch, with add and import');
  for (const part of [{ phase: 'over' }, { state: 'cancelled' }] as const) {
    server.answer(batches.get, { data: batchOf(part) });
    queryClient.clear();
    await openStaffPage(`batches/${batch._id}`);
    await expect.element(main().getByRole('heading', { level: 1 })).toBeVisible();
    await expectNone(link('Add people'));
    await expectNone(link('Import'));
  }
});

test('a list that is imported from a batch is sent with it', async () => {
  staffAt('registrar');
  server.answer(batches.get, { data: batch });
  server.answer(peopleImport.list, { data: [] });
  await openStaffPage(`import-users?batch=${batch._id}`);
  await expect.element(main().getByText(/^Rows that name no course are for/)).toBeVisible();
  await expect.element(field('Batch')).toHaveValue(batch.code);
  await expectSound('import, into a batch');
  await field('List of people').upload(new File(['Name,Email,Mobile'], 'crew.csv', { type: 'text/csv' }));
  server.fail(peopleImport.preview, { status: 500 });
  await button('Check the list').click();
  await expect.element(main().getByText('Failed to read the file.')).toBeVisible();
  expect(server.sent(peopleImport.preview)[0]?.form).toMatchObject({ batchId: batch._id });
});

test('approved users lead to the import and to one person, for those who may add people', async () => {
  staffAt('registrar');
  server.answer(accounts.listApproved, [zoya]);
  await openStaffPage('approved-users');
  await expect
    .element(main().getByRole('link', { name: 'Add people' }))
    .toHaveAttribute('href', '/admin-dashboard/import-users#one-person');
  await expect
    .element(main().getByRole('link', { name: 'Import' }))
    .toHaveAttribute('href', '/admin-dashboard/import-users');
  await expectSound('people, with add and import');
});
