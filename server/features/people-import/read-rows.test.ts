import { expect, test } from 'vitest';
import { importColumns } from './columns.ts';
import { dateOf, readRows } from './read-rows.ts';

const today = '2026-11-20';
const empty = Object.fromEntries(Object.keys(importColumns).map((key) => [key, ''])) as Record<
  keyof typeof importColumns,
  string
>;
const asha = { ...empty, name: 'Asha Nair', email: 'asha@example.org', mobile: '9876543210' };
/** What is read of rows that differ from one of Asha Nair in these cells. */
const read = (...rows: Partial<typeof empty>[]) =>
  readRows(
    rows.map((values, n) => ({
      row: n + 2,
      remarks: [],
      values: { ...asha, email: `asha-${n}@example.org`, ...values },
    })),
    today,
  );
const problemOf = (values: Partial<typeof empty>) => read(values)[0]?.problem;

test.each([
  ['1990-12-31', '1990-12-31'],
  ['1990/2/3', '1990-02-03'],
  ['31/12/1990', '1990-12-31'],
  ['3.2.1990', '1990-02-03'],
  ['3-2-1990', '1990-02-03'],
  ['31-Dec-1990', '1990-12-31'],
  ['31 December 1990', '1990-12-31'],
  ['3Sept1990', '1990-09-03'],
  ['12/31/1990', undefined],
  ['31/12/90', undefined],
  ['30/02/1990', undefined],
  ['33238', undefined],
  ['soon', undefined],
  ['', undefined],
])('the date %j is %j', (text, date) => expect(dateOf(text)).toBe(date));

test.each([
  [{ name: 'Asha Kumari Nair' }, 'Asha Kumari', 'Nair'],
  [{ name: 'Nair, Asha Kumari' }, 'Asha Kumari', 'Nair'],
  [{ name: 'Somebody Else', firstName: 'Asha', lastName: 'Nair' }, 'Asha', 'Nair'],
])('the name of %j is %j, %j', (values, firstName, lastName) => {
  expect(read(values)[0]).toMatchObject({ firstName, lastName, prefix: 'None', problem: null });
});

test.each<[Partial<typeof empty>, string, string, string]>([
  [{ name: 'Mr. Vijay Rao' }, 'Vijay', 'Rao', 'Mr'],
  [{ name: 'Mr.Vijay Rao' }, 'Vijay', 'Rao', 'Mr'],
  [{ name: 'Capt. Arun Mehta' }, 'Arun', 'Mehta', 'Capt.'],
  [{ name: 'CAPT ARUN MEHTA' }, 'ARUN', 'MEHTA', 'Capt.'],
  [{ name: 'Capt. Dr. Arun Mehta' }, 'Arun', 'Mehta', 'Capt.'],
  [{ name: 'Smt. Latha Iyer' }, 'Latha', 'Iyer', 'Mrs'],
  [{ name: 'Shri Ravi Kumar' }, 'Ravi', 'Kumar', 'Mr'],
  [{ name: 'Rao, Mr. Vijay' }, 'Vijay', 'Rao', 'Mr'],
  [{ name: 'Mr. Rao, Vijay' }, 'Vijay', 'Rao', 'Mr'],
  [{ name: 'Vijay Rao, Mr' }, 'Vijay', 'Rao', 'Mr'],
  [{ name: 'Vijay Rao (Capt.)' }, 'Vijay', 'Rao', 'Capt.'],
  [{ name: '', firstName: 'Ms. Asha', lastName: 'Nair' }, 'Asha', 'Nair', 'Ms'],
  [{ name: 'Ms Priya Asha Nair' }, 'Priya Asha', 'Nair', 'Ms'],
  [{ prefix: 'Ms' }, 'Asha', 'Nair', 'Ms'],
  [{ prefix: 'Miss' }, 'Asha', 'Nair', 'Miss'],
  [{ prefix: 'SMT.' }, 'Asha', 'Nair', 'Mrs'],
  [{ prefix: 'Capt.', name: 'Mr. Vijay Rao' }, 'Vijay', 'Rao', 'Capt.'],
  [{ prefix: '-' }, 'Asha', 'Nair', 'None'],
  // no titles
  [{ name: 'MS Dhoni' }, 'MS', 'Dhoni', 'None'],
  [{ name: 'Sri Mulyani' }, 'Sri', 'Mulyani', 'None'],
  [{ name: 'Md. Rahman' }, 'Md.', 'Rahman', 'None'],
  [{ name: 'Drew Barr' }, 'Drew', 'Barr', 'None'],
  [{ name: 'Shri Kant' }, 'Shri', 'Kant', 'None'],
  [{ name: 'Vijay Dr' }, 'Vijay', 'Dr', 'None'],
  [{ name: '', firstName: 'Captain', lastName: 'Nair' }, 'Captain', 'Nair', 'None'],
  [{ name: '', firstName: 'MS', lastName: 'Nair' }, 'MS', 'Nair', 'None'],
  // a title has the column of the first name
  [{ name: '', firstName: 'Mr', lastName: 'Vijay Rao' }, 'Vijay', 'Rao', 'Mr'],
  [{ name: 'Vijay Rao,' }, 'Vijay', 'Rao', 'None'],
  // people with one name
  [{ name: 'Ahmadi' }, 'Ahmadi', '', 'None'],
  [{ name: 'Mr. Ahmadi' }, 'Ahmadi', '', 'Mr'],
  [{ name: '', firstName: 'Ahmadi', lastName: '-' }, 'Ahmadi', '', 'None'],
  [{ name: '', firstName: 'n/a', lastName: 'Ahmadi' }, 'Ahmadi', '', 'None'],
])('the name and title of %j are %j, %j, %j', (values, firstName, lastName, prefix) => {
  expect(read(values)[0]).toMatchObject({ firstName, lastName, prefix, problem: null });
});

