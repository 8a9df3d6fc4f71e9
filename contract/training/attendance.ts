import { z } from 'zod/mini';
import { Batch } from '../batches/calls.ts';
import type { Calls } from '../platform/call.ts';
import { ById, CalendarDate, data, Id, Instant } from '../values/shapes.ts';

/** The halves of a day for which attendance is marked. */
export const halves = ['morning', 'afternoon'] as const;
export type Half = (typeof halves)[number];

/** `made-up`: absent then, and present at a make-up class, which counts as present. */
export const attendanceMarks = ['present', 'absent', 'made-up'] as const;
export type AttendanceMark = (typeof attendanceMarks)[number];

/** The name of each mark on screen and in the batch sheet. */
export const markNames: Readonly<Record<AttendanceMark, string>> = {
  present: 'Present',
  absent: 'Absent',
  'made-up': 'Make-up',
};

/** The mark of one person for one half day. */
const Marked = z.object({
  day: CalendarDate,
  half: z.enum(halves),
  mark: z.enum(attendanceMarks),
  /** Who marked it, and when. */
  by: z.string(),
  at: Instant,
  /** The mark of a colleague that this one replaced; null where nobody had set another one. */
  replaced: z.nullable(z.object({ mark: z.enum(attendanceMarks), by: z.string() })),
});

/** A person of a batch with all that was marked. */
const Attendee = z.object({
  /** The enrolment's id. */
  _id: Id,
  name: z.string(),
  /** `dropped`: absent for more than the academy allows. `left`: withdrawn by staff, or moved to another batch. */
  standing: z.enum(['attending', 'dropped', 'left']),
  /** Whether the test is open. */
  isComplete: z.boolean(),
  marks: z.array(Marked),
});

export const AttendanceSheet = z.object({
  batch: Batch,
  /** The days with class, and the halves of each that are taught. */
  days: z.array(CalendarDate),
  halves: z.array(z.enum(halves)),
  /** Today in the academy's time zone: later days cannot be marked. */
  today: CalendarDate,
  mostAbsentPercent: z.number(),
  people: z.array(Attendee),
});
export type AttendanceSheet = z.infer<typeof AttendanceSheet>;

/** The longest time for which a device keeps marks, in seconds. */
export const longestKept = 14 * 24 * 3600;

/** The most marks of one call; a device that was without a network for long sends several. */
export const mostMarks = 1000;

export const NewMark = z.object({
  enrolmentId: Id,
  day: CalendarDate,
  half: z.enum(halves),
  mark: z.enum(attendanceMarks),
  /** How long ago it was marked by the device's own count, so that a wrong clock of the device does not matter. */
  secondsAgo: z.number().check(z.gte(0), z.lte(longestKept)),
});
export type NewMark = z.infer<typeof NewMark>;

/** Why a mark was not taken: it can never be, so that the device need not keep it. */
const Refused = z.object({
  enrolmentId: Id,
  day: CalendarDate,
  half: z.enum(halves),
  message: z.string(),
});

export const attendance = {
  /** `id` is the batch's. */
  getSheet: {
    method: 'GET',
    path: '/batches/:id/attendance',
    who: ['enrolments:decide', 'training:edit'],
    params: ById,
    reply: data(AttendanceSheet),
  },
  /**
   * The batch sheet as PDF: the batch, and each person whose attendance is kept, with photograph, particulars,
   * attendance by half day and a field for the signature. `id` is the batch's.
   */
  printSheet: {
    method: 'GET',
    path: '/batches/:id/sheet',
    who: 'people:read',
    params: ById,
    reply: z.unknown(),
  },
  /**
   * Stores marks, those of a device that was without a network included. Idempotent: what is stored already changes
   * nothing. Of two people who mark the same half day, the later mark counts, and the sheet shows what it replaced.
   */
  mark: {
    method: 'POST',
    path: '/batches/:id/attendance',
    who: ['enrolments:decide', 'training:edit'],
    params: ById,
    body: z.object({ marks: z.array(NewMark).check(z.minLength(1), z.maxLength(mostMarks)) }),
    reply: data(z.object({ sheet: AttendanceSheet, refused: z.array(Refused) })),
  },
} as const satisfies Calls;
