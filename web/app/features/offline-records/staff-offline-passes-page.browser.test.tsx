import { offlineRecords } from '@fairlead/contract/offline-records';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { main } from '../../../testing/forms.ts';
import { passOf } from '../../../testing/offline-records.ts';
import { idOf, moment } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

test('what there is to check says what it means, and an older version what of it counts', async () => {
  staffAt();
  const once = { times: 1, firstAt: moment, lastAt: moment };
  server.answer(offlineRecords.list, {
    data: [
      passOf({
        replaced: { films: 2, counts: false, shorter: 0 },
        contradictions: [
          { kind: 'clock-back', ...once, times: 3 },
          { kind: 'more-than-clock', ...once },
        ],
      }),
      passOf({ _id: idOf('80000000', 2), userName: 'Anil Kumar', withdrawnAt: moment, emailedAt: moment }),
      passOf({ _id: idOf('80000000', 3), userName: 'Zoya Kumar', replaced: { films: 3, counts: true, shorter: 1 } }),
    ],
  });
  await openStaffPage('aboard');
  const details = page.getByRole('button', { name: /^Details/ });
  await expect.poll(() => details.elements().length).toBe(3);
  for (const detail of details.elements()) (detail as HTMLElement).click();
  for (const words of [
    'An empty battery does this too. Credit follows the academy’s clock. You need to do nothing.',
    'The rest was not credited. Ask the learner, and withdraw the pass if you do not trust the device.',
    'you have replaced 2 of its videos since. By the setting of the course, old videos do not count',
    'you have replaced 3 of its videos since. An old video that was watched whole counts for the new one. One of them is shorter than the new one, and does not count.',
    'The device was not connected since, and does not know it yet.',
    'Progress came by email. The last file was received on',
  ])
    await expect.element(main().getByText(words, { exact: false })).toBeVisible();
  await expectSound('courses aboard, details');
});