test.each([
  [{ name: 'Capt. Dr. Arun Mehta' }, '‘Dr.’ is left out.'],
  [{ name: 'Mr. Vijay Rao', prefix: 'Capt.' }, '‘Mr.’ is left out.'],
  [{ name: 'Engr. Vijay Rao' }, '‘Engr.’ is left out.'],
  [{ prefix: 'Er.' }, '‘Er.’ is left out.'],
  [{ name: 'Rao, Vijay, Dr' }, ''],
  [{ name: 'Capt. Arun Mehta', prefix: 'None' }, ''],
  [{ name: 'Smt. Asha Nair', prefix: '-' }, ''],
])('of the titles of %j is said: %j', (values, notHeld) => {
  expect(read(values)[0]).toMatchObject({ problem: null, notHeld });
});

test('nothing behind a second comma of a name is dropped', () => {
  expect(read({ name: 'Nair, Asha, Priya' })[0]).toMatchObject({ firstName: 'Asha, Priya', lastName: 'Nair' });
});

test.each([
  'RAMESH S/O SURESH',
  'Latha W/O Ravi',
  'Asha D/o. Mohan Nair',
  'Ramesh s.o. Suresh',
  'Ramesh son of Suresh',
])('%s is asked about', (name) =>
  expect(problemOf({ name })).toMatch(/^The name contains ‘.{3,6}’\. Write it as the passport shows it/),
);

test.each([
  ['0917 123 4567', 'Philippines', '+639171234567', null],
  ['917 123 4567', 'Filipino', '+639171234567', null],
  ['01712-345678', 'Bangladesh', '+8801712345678', null],
  ['+63 0917 123 4567', '', '+639171234567', null],
  ['98765 43210', 'Indian', '9876543210', null],
  ['98765 43210', 'Ukrainian', expect.anything(), expect.stringContaining('with its country code')],
  ['98765 43210', 'n/a', '9876543210', null],
  ['01712-345678', '', '01712-345678', expect.stringContaining('with its country code')],
  ['0917 123 4567', 'Atlantis', expect.anything(), expect.stringContaining('‘Atlantis’')],
  ['+63 917 12', '', expect.anything(), expect.stringContaining('with its country code')],
])('the mobile number %j of somebody from %j is %j', (mobile, country, stored, problem) => {
  expect(read({ mobile, country })[0]).toMatchObject({ mobile: stored, problem });
});

