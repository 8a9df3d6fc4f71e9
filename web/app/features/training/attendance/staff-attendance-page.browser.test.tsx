import type { SessionUser } from '@fairlead/contract/accounts/calls';
import { type AttendanceSheet, attendance } from '@fairlead/contract/training/attendance';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../../testing/batches.ts';
import { expectNone, main } from '../../../../testing/forms.ts';
import { idOf, moment } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { readKept } from '../../../lib/device/kept-store.ts';
import { clearSession, getSession, keepUser, personNow } from '../../../lib/session/session.ts';
import { keepMarks } from './kept-marks.ts';
import { keepSheet, mostSheets, readSheet } from './kept-sheet.ts';
import { sheetQuery } from './staff-api.ts';

const batch = batchOf();
const id = batch._id;
const personOf = (n: number, name: string): AttendanceSheet['people'][number] => ({
  _id: idOf('80000000', n),
  name,
  standing: 'attending',
  isComplete: false,
  marks: [],
});
const sheetOf = (part: Partial<AttendanceSheet> = {}): AttendanceSheet => ({
  batch,
  days: ['2026-09-04', '2026-09-05', '2026-09-06'],
  halves: ['morning', 'afternoon'],
  today: '2026-09-05',
  mostAbsentPercent: 50,
  people: [personOf(1, 'Asha Nair'), personOf(2, 'Ravi Menon')],
  ...part,
});
const keptSheets = () => Object.keys(localStorage).filter((key) => key.startsWith('sheet:'));
const row = (name: string) => main().getByRole('listitem').filter({ hasText: name });

test('marks that are made without a network are kept on the device, and sent once it is back', async () => {
  staffAt('instructor');
  server.answer(attendance.getSheet, { data: sheetOf() });
  await openStaffPage(`batches/${id}/attendance`);
  await expect.element(main().getByText('All marks are saved.')).toBeVisible();
  await expectSound('attendance, nothing marked');
  server.fail(attendance.mark, 'no link');
  await row('Ravi Menon').getByRole('button', { name: 'Absent' }).click();
  await main().getByRole('button', { name: 'Mark the other 1 present' }).click();
  await expect.element(main().getByRole('alert')).toMatchTextContent('2 marks are kept on this device');
  await expectSound('attendance, without a network');
  // a reload loses nothing
  await openStaffPage(`batches/${id}/attendance`);
  await expect.element(main().getByRole('alert')).toMatchTextContent('2 marks are kept on this device');
  await expect
    .element(row('Asha Nair').getByRole('button', { name: 'Present' }))
    .toHaveAttribute('aria-pressed', 'true');
  const made = (mark: 'present' | 'absent') => ({
    ...({ day: '2026-09-05', half: 'morning', mark, by: 'Colleague', at: moment } as const),
    replaced: null,
  });
  const people = [
    { ...personOf(1, 'Asha Nair'), marks: [made('present')] },
    {
      ...personOf(2, 'Ravi Menon'),
      marks: [{ ...made('absent'), replaced: { mark: 'present' as const, by: 'Leela Das' } }],
    },
  ];
  const earlier = server.sent(attendance.mark).length;
  server.answer(attendance.mark, { data: { sheet: sheetOf({ people }), refused: [] } });
  window.dispatchEvent(new Event('online'));
  await expect.element(main().getByText('All marks are saved.')).toBeVisible();
  const sent = server.sent(attendance.mark).slice(earlier);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body?.marks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ enrolmentId: idOf('80000000', 2), day: '2026-09-05', half: 'morning', mark: 'absent' }),
      expect.objectContaining({ enrolmentId: idOf('80000000', 1), mark: 'present' }),
    ]),
  );
  await expect
    .element(main().getByText('Leela Das marked Present, then Colleague marked Absent. Absent counts.'))
    .toBeVisible();
  await expectSound('attendance, two disagree');
});

test('a day that is not today is named, and marks that the server does not take now stay, with its reason', async () => {
  staffAt('instructor');
  server.answer(attendance.getSheet, { data: sheetOf() });
  server.fail(attendance.mark, { status: 409, message: 'This batch is cancelled.' });
  await openStaffPage(`batches/${id}/attendance`);
  await expect
    .element(main().getByText('You are marking 5 Sept 2026, which is not today.', { exact: true }))
    .toBeVisible();
  await row('Asha Nair').getByRole('button', { name: 'Present' }).click();
  await expect
    .element(main().getByRole('alert'))
    .toMatchTextContent('This batch is cancelled. 1 mark is kept on this device, but not stored.');
});

test('more marks than one call takes are sent in several', async () => {
  staffAt('instructor');
  const mark = { day: '2026-09-05', half: 'morning', mark: 'present', at: Date.now() } as const;
  await keepMarks(
    id,
    Array.from({ length: 1001 }, (_, n) => ({ ...mark, enrolmentId: idOf('80000000', n) })),
  );
  server.answer(attendance.getSheet, { data: sheetOf() });
  server.answer(attendance.mark, { data: { sheet: sheetOf(), refused: [] } });
  await openStaffPage(`batches/${id}/attendance`);
  await expect.poll(() => server.sent(attendance.mark)).toHaveLength(2);
  await expect.element(main().getByText('All marks are saved.')).toBeVisible();
  expect(server.sent(attendance.mark).map(({ body }) => body?.marks.length)).toEqual([1000, 1]);
});

