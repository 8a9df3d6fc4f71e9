import { batches } from '@fairlead/contract/batches/calls';
import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { beforeEach, expect, test } from 'vitest';
import {
  button,
  expectCount,
  expectKept,
  expectNone,
  expectWrong,
  field,
  fillIn,
  main,
} from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { basisOf, cells, checklistOf, crew, judgedOf, questionUrl } from '../../../testing/verdicts.ts';
import { clearSession } from '../../lib/session/session.ts';

const list = checklistOf();
const withoutCourse = () => main().getByText('If no course is named, this academy has no course for that document.');
const judged = (people = crew) => ({ data: { ...basisOf(), people, examined: people.length } });

beforeEach(() => {
  staffAt('registrar');
  server.answer(checklists.listOffered, { data: [list] });
  server.answer(batches.list, { data: [] });
});

test('the matrix shows at a glance who can join, and a list of people on a phone', async () => {
  server.answer(fitToJoin.people, judged());
  await openStaffPage(`fit-to-join?${questionUrl}`);
  await expect
    .element(main().getByText('2 of 7 shown can join, 1 of them with documents that nobody has checked.'))
    .toBeVisible();
  await expectSound('fit to join, a crew');
  await button('Change').click();
  await field('Joining').fill('2027-06-15');
  await button('Check').click();
  await expect.element(main().getByText('The sign-off is before the joining')).toBeVisible();
  expect(server.sent(fitToJoin.people)).toHaveLength(1);
});

test('a page without a question asks it first, judges nobody by another, and begins with it the next time', async () => {
  server.fail(fitToJoin.people, { status: 500 });
  await openStaffPage('fit-to-join');
  await button('Check').click();
  for (const [label, sentence] of [
    ['Rank', 'Choose a rank'],
    ['Ship', 'Choose a ship'],
    ['Flag', 'Choose a flag'],
  ] as const)
    await expectWrong(label, sentence);
  await expectSound('fit to join, asking');
  expect(server.sent(fitToJoin.people)).toEqual([]);
  await fillIn({ Rank: 'Bosun', Ship: 'Gas tanker', Flag: 'Panama' });
  await button('Check').click();
  await expect.element(main().getByText('Failed to judge the documents.')).toBeVisible();
  expect(server.sent(fitToJoin.people).at(-1)?.query).toMatchObject({ rank: 'bosun', flag: 'PA' });
  await expectSound('fit to join, failing');
  await openStaffPage('fit-to-join');
  await expectKept({ Rank: 'bosun', Ship: 'gas-tanker', Flag: 'PA' });
  expect(server.sent(fitToJoin.people)).toHaveLength(1);
  // who is next at the device is asked afresh
  clearSession();
  staffAt('registrar');
  await openStaffPage('fit-to-join');
  await expectKept({ Rank: '', Flag: '' });
});

test('a rank and a ship that no row of the checklist names are said, and nothing else', async () => {
  server.answer(fitToJoin.people, judged());
  await openStaffPage(`fit-to-join?${questionUrl}`);
  await expect.element(main().getByText('2 of 7 shown can join', { exact: false })).toBeVisible();
  await expectNone(main().getByText(/^No row of this checklist names/));
  await button('Change').click();
  await fillIn({ Rank: 'Master', Ship: 'Tug' });
  await button('Check').click();
  await expect
    .element(main().getByText('No row of this checklist names the rank Master or the ship Tug.', { exact: false }))
    .toBeVisible();
  await expectSound('fit to join, another job');
});

test('a checklist that is archived since is asked for again', async () => {
  const gone = '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2999';
  server.answer(fitToJoin.people, judged());
  await openStaffPage(`fit-to-join?${questionUrl.replace(list._id, gone)}`);
  await button('Check').click();
  await expect.element(main().getByText('2 of 7 shown can join', { exact: false })).toBeVisible();
  expect(server.sent(fitToJoin.people).map(({ params }) => params)).toEqual([{ id: list._id }]);
});

test('an academy without checklists is led to create one', async () => {
  server.answer(checklists.listOffered, { data: [] });
  await openStaffPage('fit-to-join');
  await expect.element(main().getByRole('link', { name: 'Create a checklist' })).toBeVisible();
  await expectSound('fit to join, no checklists');
});

test('a list of people is judged by emails and INDoS numbers', async () => {
  server.answer(fitToJoin.people, judged());
  server.answer(fitToJoin.judgeList, {
    data: { ...judged(crew.slice(0, 2)).data, unknown: ['nobody@example.org'], ambiguous: [] },
  });
  await openStaffPage(`fit-to-join?${questionUrl}`);
  await button('A list of people').click();
  await button('Judge').click();
  await expect.element(main().getByText('Name somebody')).toBeVisible();
  await field('People').fill('anil@example.org, 18NM1234\nanil@example.org nobody@example.org');
  await button('Judge').click();
  await expect.element(main().getByRole('alert')).toMatchTextContent(/nobody@example.org/);
  await expect.element(main().getByText('1 of 2 can join.')).toBeVisible();
  expect(server.sent(fitToJoin.judgeList).at(-1)?.body).toMatchObject({
    people: ['anil@example.org', '18NM1234', 'nobody@example.org'],
  });
  // under another question the list stays, and the verdicts go
  await button('Change').click();
  await field('Joining').fill('2026-12-16');
  await button('Check').click();
  await expect.element(main().getByText('The job or the voyage has changed. Judge the list again.')).toBeVisible();
  await expectNone(main().getByText('1 of 2 can join.'));
  await expect.element(field('People')).toHaveValue('anil@example.org, 18NM1234\nanil@example.org nobody@example.org');
  // and after a look at everybody
  await button('Everybody').click();
  await expectNone(main().getByRole('button', { name: 'Judge' }));
  await button('A list of people').click();
  await expect.element(field('People')).toHaveValue('anil@example.org, 18NM1234\nanil@example.org nobody@example.org');
});