test('numbers and dates are stored as the profile form would store them, and what is not known stays empty', () => {
  const [row] = read({
    mobile: '+91 98765-43210',
    passportNumber: 'z 483 9201',
    passportExpiresOn: '01/05/2031',
    cdcNumber: 'mum123456',
    indosNumber: '21 gl 4839',
    gradeNumber: 'Chief  Officer',
    birthDate: 'n/a',
    cdcExpiresOn: '-',
  });
  expect(row).toMatchObject({
    problem: null,
    mobile: '9876543210',
    passportNumber: 'Z4839201',
    passportExpiresOn: '2031-05-01',
    cdcNumber: 'MUM 123456',
    indosNumber: '21GL4839',
    gradeNumber: 'CHIEF OFFICER',
    birthDate: null,
    cdcExpiresOn: null,
  });
});

test.each<[Partial<typeof empty>, string]>([
  [{ name: '=HYPERLINK("http://evil.example") Nair' }, 'The cell for Name begins like a formula.'],
  [{ course: '@SUM(A1)' }, 'The cell for Course begins like a formula.'],
  [{ prefix: 'Sergeant' }, 'The title must be Mr, Mrs, Ms, Miss, Dr, Prof, Capt. or none.'],
  [{ name: '', firstName: 'Asha' }, 'Last name is required.'],
  [{ name: '2/O Ravi Nair' }, 'The name contains ‘/’. Write it as the passport shows it.'],
  [{ name: 'Asha & Ravi Nair' }, 'The name contains ‘&’. Write it as the passport shows it.'],
  [{ name: 'Capt.' }, '‘Capt.’ is a title. Write the name as the passport shows it.'],
  [
    { name: '', firstName: 'Asha', lastName: 'NA' },
    '‘NA’ may say that there is no such name. Write a dash then, else the name as in Na.',
  ],
  [{ email: 'nowhere' }, 'Email must contain "@" symbol.'],
  [{ mobile: '12345' }, 'Please enter a valid 10-digit mobile number.'],
  [{ passportNumber: 'unknown' }, 'Enter the passport number as the passport shows it, in letters and digits.'],
  [{ cdcNumber: 'lost' }, 'Enter the number of the CDC.'],
  [{ indosNumber: '4839' }, 'Enter two digits, two letters and four digits, such as 21GL4839.'],
  [{ birthDate: '12/31/1990' }, 'Date of birth is not a date such as 31/12/1990.'],
  [{ birthDate: '2026-11-20' }, 'Date of birth must be in the past.'],
  [{ passportExpiresOn: '0026-05-01' }, 'Passport expiry is not a date such as 31/12/1990.'],
  [{ name: 'Asha Nair', mobile: '', email: '' }, 'Please enter a valid 10-digit mobile number. Email is required.'],
])('%j is refused: %s', (values, problem) => expect(problemOf(values)).toBe(problem));

test('the apostrophe that our own tables put before a plus is taken off', () => {
  expect(read({ mobile: "'+63 917 123 4567" })[0]).toMatchObject({ mobile: '+639171234567', problem: null });
});

test('the same person twice is refused the second time, by email address, passport or INDoS number', () => {
  const rows = read(
    { email: 'asha@example.org', passportNumber: 'Z4839201', indosNumber: 'NOT ISSUED' },
    { email: 'ASHA@example.org' },
    { passportNumber: 'z 4839201' },
    { indosNumber: 'not issued', passportNumber: '' },
    { email: 'wrong', passportNumber: 'X1' },
    { passportNumber: 'X1' },
  );
  expect(rows.map(({ problem }) => problem)).toEqual([
    null,
    'Row 2 has the same email address.',
    'Row 2 has the same passport number.',
    null,
    'Email must contain "@" symbol.',
    null,
  ]);
});

test('a cell of any length is cut for the report', () => {
  const [row] = read({ name: `${'x'.repeat(5000)} Nair`, course: 'y'.repeat(5000) });
  expect([row?.firstName.length, row?.course.length, row?.problem]).toEqual([200, 200, 'First name is too long.']);
});
