import type * as wire from '@fairlead/contract/people-import/calls';
import { type ImportMeaning, peopleImport } from '@fairlead/contract/people-import/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, expectFailuresShown, expectWrong, field, main } from '../../../testing/forms.ts';
import { importOf, importRowOf } from '../../../testing/imports.ts';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { expectStaffAction, type StaffAction } from '../../../testing/staff-actions.ts';
import { server } from '../../../testing/stand-in-server.ts';

const path = `import-users/${idOf('13000000')}`;
const later = '2099-01-01T00:00:00.000Z';
const confirmedAt = '2026-09-05T09:30:00.000Z';
const row = (name: string) => page.getByRole('table', { name: 'Rows' }).getByRole('row').filter({ hasText: name });

/** Shows an import with these rows. */
async function openImport(table: Parameters<typeof importOf>[0], rows = [importRowOf()]) {
  staffAt('registrar');
  server.answer(peopleImport.get, { data: importOf(table) });
  server.answer(peopleImport.listRows, ({ query: { outcome } }) => ({
    data: rows.filter((one) => !outcome || one.outcome === outcome),
    headings: [],
  }));
  return openStaffPage(path);
}

test('a table of people: none chosen, unreadable, refused with a reason, and reported row by row', async () => {
  staffAt();
  const made = { new: 1, matched: 2, unchanged: 0, refused: 1, undone: 0, kept: 0 };
  server.fail(peopleImport.list, { status: 500 });
  const opened = await openStaffPage('import-users', [path]);
  await expect.element(alertWith('Failed to load the imports.')).toBeVisible();
  server.answer(peopleImport.list, {
    data: [
      importOf({ _id: idOf('13000000', 2), filename: 'crew-of-the-sagar-kanya.csv', counts: made, confirmedAt }),
      importOf({ _id: idOf('13000000', 3), filename: 'undone.csv', confirmedAt, undoneAt: confirmedAt }),
      importOf(),
    ],
  });
  await button('Try again').click();
  const latest = main().getByRole('list', { name: 'Latest imports' });
  await expect.element(latest).toMatchTextContent('3 people1 refused');
  await expect.element(latest).toMatchTextContent('Undone');
  await expect.element(latest).toMatchTextContent('Not imported yet');
  await expect
    .element(latest.getByRole('link', { name: 'crew-of-the-sagar-kanya.csv' }))
    .toHaveAttribute('href', `/admin-dashboard/import-users/${idOf('13000000', 2)}`);
  const check = button('Check the list');
  await check.click();
  await expectWrong('List of people', 'Please choose a CSV or XLSX file.');
  await expectSound('import, no file');
  await field('List of people').upload(new File(['Asha,Nair'], 'crew.csv', { type: 'text/csv' }));
  await expectFailuresShown({
    call: peopleImport.preview,
    button: 'Check the list',
    typed: {},
    failure: 'Failed to read the file.',
  });
  const counts = { new: 1, matched: 1, unchanged: 0, refused: 1, undone: 0, kept: 0 };
  const table = importOf({ counts, enrolments: 2 });
  server.answer(peopleImport.preview, { data: table });
  server.answer(peopleImport.get, { data: table });
  server.fail(peopleImport.listRows, { status: 500 });
  await check.click();
  await expect.poll(opened.path).toBe(`/admin-dashboard/${path}`);
  await expect.element(main().getByText('2 people can be imported.')).toBeVisible();
  await expect
    .element(main().getByText(/1 new account, 1 person who has an account, 2 enrollments. 1 row is left out/))
    .toBeVisible();
  await expect.element(alertWith('Failed to load the rows.')).toBeVisible();
  const rows = [
    importRowOf({
      course: 'Personal Survival Techniques',
      batch: 'PST 41',
      particulars: { ...importRowOf().particulars, passportNumber: 'Z4839201', passportExpiryDate: '2031-05-01' },
    }),
    importRowOf({
      row: 3,
      name: 'Ravi Menon',
      outcome: 'matched',
      personId: idOf('10000000'),
      reason: 'The profile is not changed.',
    }),
    importRowOf({ row: 4, name: 'Pillai', outcome: 'refused', reason: 'First name is required.' }),
  ];
  server.answer(peopleImport.listRows, ({ query: { outcome } }) => ({
    data: rows.filter((one) => !outcome || one.outcome === outcome),
    headings: [],
  }));
  await button('Try again').click();
  await expect.element(row('José Müller')).toMatchTextContent('New account');
  await expect.element(row('Ravi Menon')).toMatchTextContent('The profile is not changed.');
  await expect.element(row('Pillai')).toMatchTextContent('First name is required.');
  await row('José Müller').getByRole('button').first().click();
  await expect.element(main().getByText('Z4839201')).toBeVisible();
  await expectSound('import, rows');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabelText('Outcome').selectOptions('Needs correction');
  await expect.poll(() => row('José Müller').elements()).toEqual([]);
  await expect.element(row('Pillai')).toBeVisible();
});

