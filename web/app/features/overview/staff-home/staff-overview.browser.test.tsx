import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { overviewOf } from '../../../../testing/overview.ts';
import { idOf, moment } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { staffAt } from '../../../../testing/staff.ts';
import { expectStaffAction, type StaffAction } from '../../../../testing/staff-actions.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const person = idOf('10000000');
const item = {
  _id: idOf('80000000'),
  title: 'Asha Nair',
  detail: 'HAZMAT',
  since: moment,
  personId: null,
  searchText: null,
};

test('each pending item opens where it is decided, and one without such a place is no link', async () => {
  staffAt('registrar');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  const failed = { ...item, title: 'mail', detail: 'after 12 attempts' };
  server.answer(
    overview.getOverview,
    overviewOf({
      registrations: { count: 1, longest: [{ ...item, title: 'Imran Sheikh', personId: person }] },
      requests: { count: 1, longest: [{ ...item, searchText: 'asha.nair@example.org' }] },
      endingApprovals: { count: 1, longest: [{ ...item, title: 'Rafts', detail: 'until 31 December 2026' }] },
      logFlaws: { count: 1, longest: [{ ...item, title: 'FMA-2026-ABC', searchText: 'FMA-2026-ABC' }] },
      jobsGivenUp: { count: 1, longest: [failed] },
    }),
  );
  const opened = await openPage('/admin-dashboard');
  const linkOf = (name: RegExp) => main().getByRole('link', { name });
  await expect.element(linkOf(/^Imran Sheikh/)).toHaveAttribute('href', `/admin-dashboard/people/${person}`);
  await expect.element(linkOf(/^FMA-2026-ABC/)).toHaveAttribute('href', '/admin-dashboard/certificates?q=FMA-2026-ABC');
  await expect.element(linkOf(/^Rafts/)).toHaveAttribute('href', `/admin-dashboard/courses/${item._id}/rule`);
  await expect.element(main().getByText('after 12 attempts')).toBeVisible();
  expect(linkOf(/^mail/).elements()).toEqual([]);
  await expectSound('overview with items');
  await linkOf(/^Asha Nair/).click();
  await expect.poll(opened.path).toBe('/admin-dashboard/enrollment-request?q=asha.nair%40example.org');
});

const deletion = { kind: 'files' as const, waiting: 219, total: 244, since: moment };
const people = { ...deletion, kind: 'people' as const, waiting: 1_500, total: 2_000 };

test('deletions that wait are told in words, with what to look at first', async () => {
  staffAt('admin');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  server.answer(overview.getOverview, overviewOf({ massDeletions: [deletion, people] }));
  await openPage('/admin-dashboard');
  for (const says of [
    '219 of 244 files would be deleted within a day.',
    'The data of 1,500 of 2,000 people would be erased now.',
    'the database may be the wrong one',
    'whether the server’s clock is right',
  ])
    await expect.poll(() => main().element().textContent).toContain(says);
  await expectSound('overview with mass deletions');
});

const actions = ([deletion, people] as const).map(
  (waits): StaffAction => ({
    name: `a mass deletion of ${waits.kind}`,
    path: '',
    given: () => {
      server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
      server.answer(overview.getOverview, overviewOf({ massDeletions: [waits] }));
    },
    call: overview.allowDeletion,
    button: 'Allow deletion',
    dialog: 'Allow Deletion',
    asks: 'This cannot be undone.',
    confirm: 'Yes, Allow',
    failure: 'Failed to allow the deletion.',
    sends: { params: { kind: waits.kind }, body: { waiting: waits.waiting } },
    succeed: () => {
      server.answer(overview.allowDeletion, { message: 'The deletion has been allowed.' });
      server.answer(overview.getOverview, overviewOf());
    },
    said: 'The deletion has been allowed.',
  }),
);

test.each(actions)('$name: is allowed after a question, which reports a failure, once', expectStaffAction);

test('what the night found wrong is told to administrators, a line each', async () => {
  staffAt('admin');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  const faults = ['The last complete backup is 3 days old.', 'Doctor: files: 2.1 GB are free, and films need more.'];
  server.answer(overview.getOverview, overviewOf({ night: { at: moment, faults } }));
  await openPage('/admin-dashboard');
  await expect.element(main().getByText(/^The check of the night found something wrong/)).toBeVisible();
  for (const fault of faults) await expect.element(main().getByRole('listitem').getByText(fault)).toBeVisible();
  await expectSound('overview, faults of the night');
});
