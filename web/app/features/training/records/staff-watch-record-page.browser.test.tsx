import { evidence } from '@fairlead/contract/overview';
import { training, type WatchRecord } from '@fairlead/contract/training';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { button } from '../../../../testing/forms.ts';
import { idOf, moment } from '../../../../testing/records.ts';
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

test('evidence that cannot be packed reports why for 6 seconds', async () => {
  staffAt();
  server.answer(training.getWatchRecord, { data: record });
  await openStaffPage(`watching/${idOf('80000000')}`);
  await expect.element(button('Evidence pack')).toBeEnabled();
  const { passes } = stopClock();
  for (const [fault, words] of [
    [{ status: 500 }, 'Failed to pack the evidence.'],
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
