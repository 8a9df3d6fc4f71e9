import { evidence } from '@fairlead/contract/overview/calls';
import { training } from '@fairlead/contract/training/calls';
import type { WatchRecord } from '@fairlead/contract/training/watch-record';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { idOf, moment } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const record: WatchRecord = {
  userId: idOf('10000000'),
  userName: 'Asha Nair',
  courseId: courseOf()._id,
  courseTitle: 'HAZMAT',
  approvedAt: moment,
  completion: null,
  films: [],
};

test('a film shows what its learner was asked, when it was answered, at which speed it may be played, and what was watched offline', async () => {
  staffAt();
  const check = { at: 60, question: null, askedAt: moment, answeredAt: moment, late: true, wrongAnswers: 0 };
  const film = {
    serial: 1,
    title: 'Muster',
    duration: 600,
    watchedSeconds: 200,
    intervals: [[0, 200]],
    removed: false,
    replaced: false,
    byOlderVersion: false,
    openedAt: moment,
    completedAt: null,
    highestSpeed: 1.25,
    sittings: [],
    package: null,
    offline: [{ watchedFrom: moment, watchedTo: moment, creditedAt: moment, seconds: 90, intervals: [[0, 90]] }],
    checks: [
      check,
      { ...check, at: 200, question: 'Which signal was that?', answeredAt: null, late: false, wrongAnswers: 2 },
      { ...check, at: 400, askedAt: null, answeredAt: null, late: false },
    ],
  } satisfies WatchRecord['films'][number];
  const plain = { ...film, checks: [], offline: [], duration: 600, completedAt: moment };
  const newer = { ...plain, serial: 2, title: 'Newer', watchedSeconds: 0, intervals: [], byOlderVersion: true };
  const older = { ...plain, serial: 2, title: 'Older', removed: true, replaced: true };
  server.answer(training.getWatchRecord, { data: { ...record, films: [film, newer, older] } });
  await openStaffPage(`watching/${idOf('80000000')}`);
  const checks = page.getByRole('list', { name: 'Presence checks of Muster' }).getByRole('listitem');
  await expect
    .poll(() => checks.elements().map(({ textContent }) => textContent))
    .toEqual([
      '1:00 · Are you there?answered 5 Sept 2026, 2:30 pm, late',
      '3:20 · Which signal was that?asked 5 Sept 2026, 2:30 pm, not answered, 2 wrong before',
      '6:40 · Are you there?not asked yet',
    ]);
  await expect.element(page.getByText(/at up to 1.25 ×/).first()).toBeVisible();
  await expect
    .poll(() => page.getByRole('list', { name: 'Watched offline of Muster' }).element().textContent)
    .toContain('by the device’s clock2 min credited, received');
  await expect.element(main().getByText(/since its older version was watched offline/)).toBeVisible();
  await expect.element(main().getByText('Older version', { exact: true })).toBeVisible();
  await expectSound('watch record with presence checks');
});

test('evidence that cannot be packed reports why for 6 seconds', async () => {
  staffAt();
  server.answer(training.getWatchRecord, { data: record });
  await openStaffPage(`watching/${idOf('80000000')}`);
  await expect.element(button('Evidence pack')).toBeEnabled();
  const { passes } = stopClock();
  for (const [fault, words] of [
    [{ status: 500 }, 'Failed to prepare the evidence pack.'],
    [{ status: 503, message: 'The harbour is closed until noon.' }, 'The harbour is closed until noon.'],
  ] as const) {
    server.fail(evidence, fault);
    const release = server.hold(evidence);
    await button('Evidence pack').click();
    await expect.element(button('Evidence pack')).toBeDisabled();
    release();
    const notice = page.getByRole('alert').getByText(words);
    await expect.element(notice).toBeVisible();
    await expect.element(button('Evidence pack')).toBeEnabled();
    await passes(5.999);
    await expect.element(notice).toBeVisible();
    await passes(0.001);
    expect(notice.elements()).toEqual([]);
  }
});