test('one person is checked like a list of one row', async () => {
  staffAt('registrar');
  server.answer(peopleImport.list, { data: [] });
  const opened = await openStaffPage('import-users', [path]);
  const check = button('Check this person');
  await check.click();
  await expectWrong('Email', 'Email is required');
  const typed = { 'First name': 'Asha, "A"', 'Last name': 'Nair', Email: 'asha@example.org', Mobile: '9876543210' };
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
  await field('Course').selectOptions(courseOf().title);
  await expectSound('import, one person');
  server.answer(peopleImport.preview, { data: importOf() });
  server.answer(peopleImport.get, { data: importOf() });
  server.answer(peopleImport.listRows, { data: [importRowOf()], headings: [] });
  await check.click();
  await expect.poll(opened.path).toBe(`/admin-dashboard/${path}`);
  const file = server.sent(peopleImport.preview)[0]?.form?.file as File;
  expect((await file.text()).split('\r\n')).toEqual([
    '"First name","Last name","Email","Mobile","Course","Batch"',
    `"Asha, ""A""","Nair","asha@example.org","9876543210","${courseOf().title}",""`,
  ]);
});

test('a table of which no row can be used offers nothing to confirm', async () => {
  await openImport({ counts: { new: 0, matched: 0, unchanged: 1, refused: 3, undone: 0, kept: 0 } });
  await expect.element(main().getByText('0 people can be imported.')).toBeVisible();
  expect(
    main()
      .getByRole('button', { name: /^Import/ })
      .elements(),
  ).toEqual([]);
});

