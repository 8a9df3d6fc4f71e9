import type { PeopleImportRow } from '@fairlead/contract/people-import/calls';
import { expect, type Page } from '@playwright/test';
import { sheetOf, workbookOf } from '../server/platform/tables/testing/workbooks.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (said: string) => `<c t="inlineStr"><is><t>${escaped(said)}</t></is></c>`;
const cell = (attributes: string, content: string) => `<c ${attributes}>${content}</c>`;
const row = (attributes: string, ...cells: string[]) =>
  `<row ${attributes}>${cells.map((one) => (one.startsWith('<') ? one : text(one))).join('')}</row>`;

const titles = [
  ...['S.No', 'Name', 'E-Mail', 'Mobile', 'Nationality', 'DOB', 'Passport No.', 'Passport expiry', 'CDC No.', 'Course'],
  ...['Next of kin', 'Relationship', 'E mail', 'Shoe size'],
];
type Crew = { [title: string]: string };
let number = 0;
/** A row of the list, whose other cells are those of a seafarer with a father ashore. */
const seafarer = (differing: Crew, attributes = '') => {
  number += 1;
  const usual: Crew = {
    'S.No': String(number),
    Mobile: `98200123${String(number).padStart(2, '0')}`,
    Nationality: 'Indian',
    DOB: '21 Mar 1994',
    'Passport No.': `Z48392${String(number).padStart(2, '0')}`,
    'Passport expiry': '1 May 2031',
    'CDC No.': '',
    Course: 'Fire Drill',
    'Next of kin': 'Mohan',
    Relationship: 'Father',
    'E mail': `father-${number}@example.org`,
    'Shoe size': '42',
  };
  return row(attributes, ...titles.map((title) => ({ ...usual, ...differing })[title] ?? ''));
};
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;MUM &quot;000000"/></numFmts><fonts><font/><font><strike/></font></fonts>' +
  '<cellXfs><xf/><xf numFmtId="164"/><xf fontId="1"/></cellXfs></styleSheet>';

/** The list as the ship's agent sent it. */
const crew = [
  row('', 'CREW OF MV SAGAR KANYA'), // 1
  row('', ...titles), // 2
  seafarer({ Name: 'Asha Nair', 'E-Mail': 'asha@example.org', DOB: '12/25/1988' }), // 3
  seafarer({ Name: 'Capt. Arun Mehta', 'E-Mail': 'arun@example.org', DOB: '03/04/1985', Course: '' }), // 4
  seafarer({
    Name: 'Liam D’Souza',
    'E-Mail': 'liam@example.org',
    Course: '',
    'CDC No.': cell('s="1"', '<v>4711</v>'),
    'Passport expiry': '05/06/2031',
  }), // 5
  seafarer({ Name: 'Ahmadi', 'E-Mail': 'ahmadi@example.org', Mobile: '0812 3456 7890', Nationality: 'Indonesian' }), // 6
  seafarer({
    Name: 'Jose Dela Cruz',
    'E-Mail': 'jose@example.org',
    Mobile: '0917 123 4567',
    Nationality: 'Filipino',
    Course: cell('t="e"', '<f>VLOOKUP(B7,Plan,2)</f><v>#N/A</v>'),
  }), // 7
  seafarer({ Name: 'RAMESH S/O SURESH', 'E-Mail': 'ramesh@example.org' }), // 8
  seafarer({ Name: 'NA', 'E-Mail': 'kiran@example.org' }), // 9
  seafarer({ Name: 'Ravi Das', 'E-Mail': 'ravi@crew..test' }), // 10
  seafarer({ Name: 'Meera Pillai', 'E-Mail': 'meera@example.org', Mobile: '98200' }), // 11
  seafarer({ Name: 'Asha Nair', 'E-Mail': 'asha@example.org' }), // 12
  seafarer({ Name: 'Signed Off', 'E-Mail': 'off@example.org' }, 'hidden="1"'), // 13
  seafarer({ Name: cell('s="2" t="inlineStr"', '<is><t>Stayed Ashore</t></is>'), 'E-Mail': 'ashore@example.org' }), // 14
  row('', ...titles), // 15
  seafarer({
    Name: 'Noor Khan',
    'E-Mail': 'noor@example.org',
    'Passport No.': cell('', '<v>12345678901234567</v>'),
  }), // 16
  seafarer({ Name: 'Binu Thomas', 'E-Mail': 'binu@example.org', DOB: cell('', '<f>EDATE(A1,3)</f>') }), // 17
  row('', '', 'Prepared by the agent'), // 18
].join('');

