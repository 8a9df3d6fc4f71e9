import type { Batch, BatchDates, NextDate, PublicDate, RosterEntry } from '@fairlead/contract/batches/calls';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Files } from '../../platform/files/files.ts';
import { fullName } from '../accounts/index.ts';
import type { ProfileRow } from '../seafarers/index.ts';
import type { BatchRow, RosterRow } from './queries.ts';
import { phaseOf } from './rules.ts';

const datesOf = ({ id, code, firstDay, lastDay, restDays, startsAt, endsAt, venue }: BatchRow): BatchDates => ({
  _id: id,
  code,
  firstDay,
  lastDay,
  restDays,
  startsAt,
  endsAt,
  venue,
});

/** A batch as staff see it. */
export const toBatch = (row: BatchRow, today: CalendarDate): Batch => ({
  ...datesOf(row),
  courseId: row.courseId,
  courseTitle: row.courseTitle,
  seats: row.seats,
  instructor:
    row.instructorId !== null && row.firstName !== null && row.lastName !== null
      ? { _id: row.instructorId, name: fullName({ firstName: row.firstName, lastName: row.lastName }) }
      : null,
  state: row.state,
  phase: phaseOf(row, today),
  taken: row.taken,
  waiting: row.waiting,
  version: row.version,
});

/** A batch on the public page of its course; while somebody waits, no seat is free for those who ask later. */
export const toPublicDate = (row: BatchRow): PublicDate => ({
  ...datesOf(row),
  seats: row.seats,
  free: row.waiting > 0 ? 0 : Math.max(0, row.seats - row.taken),
});

/** A batch with a free seat, with its course. */
export const toNextDate = (row: BatchRow): NextDate => ({
  ...toPublicDate(row),
  courseId: row.courseId,
  title: row.courseTitle,
});

/**
 * A person of a batch.
 *
 * @param profile undefined without one, and for staff who may not read it.
 */
export const toRosterEntry = (
  files: Pick<Files, 'link'>,
  row: RosterRow,
  profile: ProfileRow | undefined,
): RosterEntry => ({
  _id: row.id,
  userId: { _id: row.accountId, email: row.email },
  userName: fullName(row),
  status: row.status,
  place: !row.isIn ? 'left' : row.seatedAt ? 'seat' : 'waiting',
  waiting: row.waiting,
  askedAt: row.askedAt.toISOString(),
  particulars: profile
    ? {
        name: profile.name,
        dateOfBirth: profile.birthDate,
        passportNumber: profile.passportNumber,
        cdcNumber: profile.cdcNumber,
        indosNumber: profile.indosNumber,
        gradeNumber: profile.gradeNumber,
        phone: profile.phone,
        picture: {
          filename: profile.profilePicture,
          url: files.link('profile_pictures', profile.profilePicture),
        },
      }
    : null,
});