test('rows that have changed since the preview are shown once the refusal was read', async () => {
  const counts = { new: 2, matched: 0, unchanged: 0, refused: 0, undone: 0, kept: 0 };
  const toCheck = ['Sea service of 6 months or more'];
  await openImport({ counts, toCheck: 1 }, [importRowOf({ toCheck }), importRowOf({ row: 3 })]);
  await button('Import 2 people').click();
  const message = '1 row has changed since you checked the list. Nothing was stored. Please check it again.';
  server.fail(peopleImport.confirm, { status: 409, code: 'stale', message });
  const dialog = page.getByRole('dialog', { name: 'Import Users' });
  await dialog.getByLabelText(/^For 1 person, I have checked in their documents/).click();
  await dialog.getByRole('button', { name: 'Yes, Import' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message);
  expect(server.sent(peopleImport.confirm)).toMatchObject([{ body: { checked: true } }]);
  await expectSound('import, checked, refused');
  server.answer(peopleImport.get, { data: importOf({ counts: { ...counts, new: 1, refused: 1 } }) });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Import 1 person')).toBeVisible();
});

test('a confirmed import shows how far its emails are, and can be undone for a day', async () => {
  const counts = { new: 3, matched: 1, unchanged: 0, refused: 0, undone: 0, kept: 0 };
  await openImport({ counts, confirmedAt, undoUntil: later, mailsLeft: 3, enrolments: 4 });
  await expect.element(main().getByRole('progressbar', { name: '1 of 4 people emailed' })).toBeVisible();
  await expect.element(button('Undo import')).toBeVisible();
  await expectSound('import, emails under way');
});

test('an import whose day is over cannot be undone any more', async () => {
  const counts = { new: 3, matched: 0, unchanged: 0, refused: 0, undone: 0, kept: 0 };
  await openImport({ counts, confirmedAt, undoUntil: '2026-09-06T09:30:00.000Z' });
  await expect.element(main().getByText('The emails are sent. New people choose a password first.')).toBeVisible();
  expect(button('Undo import').elements()).toEqual([]);
});

test('an import that is undone says which rows stay, and why', async () => {
  const counts = { new: 0, matched: 0, unchanged: 0, refused: 0, undone: 1, kept: 1 };
  await openImport({ counts, confirmedAt, undoneAt: confirmedAt }, [
    importRowOf({ outcome: 'undone' }),
    importRowOf({ row: 3, name: 'Ravi Menon', outcome: 'kept', reason: 'The training has begun since.' }),
  ]);
  await expect.element(main().getByText(/^1 row left nothing behind. 1 row was used since/)).toBeVisible();
  await expect.element(row('Ravi Menon')).toMatchTextContent('The training has begun since.');
  await expectSound('import, undone');
});

const counts = { new: 2, matched: 0, unchanged: 0, refused: 1, undone: 0, kept: 0 };
const standing = (part: Parameters<typeof importOf>[0]) => {
  server.answer(peopleImport.get, { data: importOf(part) });
  server.answer(peopleImport.listRows, { data: [], headings: [] });
};
const actions: StaffAction[] = [
  {
    name: 'a table of people is confirmed',
    path,
    given: () => standing({ counts }),
    call: peopleImport.confirm,
    button: 'Import 2 people',
    dialog: 'Import Users',
    asks: '2 new accounts: store all of it, and email the people?',
    confirm: 'Yes, Import',
    failure: 'Failed to import the users.',
    sends: { params: { id: idOf('13000000') } },
    succeed: () => {
      const confirmed = { counts, confirmedAt, undoUntil: later };
      server.answer(peopleImport.confirm, { data: importOf(confirmed) });
      standing(confirmed);
    },
    said: 'The list is imported. The emails are being sent.',
  },
  {
    name: 'an import is undone',
    path,
    given: () => standing({ counts, confirmedAt, undoUntil: later }),
    call: peopleImport.undo,
    button: 'Undo import',
    dialog: 'Undo Import',
    asks: 'Take back this import: 2 new accounts?',
    confirm: 'Yes, Undo',
    failure: 'Failed to undo the import.',
    sends: { params: { id: idOf('13000000') } },
    succeed: () => {
      const undone = { counts: { ...counts, new: 0, undone: 2 }, confirmedAt, undoneAt: confirmedAt };
      server.answer(peopleImport.undo, { data: importOf(undone) });
      standing(undone);
    },
    said: 'The import is being undone.',
  },
];

test.each(actions)('$name: asks for confirmation, reports a failure, and happens once', expectStaffAction);

test('a crew list is put right in the preview: columns, dates, cells, and a row that is left out', async () => {
  const heading = (title: string, meaning: ImportMeaning | null = null) => ({ title, meaning });
  const layout = {
    sheet: 'Crew',
    otherSheets: [{ name: 'Lookup & co', isHidden: true }],
    headings: [
      heading('Name', 'name'),
      heading('Email'),
      heading('Mobile', 'mobile'),
      heading('Email'),
      heading('Shoe'),
    ],
    doubts: [{ meaning: 'email', columns: [1, 3], message: 'Columns B ‘Email’ and D ‘Email’ have the same meaning.' }],
    dates: [{ meaning: 'birthDate', message: 'Row 2 writes the month first (12/25/1988).', order: null }],
    remarks: ['Row 1 (‘CREW LIST’) stands above the headings, and is not read.'],
  } satisfies wire.PeopleImport['layout'];
  const refused = importRowOf({
    outcome: 'refused',
    reason: 'Cell E2 says #N/A, which is an error and no value.',
    remarks: ['Row 2 is hidden in the sheet, and is read all the same.'],
    cells: ['José Müller', 'jose@example.org', '9820011111', 'kin@example.org', '#N/A'],
  });
  const leftOut = importRowOf({
    row: 3,
    name: 'Prepared by',
    outcome: 'refused',
    reason: 'Left out.',
    isLeftOut: true,
  });
  await openImport({ counts: { ...counts, new: 0, refused: 2 }, layout, remarks: 3 }, [refused, leftOut]);
  await expect.element(main().getByText('The sheet ‘Crew’ was read. The workbook also has:')).toBeVisible();
  const others = main().getByRole('list', { name: 'Other sheets' });
  await expect.element(others).toMatchTextContent('‘Lookup & co’ (hidden)');
  await expect
    .element(others.getByRole('link', { name: /this sheet\s+Lookup & co/ }))
    .toHaveAttribute('href', '/admin-dashboard/import-users?sheet=Lookup%20%26%20co');
  await expect.element(main().getByText(/3 remarks on what was not taken as it stands/)).toBeVisible();
  await expect.element(main().getByText(/^Not used: B ‘Email’, D ‘Email’, E ‘Shoe’/)).toBeVisible();
  await expect.element(row('José Müller')).toMatchTextContent('Row 2 is hidden in the sheet');
  await expect.element(row('Prepared by')).toMatchTextContent('Left out');
  await expect.element(row('Prepared by')).not.toMatchTextContent('Needs correction');
  await expectSound('import, to be put right');
  await page.getByLabelText('D: Email').selectOptions('Email');
  await button('Read the list by these columns').click();
  await expect.element(main().getByText('Another column has this meaning already.').first()).toBeVisible();
  expect(server.sent(peopleImport.chooseColumns)).toEqual([]);
  await page.getByLabelText('D: Email').selectOptions('Not used');
  await page.getByLabelText('Dates of Date of birth').selectOptions('The month first: 12/31/1990');
  const read = { ...layout, headings: layout.headings.with(1, heading('Email', 'email')), doubts: [], dates: [] };
  const known = importOf({ counts: { ...counts, new: 0, refused: 1 }, layout: read });
  server.answer(peopleImport.chooseColumns, { data: known });
  server.answer(peopleImport.get, { data: known });
  await button('Read the list by these columns').click();
  await expect
    .poll(() => server.sent(peopleImport.chooseColumns))
    .toMatchObject([
      {
        body: {
          columns: [
            { meaning: 'name', column: 0 },
            { meaning: 'email', column: 1 },
            { meaning: 'mobile', column: 2 },
          ],
          dates: [{ meaning: 'birthDate', order: 'month' }],
        },
      },
    ]);
  await row('José Müller').getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct row 2' });
  await expect.element(dialog.getByText(/Cell E2 says #N\/A/)).toBeVisible();
  await dialog.getByLabelText(/^Email/).fill('jose.muller@example.org');
  await dialog.getByLabelText(/Leave this row out/).click();
  await expectSound('import, a row corrected');
  server.answer(peopleImport.correctRow, { data: known });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.sent(peopleImport.correctRow))
    .toMatchObject([
      { body: { rowId: refused._id, isLeftOut: true, cells: [{ column: 1, text: 'jose.muller@example.org' }] } },
    ]);
});
