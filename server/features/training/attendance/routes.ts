import { attendance } from '@fairlead/contract/training/attendance';
import { dayAt } from '../../../platform/calendar.ts';
import { Attachment, serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Typesetter } from '../../../platform/typesetting/typesetter.ts';
import { getMostAbsentPercent } from '../../academy/index.ts';
import { getBatch, requireBatch } from '../../batches/index.ts';
import { markHalfDays } from './mark-half-days.ts';
import { printBatchSheet } from './print-batch-sheet.ts';
import { listAttendees, listMarks } from './queries.ts';
import { toSheet } from './wire.ts';

/** Routes for the attendance of batches, by half days. */
export const attendanceRoutes = (platform: Platform, typesetter: Typesetter) => {
  const { db, clock, config } = platform;
  const present = async (batchId: string) =>
    toSheet({
      batch: await getBatch(db, batchId),
      attendees: await listAttendees(db, batchId),
      marks: await listMarks(db, batchId),
      today: dayAt(clock(), config.timeZone),
      mostAbsentPercent: await getMostAbsentPercent(db),
    });
  return serve(attendance, {
    getSheet: async ({ actor, params: { id } }) => {
      await requireBatch(db, actor, id);
      return { data: await present(id) };
    },
    printSheet: async ({ actor, params: { id }, ip }) => {
      await requireBatch(db, actor, id);
      const pdf = await printBatchSheet(platform, typesetter, { batchId: id, actorId: actor.accountId, ip });
      return new Attachment(pdf, 'application/pdf', `batch-sheet-${dayAt(clock(), config.timeZone)}.pdf`);
    },
    mark: async ({ actor, params: { id }, body: { marks }, ip }) => {
      await requireBatch(db, actor, id);
      const refused = await markHalfDays(platform, { batchId: id, marks, actorId: actor.accountId, ip });
      return { data: { sheet: await present(id), refused } };
    },
  });
};
