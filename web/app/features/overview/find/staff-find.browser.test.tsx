import { accounts } from '@fairlead/contract/accounts/calls';
import { register } from '@fairlead/contract/certificates/register';
import { type Found, overview } from '@fairlead/contract/overview/calls';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { answered, server } from '../../../../testing/stand-in-server.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const none = { items: [], hasMore: false };
const nothing: Found = {
  people: none,
  registrations: none,
  requests: none,
  certificates: none,
  courses: none,
  tests: none,
  results: none,
  films: none,
  messages: none,
  staff: none,
};
const personOf = (name: string, n = 1) => ({
  _id: id(n),
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.org`,
  documentNumber: null,
});
const peopleOf = (...names: string[]): Found => ({
  ...nothing,
  people: { items: names.map((name, n) => personOf(name, n)), hasMore: false },
});
const some: Found = {
  people: { items: [personOf('Asha Nair'), { ...personOf('Asha Rao', 2), documentNumber: 'Z7654321' }], hasMore: true },
  registrations: { items: [personOf('Ashok Menon', 3)], hasMore: false },
  requests: { items: [{ ...personOf('Asha Nair', 4), courseTitle: 'Basic Safety Training' }], hasMore: false },
  certificates: {
    items: [
      {
        _id: id(5),
        certNo: 'FMA-2026-VX40NN86A42RK',
        name: 'Asha Nair',
        courseTitle: 'Basic Safety Training',
        status: 'expired' as const,
      },
    ],
    hasMore: false,
  },
  courses: {
    items: [{ _id: id(6), title: 'Ashore Rescue', category: 'Safety', isActive: false, isDraft: false }],
    hasMore: false,
  },
  tests: {
    items: [{ _id: id(7), title: 'Ashore: test', courseTitle: 'Ashore Rescue', isPublished: false }],
    hasMore: false,
  },
  results: {
    items: [{ _id: id(8), name: 'Asha Nair', courseTitle: 'Basic Safety Training', passed: true }],
    hasMore: true,
  },
  films: {
    items: [{ _id: id(9), title: 'Ashore with a raft', courseId: id(6), courseTitle: 'Ashore Rescue' }],
    hasMore: false,
  },
  messages: { items: [{ _id: id(1), name: 'Ashwin Das', email: 'ashwin.das@example.org' }], hasMore: false },
  staff: { items: [{ ...personOf('Ashima Roy', 2), role: 'instructor' }], hasMore: false },
};

const opener = page.getByRole('button', { name: 'Find', exact: true });
const dialog = page.getByRole('dialog', { name: 'Find' });
const field = dialog.getByRole('combobox');
const options = dialog.getByRole('option');
const option = (name: string | RegExp) => dialog.getByRole('option', { name });
const chosen = () => options.elements().find((one) => one.getAttribute('aria-selected') === 'true')?.textContent;

beforeEach(() => {
  staffAt();
  server.answer(accounts.listApproved, []);
  server.answer(overview.find, { data: some });
});

test('Find opens by its field, which is not printed, and by keys, closes by Escape, and covers no other dialog', async () => {
  await openStaffPage('approved-users', ['audit']);
  await expect.element(opener).toBeVisible();
  const box = opener.element();
  await commands.preferMedia('print');
  try {
    await expect.poll(() => box.checkVisibility()).toBe(false);
  } finally {
    await commands.preferMedia('screen');
  }
  await opener.click();
  await expect.element(field).toHaveFocus();
  await expectSound('find, before anything is typed');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  const [ctrlK, cmdK] = ['{Control>}k{/Control}', '{Meta>}K{/Meta}'] as const;
  const device = vi.spyOn(navigator, 'userAgent', 'get');
  onTestFinished(() => device.mockRestore());
  for (const [userAgent, opening, other] of [
    ['Mozilla/5.0 (X11; Linux x86_64)', ctrlK, cmdK],
    // there Ctrl+K deletes to the end of the line in a text field
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', cmdK, ctrlK],
  ] as const) {
    device.mockReturnValue(userAgent);
    const pressed: boolean[] = [];
    const watch = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key.toLowerCase() === 'k') pressed.push(defaultPrevented);
    };
    addEventListener('keydown', watch);
    await userEvent.keyboard(other);
    removeEventListener('keydown', watch);
    expect([userAgent, pressed, dialog.elements()]).toEqual([userAgent, [false], []]);
    await userEvent.keyboard(opening);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
  const other = document.body.appendChild(document.createElement('dialog'));
  other.showModal();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(dialog.elements()).toEqual([]);
  other.close();
  other.remove();
});

test('Find shows each kind with its links, and leads to the list with all that match', async () => {
  const { path } = await openStaffPage('courses', ['approved-users']);
  await opener.click();
  await field.fill('ash');
  await expect.element(option(/^Asha Nair asha/)).toBeVisible();
  expect(server.sent(overview.find).map(({ query }) => query)).toEqual([{ q: 'ash' }]);
  const groups = dialog
    .getByRole('group')
    .elements()
    .map((one) => one.getAttribute('aria-label'));
  expect(groups).toEqual([
    ...['People', 'Unapproved users', 'Enrollment requests', 'Certificates', 'Courses', 'Tests', 'Test results'],
    ...['Training videos and packages', 'Messages', 'Staff'],
  ]);
  const links = options.elements().map((one) => one.getAttribute('href')?.replace('/admin-dashboard/', ''));
  expect(links).toEqual([
    `people/${id(1)}`,
    `people/${id(2)}`,
    'approved-users?q=ash',
    'unapproved-users?q=ashok.menon%40example.org',
    'enrollment-request?q=asha.nair%40example.org',
    'certificates?q=FMA-2026-VX40NN86A42RK',
    `courses/${id(6)}`,
    `All-tests/${id(7)}`,
    `user-results/${id(8)}`,
    'user-results?q=ash',
    `courses/${id(6)}`,
    `messages/${id(1)}`,
    `people/${id(2)}`,
  ]);
  await expect.element(option(/Asha Rao Z7654321/)).toBeVisible();
  await expect.element(option(/FMA-2026.*Expired/)).toBeVisible();
  await expect.element(option(/Asha Nair Basic Safety Training.*Passed/)).toBeVisible();
  await expectSound('find, results');
  await option('All matches in Approved Users').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approved Users' })).toBeVisible();
  await expect.poll(path).toBe('/admin-dashboard/approved-users?q=ash');
  expect(dialog.elements()).toEqual([]);
});

test('the keys go through the results and around their ends, and Enter opens the chosen one', async () => {
  const { path } = await openStaffPage('approved-users', []);
  await opener.click();
  await field.fill('audit');
  await expect.element(option(/^Asha Nair asha/)).toBeVisible();
  expect(chosen()).toMatch(/^AuditRecords/);
  const active = () =>
    document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent;
  for (const [key, expected] of [
    ['{ArrowDown}', /^Asha Nair/],
    ['{ArrowUp}', /^Audit/],
    ['{ArrowUp}', /^Ashima Roy/],
    ['{ArrowDown}', /^Audit/],
    ['{End}', /^Ashima Roy/],
    ['{Home}', /^Audit/],
    ['{ArrowDown}{ArrowDown}', /^Asha Rao/],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(chosen).toMatch(expected);
    expect(active()).toMatch(expected);
  }
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe(`/admin-dashboard/people/${id(2)}`);
  expect(dialog.elements()).toEqual([]);
});

test('pages are found at once, also by other words, and by one letter', async () => {
  const { path } = await openStaffPage('approved-users');
  await opener.click();
  await field.fill('add cou');
  await expect.element(option(/Create Course/)).toBeVisible();
  expect(server.sent(overview.find)).toEqual([]);
  await field.fill('answer key');
  await expect.element(option(/^All Tests/)).toBeVisible();
  await field.fill('s');
  await expect.element(option(/^Staff/)).toBeVisible();
  await field.fill('z');
  await expect.element(dialog.getByText('Type 2 letters or more.')).toBeVisible();
  await field.fill('create co');
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/admin-dashboard/create-course');
});

test('a late answer never replaces that of a later text', async () => {
  server.answer(overview.find, ({ query: { q } }) => ({ data: peopleOf(`Of ${q}`) }));
  await openStaffPage('approved-users');
  await opener.click();
  const first = server.hold(overview.find);
  await field.fill('qua');
  await expect.poll(() => server.sent(overview.find).length).toBe(1);
  const second = server.hold(overview.find);
  await field.fill('quar');
  await expect.poll(() => server.sent(overview.find).length).toBe(2);
  expect(field.element()).toHaveValue('quar');
  await expect.element(dialog.getByText('Searching…')).toBeInTheDocument();
  second();
  await expect.element(option(/^Of quar /)).toBeVisible();
  first();
  await answered();
  expect(options.elements().map((one) => one.textContent)).toEqual(['Of quarof.quar@example.org']);
});

test('Enter before the results are there opens the first of them when they come', async () => {
  server.answer(overview.find, { data: peopleOf('Quentin Rao', 'Quasim Ali') });
  const { path } = await openStaffPage('approved-users');
  const release = server.hold(overview.find);
  await opener.click();
  await field.fill('quen');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.sent(overview.find).length).toBe(1);
  expect(path()).toBe('/admin-dashboard/approved-users');
  release();
  await expect.poll(path).toBe(`/admin-dashboard/people/${id(0)}`);
});

test('Find says when nothing is found, and when the search failed, which can be tried again', async () => {
  server.answer(overview.find, { data: nothing });
  await openStaffPage('approved-users');
  await opener.click();
  await field.fill('xyzzy');
  await expect.element(dialog.getByText('Nothing found for “xyzzy”.')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expectSound('find, nothing');
  server.fail(overview.find, { status: 500 });
  await field.fill('audit');
  await expect.element(dialog.getByText('The lists could not be searched.')).toBeVisible();
  await expect.element(option(/^Audit/)).toBeVisible();
  expect(dialog.getByText(/^Nothing found/).elements()).toEqual([]);
  await expectSound('find, failed');
  server.answer(overview.find, { data: some });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(option(/^Asha Nair asha/)).toBeVisible();
  expect(dialog.getByText('The lists could not be searched.').elements()).toEqual([]);
});

test('an instructor finds courses and the pages of the role, and no other kind', async () => {
  staffAt('instructor');
  const unknown = {
    people: null,
    registrations: null,
    requests: null,
    certificates: null,
    messages: null,
    staff: null,
  };
  server.answer(overview.find, { data: { ...nothing, ...unknown, courses: some.courses } });
  server.answer(register.list, { data: [] });
  await openStaffPage('courses');
  await opener.click();
  await field.fill('co');
  await expect.element(option(/^Ashore Rescue/)).toBeVisible();
  const groups = dialog
    .getByRole('group')
    .elements()
    .map((one) => one.getAttribute('aria-label'));
  expect(groups).toEqual(['Pages and actions', 'Courses']);
  await field.fill('settings');
  await expect.poll(() => dialog.getByRole('group').elements().length).toBe(1);
  expect(option(/Academy/).elements()).toEqual([]);
});
