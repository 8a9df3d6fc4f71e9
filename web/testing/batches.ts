import type { Batch } from '@fairlead/contract/batches/calls';
import { idOf } from './records.ts';

/** A batch of three days in the classroom, which is being held; `part` is what a test needs otherwise. */
export const batchOf = (part: Partial<Batch> = {}): Batch => ({
  _id: idOf('b0000000'),
  code: 'PST 12/2026',
  courseId: idOf('a0000000'),
  courseTitle: 'Personal Survival Techniques',
  firstDay: '2026-09-04',
  lastDay: '2026-09-06',
  restDays: [],
  startsAt: '09:00',
  endsAt: '17:00',
  venue: 'Pool hall',
  seats: 12,
  instructor: null,
  state: 'open',
  phase: 'running',
  taken: 2,
  waiting: 0,
  version: 1,
  ...part,
});
