import { longestProgressFile, offlineRecords } from '@fairlead/contract/offline-records/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, main } from '../../../testing/forms.ts';
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
      passOf({ _id: idOf('80000000', 2), userName: 'Anil Kumar', withdrawnAt: moment }),
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
  ])
    await expect.element(main().getByText(words, { exact: false })).toBeVisible();
  await expectSound('courses aboard, details');
});

const dialog = page.getByRole('dialog');
const result = (text: string) => dialog.getByRole('list', { name: 'Results' }).getByText(text);

/** The page of staff with the dialog for files open; the server credits a file named by its text. */
async function openUpload() {
  staffAt();
  server.answer(offlineRecords.list, { data: [passOf()] });
  server.answer(offlineRecords.uploadProgress, ({ body }) => ({
    message: 'Progress uploaded.',
    data: { userName: body?.file ?? '', courseTitle: 'Personal Survival Techniques', creditedSeconds: 120 },
  }));
  await openStaffPage('aboard');
  await button('Upload progress files').click();
}

test('files of the ship’s email are dropped together, and each gets its own result', async () => {
  await openUpload();
  const chosen = dialog.getByLabelText('Progress files');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect.element(dialog.getByText('Drop or choose a file')).toBeVisible();
  // a mail program may have changed the name of one; one is the email itself, and one is something else
  await userEvent.upload(chosen, [
    new File(['Asha Nair'], '2026-11-20.fairlead-progress'),
    new File(['Anil Kumar'], 'attachment.dat'),
    new File(['From: master@ship.example'], 'Progress.EML'),
    new File(['x'.repeat(longestProgressFile + 1)], 'film.mp4'),
  ]);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect.element(result('2 min of Personal Survival Techniques credited to Asha Nair.')).toBeVisible();
  await expect.element(result('2 min of Personal Survival Techniques credited to Anil Kumar.')).toBeVisible();
  await expect.element(result('This is a whole email. Save its attachment, and upload that.')).toBeVisible();
  await expect.element(result('This is not a file with progress of a course.')).toBeVisible();
  expect(dialog.getByRole('listitem').elements()).toHaveLength(4);
  expect(server.sent(offlineRecords.uploadProgress).map(({ body }) => body?.file)).toEqual(['Asha Nair', 'Anil Kumar']);
  await expectSound('upload progress files, results');
  // the files are not sent again, and the list behind shows what they changed
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect.element(dialog.getByText('Drop or choose a file')).toBeVisible();
  expect(server.sent(offlineRecords.uploadProgress)).toHaveLength(2);
  await expect.poll(() => server.sent(offlineRecords.list).length).toBe(2);
});

test('a file that the academy refuses keeps none of the others from being sent', async () => {
  await openUpload();
  const message = 'The academy did not sign the pass in this file.';
  server.fail(offlineRecords.uploadProgress, { status: 400, code: 'bad-file', message });
  await userEvent.upload(dialog.getByLabelText('Progress files'), [new File(['one'], 'one'), new File(['two'], 'two')]);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect.poll(() => result(message).elements().length).toBe(2);
  expect(server.sent(offlineRecords.uploadProgress)).toHaveLength(2);
});
