import { type Checklist, checklists } from '@fairlead/contract/fit-to-join/checklists';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { checklistOf } from '../../../testing/verdicts.ts';

const rows = [
  {
    id: 'medical',
    title: 'Medical certificate',
    anyOf: ['MED'],
    ranks: [],
    flags: [],
    shipTypes: [],
    daysBeyond: 0,
    source: 'STCW regulation I/9',
    sourceDate: '2026-11-22',
  },
  {
    id: 'cook',
    title: 'Ship’s cook',
    anyOf: ['COOK'],
    flags: ['PA'],
    shipTypes: ['oil-tanker' as const],
    ranks: ['cook' as const],
    daysBeyond: 30,
    source: 'MLC regulation 3.2',
    sourceDate: '2026-11-26',
  },
];
const one = {
  name: 'Medical ends too early',
  rank: 'bosun' as const,
  flag: 'PA',
  shipType: 'oil-tanker' as const,
  joinsOn: '2026-12-15',
  signsOffOn: '2027-06-14',
  held: [{ code: 'MED', firstDay: '2025-06-14', lastDay: '2027-06-13' }],
  gaps: [{ row: 'medical', state: 'runs-out' as const }],
};
const content = { source: 'A circular', sourceDate: '2026-11-26', note: 'Age is not in it.', rows, cases: [one] };
const list = checklistOf();
const whole: Checklist = {
  _id: list._id,
  name: list.name,
  archivedAt: null,
  editions: [2, 1].map((edition) => ({
    ...content,
    edition,
    appliesFrom: edition === 2 ? '2027-01-01' : '2026-06-01',
    inForce: edition === 1,
    createdAt: '2026-11-20T09:00:00.000Z',
    createdBy: 'Asha Nair',
    outcomes: [{ name: one.name, failures: edition === 2 ? ['Medical certificate: held, and not runs out'] : [] }],
  })),
};

test('checklists say how they stand, and whether their test cases pass', async () => {
  staffAt('registrar');
  const next = { edition: 3, appliesFrom: '2027-01-01' };
  server.answer(checklists.list, {
    data: [
      list,
      checklistOf({ _id: crypto.randomUUID(), name: 'Cooks', failing: 2, next }),
      checklistOf({ _id: crypto.randomUUID(), name: 'Old tankers', archivedAt: '2026-11-20T09:00:00.000Z' }),
    ],
  });
  await openStaffPage('checklists');
  await expect.element(main().getByText('2 of 5 test cases fail')).toBeVisible();
  await expectSound('checklists');
});

test('a checklist shows its editions with rows, sources and test cases', async () => {
  staffAt('registrar');
  server.answer(checklists.get, { data: whole });
  await openStaffPage(`checklists/${list._id}`);
  await expect.element(main().getByText('1 test case fails')).toBeVisible();
  await expect.element(main().getByText('Cook · Oil tanker · Flag of Panama')).toBeVisible();
  await expectSound('checklist, two editions');
});

test('a checklist is archived after a question, and restored', async () => {
  staffAt('registrar');
  server.answer(checklists.get, { data: whole });
  await openStaffPage(`checklists/${list._id}`);
  await button('Archive').click();
  const asking = page.getByRole('dialog', { name: 'Archive Checklist' });
  server.fail(checklists.setArchived, { status: 500 });
  await asking.getByRole('button', { name: 'Yes, Archive' }).click();
  await expect.element(asking.getByText('Failed to archive the checklist.')).toBeVisible();
  const archived = { ...whole, archivedAt: '2026-11-26T09:00:00.000Z' };
  server.answer(checklists.setArchived, { message: 'Checklist archived.', data: archived });
  server.answer(checklists.get, { data: archived });
  await asking.getByRole('button', { name: 'Yes, Archive' }).click();
  await expect.element(main().getByText('Nobody is judged by it any more.', { exact: false })).toBeVisible();
  await expectNone(main().getByRole('link', { name: 'New edition' }));
  await expect.element(button('Restore')).toBeVisible();
  await expectSound('checklist, archived');
  expect(server.sent(checklists.setArchived).at(-1)?.body).toEqual({ archived: true });
});

test('a new checklist begins with a starting one, and is saved with failing test cases only knowingly', async () => {
  staffAt('registrar');
  server.answer(checklists.startingSets, { data: [{ key: 'tanker-rating', name: 'Ratings on tankers', ...content }] });
  await openStaffPage('create-checklist', [`checklists/${list._id}`]);
  await field('Begin with a starting checklist').selectOptions('Ratings on tankers');
  await expect.element(field('Document, row 2')).toHaveValue('Ship’s cook');
  await expect.element(field('Gaps, test case 1')).toHaveValue('medical: runs out');
  await expectSound('checklist, from a starting one');
  await field('Codes, row 1').fill('');
  await field('Documents, test case 1').fill('MED soon');
  await button('Create Checklist').click();
  await expectWrong('Codes, row 1', 'A document is a short code, such as PST or PASSPORT');
  await expectWrong('Documents, test case 1', '‘MED soon’: write a code, the first day and the last, or never');
  await field('Codes, row 1').fill('med, MED-PA');
  await field('Documents, test case 1').fill('MED 2025-06-14 never');
  const refused = { message: 'A test case fails. Nothing is saved yet.', code: 'cases-fail' };
  const fields = { 'cases.0.name': 'Medical certificate: held, and not runs out.' };
  server.fail(checklists.create, { status: 409, ...refused, fields });
  await expectNone(field('Save although test cases fail. The list of checklists says so until they pass.'));
  await button('Create Checklist').click();
  await expectWrong('Name, test case 1', 'Medical certificate: held, and not runs out.');
  await expectSound('checklist, a test case fails');
  await field('Save although test cases fail. The list of checklists says so until they pass.').click();
  server.answer(checklists.create, { message: 'Checklist created.', data: whole });
  server.answer(checklists.get, { data: whole });
  await button('Create Checklist').click();
  await expect.element(page.getByRole('status').getByText('Checklist created.')).toBeVisible();
  expect(server.sent(checklists.create).at(-1)?.body).toMatchObject({
    name: 'Ratings on tankers',
    knowingly: true,
    source: 'A circular',
    rows: [{ id: 'medical', anyOf: ['med', 'MED-PA'] }, rows[1]],
    cases: [{ ...one, held: [{ code: 'MED', firstDay: '2025-06-14', lastDay: null }] }],
  });
});
