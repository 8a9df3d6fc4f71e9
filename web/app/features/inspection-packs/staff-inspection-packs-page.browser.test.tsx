import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { type InspectionPack, inspectionPacks } from '@fairlead/contract/inspection-packs/calls';
import { beforeEach, expect, test } from 'vitest';
import { batchOf } from '../../../testing/batches.ts';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, expectWrong, field, main } from '../../../testing/forms.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const packOf = (part: Partial<InspectionPack> = {}): InspectionPack => ({
  _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2d01',
  batchCode: null,
  from: '2026-10-01',
  to: '2026-10-31',
  courseTitle: null,
  state: 'ready',
  people: 214,
  done: 214,
  sizeBytes: 61_400_000,
  askedAt: '2026-11-20T06:30:00.000Z',
  askedBy: 'Meera Rao',
  removedFrom: '2026-11-27T06:32:00.000Z',
  ...part,
});
const idOf = (n: number) => `7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2d0${n}`;
const making = packOf({ _id: idOf(2), state: 'making', done: 61, sizeBytes: null, removedFrom: null });

beforeEach(() => {
  staffAt('admin');
  server.answer(courses.list, { data: [courseOf()] });
});

test('a manager asks for a pack of a period, sees what is missing, and watches it being made', async () => {
  server.answer(inspectionPacks.list, { data: [] });
  await openStaffPage('inspection-packs');
  await expect.element(main().getByText('No packs yet.')).toBeVisible();
  await expectSound('inspection packs, none');
  await button('Make Pack').click();
  await expectWrong('First day', 'Choose the first day');
  await field('First day').fill('2026-10-01');
  await field('Last day').fill('2026-09-01');
  await button('Make Pack').click();
  await expectWrong('Last day', 'The last day is before the first');
  await field('Last day').fill('2026-10-31');
  server.fail(inspectionPacks.ask, { status: 409, message: 'Nobody was trained, tested or certified then.' });
  await button('Make Pack').click();
  await expect.element(alertWith('Nobody was trained, tested or certified then.')).toBeVisible();
  await expectSound('inspection packs, refused');
  server.answer(inspectionPacks.ask, { message: 'The pack is being made.', data: making });
  server.answer(inspectionPacks.list, { data: [making] });
  await button('Make Pack').click();
  await expect.element(main().getByRole('progressbar')).toBeVisible();
  expect(server.sent(inspectionPacks.ask).at(-1)?.body).toEqual({ from: '2026-10-01', to: '2026-10-31' });
});

test('packs are listed in every state', async () => {
  server.answer(inspectionPacks.list, {
    data: [
      making,
      packOf(),
      packOf({
        _id: idOf(3),
        batchCode: 'PST-2026-04',
        courseTitle: 'Personal Survival Techniques',
        from: null,
        to: null,
      }),
      packOf({ _id: idOf(4), state: 'failed', sizeBytes: null, removedFrom: null }),
      packOf({ _id: idOf(5), state: 'removed', sizeBytes: null, removedFrom: null, askedBy: null }),
    ],
  });
  await openStaffPage('inspection-packs');
  await expect.element(button('Download').first()).toBeVisible();
  await expect.element(main()).toMatchTextContent('214 people, 61.4 MB');
  await expect.element(main()).toMatchTextContent('Batch PST-2026-04, Personal Survival Techniques');
  await expect.element(main()).toMatchTextContent('It could not be made.');
  await expectSound('inspection packs, each state');
});

test('a pack of a batch is asked for without days', async () => {
  const batch = batchOf();
  server.answer(batches.get, { data: batch });
  server.answer(inspectionPacks.list, { data: [] });
  await openStaffPage(`inspection-packs?batch=${batch._id}`);
  await expect.element(main()).toMatchTextContent(batch.code);
  await expectSound('inspection packs, of a batch');
  server.answer(inspectionPacks.ask, { message: 'The pack is being made.', data: making });
  await button('Make Pack').click();
  await expect.poll(() => server.sent(inspectionPacks.ask).at(-1)?.body).toEqual({ batchId: batch._id });
});