test('marks that the server refuses are named, and not sent again', async () => {
  staffAt('instructor');
  server.answer(attendance.getSheet, { data: sheetOf() });
  const refused = [
    {
      enrolmentId: idOf('80000000', 2),
      day: '2026-09-05',
      half: 'morning' as const,
      message: 'This person is not in the batch.',
    },
  ];
  server.answer(attendance.mark, { data: { sheet: sheetOf(), refused } });
  await openStaffPage(`batches/${id}/attendance`);
  await row('Ravi Menon').getByRole('button', { name: 'Present' }).click();
  await expect.element(main().getByText('Ravi Menon: This person is not in the batch.')).toBeVisible();
  await expect.element(main().getByText('All marks are saved.')).toBeVisible();
  expect(page.getByText(/kept on this device/).elements()).toEqual([]);
});

test('the page opens without a network as it was last seen, for the same person alone', async () => {
  staffAt('instructor');
  server.answer(attendance.getSheet, { data: sheetOf() });
  await openStaffPage(`batches/${id}/attendance`);
  await expect.element(row('Asha Nair')).toBeVisible();
  server.fail(attendance.getSheet, 'no link');
  server.fail(attendance.mark, 'no link');
  queryClient.clear(); // a cold start
  await openStaffPage(`batches/${id}/attendance`);
  const note = main().getByText(/^No connection\. You see the list of/);
  await expect.element(note).toBeVisible();
  await row('Asha Nair').getByRole('button', { name: 'Absent' }).click();
  await expect.element(main().getByText(/1 mark is kept on this device/)).toBeVisible();
  await expectSound('attendance, opened without a network');

  // the link is back, and the server refuses the list: it says why, and not that there is no connection
  const answers = ['This course is not yours any more.', 'Something went wrong.'];
  for (const [n, status] of [403, 500].entries()) {
    server.fail(attendance.getSheet, { status, message: answers[n] ?? '' });
    await queryClient.refetchQueries({ queryKey: sheetQuery(id).queryKey });
    await expect.element(main().getByText(`${answers[n]} You see the list of`, { exact: false })).toBeVisible();
    await expectNone(note);
  }
  server.fail(attendance.getSheet, 'no link');
  await queryClient.refetchQueries({ queryKey: sheetQuery(id).queryKey });
  await expect.element(note).toBeVisible();

  // a colleague who logs in on this device finds neither the page nor the names
  const mine = getSession()?.user as SessionUser;
  keepUser({ ...mine, _id: idOf('90000000', 7) });
  expect(keptSheets()).toEqual([]);
  queryClient.clear();
  await openStaffPage(`batches/${id}/attendance`);
  await expect.element(main().getByText('Failed to load the attendance.')).toBeVisible();
  await expectNone(main().getByText('Asha Nair'));

  // the marks stay, also after the end of the session
  keepUser(mine);
  keepSheet(mine._id, sheetOf());
  clearSession();
  expect(keptSheets()).toEqual([]);
  expect(await readKept(['attendance', mine._id, id])).toHaveLength(1);
});

test('a sheet is not kept of a batch that its reader may no longer see, nor after they have logged out', async () => {
  staffAt('instructor');
  const mine = personNow();
  server.answer(attendance.getSheet, { data: sheetOf() });
  await openStaffPage(`batches/${id}/attendance`);
  await expect.element(row('Asha Nair')).toBeVisible();
  expect(keptSheets()).toEqual([`sheet:${mine}:${id}`]);
  server.fail(attendance.getSheet, { status: 404, message: 'There is no such batch.' });
  await queryClient.refetchQueries({ queryKey: sheetQuery(id).queryKey });
  expect(keptSheets()).toEqual([]);

  // the answer comes after the end of the session
  server.answer(attendance.getSheet, { data: sheetOf() });
  const go = server.hold(attendance.getSheet);
  const ask = sheetQuery(id).queryFn as () => Promise<AttendanceSheet>;
  const asked = ask();
  await vi.waitFor(() => expect(server.sent(attendance.getSheet)).toHaveLength(3));
  clearSession();
  go();
  expect((await asked).people).toHaveLength(2);
  expect(keptSheets()).toEqual([]);
});

test('the latest sheets alone are kept', () => {
  staffAt('instructor');
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let n = 0; n <= mostSheets; n += 1) {
    vi.setSystemTime(Date.parse(moment) + n);
    keepSheet(personNow(), sheetOf({ batch: { ...batch, _id: idOf('c0000000', n) } }));
  }
  vi.useRealTimers();
  expect(keptSheets()).toHaveLength(mostSheets);
  expect(readSheet(personNow(), idOf('c0000000', 0))).toBeUndefined();
  expect(readSheet(personNow(), idOf('c0000000', mostSheets))).toBeDefined();
});