test('a person’s gaps come first, with the courses that close them', async () => {
  const person = judgedOf(3, 'Dinesh Kumar', {
    6: cells.ended,
    7: cells.missing,
    12: cells.missing,
    9: cells.unchecked,
  });
  server.answer(fitToJoin.person, { data: { ...basisOf(), person } });
  await openStaffPage(`fit-to-join/${person._id}?${questionUrl}`);
  await expect.element(main().getByText('19 of 22 held, 3 missing, 1 not checked.')).toBeVisible();
  const gap = main().getByRole('listitem').filter({ hasText: 'Personal survival techniques' }).first();
  await expect.element(gap).toMatchTextContent(/class on 8 to 10 Dec 2026, in time/);
  // a refresher does not help who never held it
  await expectNone(gap.getByText('PST, refresher'));
  // once for the two gaps without a course
  await expect.element(withoutCourse()).toBeVisible();
  await expect.element(main().getByText('Source: A manning agency’s checklist', { exact: false })).toBeVisible();
  await expectNone(main().getByRole('link', { name: 'I have it: add' }));
  await expectSound('fit to join, a person');
});

test('learners see their own verdict', async () => {
  learnerAt();
  server.answer(checklists.listOffered, { data: [list] });
  const person = judgedOf(3, 'Dinesh Kumar', { 12: { ...cells.runsOut, isChecked: false } });
  server.answer(fitToJoin.own, { data: { ...basisOf(), person } });
  await openPage(`/may-i-join?${questionUrl}`);
  await expect.element(main().getByText('Ends on 13 Jun 2027, after 180 days. Not checked yet')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'PST, refresher' })).toBeVisible();
  await expectNone(withoutCourse());
  const booking = main().getByRole('link', { name: 'Book the course' });
  await expectCount(booking, 2);
  await expect.element(booking.first()).toHaveAttribute('href', expect.stringMatching(/^\/courses\//));
  // it is held, and sources are for staff
  await expectNone(main().getByRole('link', { name: 'I have it: add' }));
  await expectNone(main().getByText('Source:', { exact: false }));
  await expectSound('may I join');
  server.answer(fitToJoin.own, {
    data: {
      ...basisOf(),
      person: judgedOf(3, 'Dinesh Kumar', { 6: cells.missing, 12: cells.missing, 9: cells.ended }),
    },
  });
  await openPage(`/may-i-join?${questionUrl.replace('2026-12-15', '2026-12-17')}`);
  await expect.element(main().getByText('19 of 22 held, 3 missing.')).toBeVisible();
  const adding = main().getByRole('link', { name: 'I have it: add' });
  await expectCount(adding, 3);
  await expect.element(adding.first()).toHaveAttribute('href', '/documents?add=X');
  await expectSound('may I join, missing');
  server.answer(fitToJoin.own, {
    data: { ...basisOf(), person: judgedOf(3, 'Dinesh Kumar', { 6: cells.unchecked, 9: cells.unchecked }) },
  });
  await openPage(`/may-i-join?${questionUrl.replace('2026-12-15', '2026-12-16')}`);
  await expect.element(main().getByText('Nobody has checked 2 documents yet.')).toBeVisible();
});

test('a refusal of the question leaves the question to change', async () => {
  learnerAt();
  server.answer(checklists.listOffered, { data: [list] });
  const message = 'This checklist applies from 1 January 2027. Choose that day of joining or a later one.';
  server.fail(fitToJoin.own, { status: 409, code: 'over', message });
  await openPage(`/may-i-join?${questionUrl}`);
  await expect.element(main().getByText(message)).toBeVisible();
  await expectSound('may I join, refused');
  await button('Change').click();
  await field('Joining').fill('2027-01-01');
  server.answer(fitToJoin.own, { data: { ...basisOf(), person: judgedOf(3, 'Dinesh Kumar', {}) } });
  await button('Check').click();
  await expect.element(main().getByText('You hold every document for this voyage.')).toBeVisible();
});

test('a difference says who lacks something from when on', async () => {
  const editions = [2, 1].map((edition) => ({
    edition,
    appliesFrom: edition === 2 ? '2027-01-01' : '2026-06-01',
    source: 'A circular',
    note: '',
    sourceDate: '2026-11-26',
    rows: [],
    cases: [],
    outcomes: [],
    inForce: edition === 1,
    createdAt: '2026-11-20T09:00:00.000Z',
    createdBy: 'Asha Nair',
  }));
  server.answer(checklists.get, { data: { _id: list._id, name: list.name, archivedAt: null, editions } });
  const lacks = [{ row: 'visa', title: 'Visa of the United States (C1/D)', ...cells.missing }];
  server.answer(fitToJoin.difference, {
    data: {
      from: 1,
      to: 2,
      examined: 1000,
      changes: [{ id: 'visa', title: 'Visa of the United States (C1/D)', change: 'added', what: 'VISA-US' }],
      people: crew.slice(1, 4).map(({ _id, name, email }) => ({ _id, name, email, lacks })),
    },
  });
  await openStaffPage(`checklists/${list._id}/difference?from=1&to=2&${questionUrl}`);
  await expect.element(main().getByText('From 1 Jan 2027, 3 people lack something')).toBeVisible();
  await expectSound('checklists, a difference');
});