const list = () =>
  workbookOf(
    [
      { name: 'Lookup', state: 'veryHidden', xml: sheetOf(row('', 'Old')) },
      { name: 'Hotel', xml: sheetOf(row('', 'Name', 'Mobile', 'Room') + row('', 'Asha Nair', '9820012301', '214')) },
      {
        name: 'Crew',
        xml: sheetOf(crew, {
          after: '<mergeCells><mergeCell ref="A1:N1"/><mergeCell ref="J3:J5"/></mergeCells><autoFilter ref="A2:N17"/>',
        }),
      },
    ],
    { 'xl/styles.xml': styles },
  );

async function upload(page: Page): Promise<void> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('List of people').setInputFiles({ name: 'crew.xlsx', mimeType: type, buffer: await list() });
  await page.getByRole('button', { name: 'Check the list' }).click();
}

/** Corrects the row with this number in the list, or leaves it out. */
async function correct(page: Page, row: number, cells: Crew | 'leave out'): Promise<void> {
  const found = page.getByRole('table', { name: 'Rows' }).getByRole('row');
  await found
    .filter({ has: page.getByRole('cell', { name: String(row), exact: true }) })
    .getByRole('button', { name: 'Correct' })
    .click();
  const dialog = page.getByRole('dialog', { name: `Correct row ${row}` });
  if (cells === 'leave out') await dialog.getByLabel('Leave this row out').check();
  else for (const [label, value] of Object.entries(cells)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('a registrar puts a crew list with twenty faults right in the preview, and the right people are enrolled', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Fire Drill', { films: 0, test: true });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/import-users');

  await test.step('the first sheet that is shown is the hotel’s: the crew’s is read instead', async () => {
    await upload(page);
    await expect(page.getByText('The sheet ‘Hotel’ was read.')).toBeVisible();
    await expect(page.getByText('No heading is understood as Email.', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /this sheet\s+Crew/ }).click();
    await expect(page.getByRole('textbox', { name: 'Sheet' })).toHaveValue('Crew');
    await upload(page);
    await expect(page.getByText('The sheet ‘Crew’ was read.')).toBeVisible();
  });

  const card = page.locator('main');
  await test.step('two columns of emails are asked about, and nobody can be imported yet', async () => {
    await expect(card).toContainText('Columns C ‘E-Mail’ and M ‘E mail’ have the same meaning.');
    await expect(card).toContainText('0 people can be imported.');
    await expect(card).toContainText('Row 1 (‘CREW OF MV SAGAR KANYA’) stands above the headings');
    await expect(card).toContainText('Row 15 repeats the headings, and is left out.');
    await expect(card).toContainText('N ‘Shoe size’');
    await expectSound(page, 'evening-columns');
    await page.getByLabel('C: E-Mail').selectOption('Email');
    await page.getByLabel('M: E mail').selectOption('Not used');
    await page.getByLabel('Dates of Date of birth').selectOption('The month first: 12/31/1990');
    await page.getByLabel('Dates of Passport expiry').selectOption('The month first: 12/31/1990');
    await page.getByRole('button', { name: 'Read the list by these columns' }).click();
    await expect(card).toContainText('6 people can be imported.');
  });

  await test.step('rows say what of them was not taken as it stands', async () => {
    const said = async (row: number, sentence: string) =>
      expect(
        page
          .getByRole('table', { name: 'Rows' })
          .getByRole('row')
          .filter({ has: page.getByRole('cell', { name: String(row), exact: true }) }),
      ).toContainText(sentence);
    await said(5, 'Cell J5 is part of the merged cell J3:J5');
    await said(6, 'Has one name.');
    await said(7, 'Cell J7 says #N/A');
    await said(8, 'The name contains ‘S/O’.');
    await said(9, '‘NA’ may say that there is no such name.');
    await said(12, 'Row 3 has the same email address.');
    await said(13, 'Row 13 is hidden by a filter of the sheet');
    await said(14, 'B14 is crossed out in the sheet');
    await said(16, 'Format this column as text');
    await said(17, 'has a formula without its result');
  });

  await test.step('each of them is corrected, or left out', async () => {
    await correct(page, 7, { Course: 'Fire Drill' });
    await correct(page, 8, { Name: 'Ramesh Kumar' });
    await correct(page, 9, { Name: 'Kiran Rao' });
    await correct(page, 10, { Email: 'ravi@example.org' });
    await correct(page, 11, { Mobile: '9820033333' });
    for (const row of [12, 13, 14, 18]) await correct(page, row, 'leave out');
    await correct(page, 16, { 'Passport number': 'N7654321' });
    await correct(page, 17, { 'Date of birth': '' });
    await expect(card).toContainText('11 people can be imported.');
    await expect(card).toContainText('4 rows are left out.');
    await expectSound(page, 'evening-corrected');
  });

  await page.getByRole('button', { name: 'Import 11 people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Import' }).click();
  await expect(page.getByText('The emails are sent. New people choose a password first.')).toBeVisible();

  const people: readonly (readonly [name: string, email: string, mobile: string, born: string])[] = [
    ['Asha Nair', 'asha@example.org', '9820012301', '1988-12-25'],
    ['Arun Mehta', 'arun@example.org', '9820012302', '1985-03-04'],
    ['Liam D’Souza', 'liam@example.org', '9820012303', '1994-03-21'],
    ['Ahmadi', 'ahmadi@example.org', '+6281234567890', '1994-03-21'],
    ['Jose Dela Cruz', 'jose@example.org', '+639171234567', '1994-03-21'],
    ['Ramesh Kumar', 'ramesh@example.org', '9820012306', '1994-03-21'],
    ['Kiran Rao', 'kiran@example.org', '9820012307', '1994-03-21'],
    ['Ravi Das', 'ravi@example.org', '9820012308', '1994-03-21'],
    ['Meera Pillai', 'meera@example.org', '9820033333', '1994-03-21'],
    ['Noor Khan', 'noor@example.org', '9820012313', '1994-03-21'],
    ['Binu Thomas', 'binu@example.org', '9820012314', ''],
  ];
  await test.step('those eleven are invited to the course, and nobody else is', async () => {
    const invited = async () =>
      (await academy.mails()).map(({ to, subject }) => `${to?.[0]?.address} ${/Fire Drill/.exec(subject ?? '')}`);
    const wanted = people.map(([, email]) => `${email} Fire Drill`).toSorted();
    await expect.poll(async () => (await invited()).toSorted()).toEqual(wanted);
  });

  await test.step('they are enrolled as the list means it', async () => {
    const id = page.url().split('/').at(-1);
    type Row = Pick<PeopleImportRow, 'name' | 'email' | 'mobile' | 'course' | 'outcome' | 'particulars' | 'personId'>;
    const { data } = await school.ask<{ data: Row[] }>(school.principal, 'GET', `/user/imports/${id}/rows`);
    const made = data.filter(({ outcome }) => outcome === 'new');
    expect(
      made.map(({ name, email, mobile, particulars }) => [name, email, mobile, particulars.DateofBirth ?? '']),
    ).toEqual(people);
    expect(made.every(({ course, personId }) => course === 'Fire Drill' && personId !== null)).toBe(true);
    expect(made[2]?.particulars).toMatchObject({ CDCnumber: 'MUM 004711', passportExpiryDate: '2031-05-06' });
    expect(made[9]?.particulars.passportNumber).toBe('N7654321');
  });
  expect(complaints).toEqual([]);
});
