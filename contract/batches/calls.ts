import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { many, mostChosen } from '../platform/decisions.ts';
import { enrolmentStatuses } from '../values/enrolment-state.ts';
import {
  ById,
  ByToken,
  bounded,
  CalendarDate,
  DatedListQuery,
  data,
  FileLink,
  Id,
  Instant,
  line,
  Message,
  oneOf,
  SeenVersion,
  saved,
  sortedBy,
} from '../values/shapes.ts';

/** `open` takes requests, `closed` takes none any more and is held all the same, `cancelled` is not held. */
export const batchStates = ['open', 'closed', 'cancelled'] as const;

/** Where the days of a batch stand today. */
export const batchPhases = ['upcoming', 'running', 'over'] as const;

/** The longest batch, in days from the first to the last. */
export const longestBatch = 400;
const mostSeats = 500;

const day = (label: string) =>
  z.iso.date(`${label} is required`).check(z.refine((value) => value >= '2000-01-01', `${label} is not a valid date`));
const time = (label: string) =>
  bounded(5, { missing: `${label} is required`, tooLong: 'Enter a time' }).check(
    z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${label} is required`),
  );
const seats = `Enter a number of seats from 1 to ${mostSeats}`;
const apartDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const BatchFields = z.object({
  /** The number under which the academy keeps the batch in its books. */
  code: line('Batch number', 40),
  firstDay: day('First day'),
  lastDay: day('Last day'),
  /** Days between the first and the last without class. */
  restDays: z.array(CalendarDate).check(z.maxLength(longestBatch)),
  /** Times of the academy's wall clock, HH:MM. */
  startsAt: time('Start'),
  endsAt: time('End'),
  venue: line('Venue', 200),
  seats: z.int(seats).check(z.gte(1, seats), z.lte(mostSeats, seats)),
  instructorId: z.nullable(Id),
  /** Whether seafarers can ask for it. */
  isOpen: z.boolean(),
});
type BatchFields = z.infer<typeof BatchFields>;

const isInOrder = z.refine<BatchFields>(({ firstDay, lastDay }) => lastDay >= firstDay, {
  error: 'The last day is before the first',
  path: ['lastDay'],
});
const isShort = z.refine<BatchFields>(({ firstDay, lastDay }) => apartDays(firstDay, lastDay) < longestBatch, {
  error: `A batch has at most ${longestBatch} days`,
  path: ['lastDay'],
});
const hasTimes = z.refine<BatchFields>(({ startsAt, endsAt }) => endsAt > startsAt, {
  error: 'The end is before the start',
  path: ['endsAt'],
});
const restsBetween = z.refine<BatchFields>(
  ({ firstDay, lastDay, restDays }) => restDays.every((rest) => rest > firstDay && rest < lastDay),
  { error: 'Days without class are between the first and the last day', path: ['restDays'] },
);

export const BatchInput = BatchFields.check(isInOrder, isShort, hasTimes, restsBetween);
export type BatchInput = z.infer<typeof BatchInput>;
const NewBatch = z.extend(BatchFields, { courseId: Id }).check(isInOrder, isShort, hasTimes, restsBetween);

/** When and where a batch is held: what a seafarer has to know of it. */
export const BatchDates = z.object({
  _id: Id,
  code: z.string(),
  firstDay: CalendarDate,
  lastDay: CalendarDate,
  restDays: z.array(CalendarDate),
  startsAt: z.string(),
  endsAt: z.string(),
  venue: z.string(),
});
export type BatchDates = z.infer<typeof BatchDates>;

/** The batch of a learner; `waiting` is the place on the waiting list from 1, null for somebody with a seat. */
export const OwnBatch = z.extend(BatchDates, {
  isCancelled: z.boolean(),
  waiting: z.nullable(z.number()),
});
export type OwnBatch = z.infer<typeof OwnBatch>;

/** A batch as staff see it. */
export const Batch = z.extend(BatchDates, {
  courseId: Id,
  courseTitle: z.string(),
  seats: z.number(),
  instructor: z.nullable(z.object({ _id: Id, name: z.string() })),
  state: z.enum(batchStates),
  phase: z.enum(batchPhases),
  /** The seats that are taken, by approved learners and by pending requests, and the people on the waiting list. */
  taken: z.number(),
  waiting: z.number(),
  /** Incremented by every edit. */
  version: z.number(),
});
export type Batch = z.infer<typeof Batch>;

/** A batch that seafarers can ask for, with the seats that nobody holds. */
export const PublicDate = z.extend(BatchDates, { seats: z.number(), free: z.number() });
export type PublicDate = z.infer<typeof PublicDate>;

/** The most batches that the home page names. */
export const mostNextDates = 4;

/** A batch with free seats, with its course. */
export const NextDate = z.extend(z.pick(PublicDate, { _id: true, firstDay: true, lastDay: true, free: true }), {
  courseId: Id,
  title: z.string(),
});
export type NextDate = z.infer<typeof NextDate>;

/** How somebody stands in a batch: with a seat, on the waiting list, or no longer in it. */
const rosterPlaces = ['seat', 'waiting', 'left'] as const;

/** The particulars of a person in a batch for which authorities ask. */
const Particulars = z.object({
  name: z.string(),
  dateOfBirth: CalendarDate,
  passportNumber: z.string(),
  cdcNumber: z.string(),
  indosNumber: z.string(),
  gradeNumber: z.string(),
  phone: z.string(),
  picture: FileLink,
});

/** A person of a batch. */
export const RosterEntry = z.object({
  /** The enrolment's id. */
  _id: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  status: z.enum(enrolmentStatuses),
  place: z.enum(rosterPlaces),
  /** The place on the waiting list, from 1. */
  waiting: z.nullable(z.number()),
  askedAt: Instant,
  /** Null without a profile, and for staff who may not read the particulars of people. */
  particulars: z.nullable(Particulars),
});
export type RosterEntry = z.infer<typeof RosterEntry>;

/** Filters for batches: by course, by days (those with class on one of them), by phase, and those that one teaches. */
export const BatchesQuery = z.extend(DatedListQuery, {
  sort: sortedBy(['newest', 'oldest', 'firstDay']),
  course: z.optional(Id),
  phase: oneOf(batchPhases),
  state: oneOf(batchStates),
  teaching: oneOf(['me']),
});
export type BatchesQuery = z.infer<typeof BatchesQuery>;

const month = 'A month is YYYY-MM';

/** The most batches of a calendar: of one month on the screen, of all its months for a calendar program. */
export const mostInCalendar = 500;

export const batches = {
  list: {
    method: 'GET',
    path: '/batches',
    who: 'courses:read',
    query: BatchesQuery,
    reply: data(z.array(Batch)),
    table: { name: 'batches' },
  },
  /**
   * The batches with a day in a month, for a calendar: at most `mostInCalendar`, the soonest, and whether there are
   * more.
   */
  listMonth: {
    method: 'GET',
    path: '/batches/month',
    who: 'courses:read',
    query: z.object({ month: bounded(7, { missing: month }).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, month)) }),
    reply: data(z.object({ batches: z.array(Batch), hasMore: z.boolean() })),
  },
  get: { method: 'GET', path: '/batches/:id', who: 'courses:read', params: ById, reply: data(Batch) },
  create: {
    method: 'POST',
    path: '/batches',
    who: 'enrolments:decide',
    body: NewBatch,
    status: 201,
    reply: saved(Batch),
  },
  /** Refused with 409 and the code 'stale' when the batch is no longer at the version that the editor saw. */
  update: {
    method: 'PUT',
    path: '/batches/:id',
    who: 'enrolments:decide',
    params: ById,
    query: SeenVersion,
    body: BatchInput,
    reply: saved(Batch),
  },
  /** Cancels a batch and emails everybody in it. They stay on its roster, from which staff move them. Idempotent. */
  cancel: { method: 'POST', path: '/batches/:id/cancel', who: 'enrolments:decide', params: ById, reply: saved(Batch) },
  /** The people of a batch: those with a seat, then the waiting list in its order, then those who left. */
  roster: {
    method: 'GET',
    path: '/batches/:id/roster',
    who: 'courses:read',
    params: ById,
    reply: data(z.array(RosterEntry)),
    table: { name: 'batch', who: 'people:read' },
  },
  /** The people with a place in the course, requested or approved, who are in no batch. `id` is the batch's. */
  listUnplaced: {
    method: 'GET',
    path: '/batches/:id/unplaced',
    who: 'enrolments:decide',
    params: ById,
    reply: data(z.array(RosterEntry)),
  },
  /**
   * Moves enrolments of the course into the batch, all or none. Each takes a free seat; with `waiting`, and where none
   * is free, those who may wait go to the end of the waiting list. The ids are those of enrolments.
   */
  place: {
    method: 'POST',
    path: '/batches/:id/roster',
    who: 'enrolments:decide',
    params: ById,
    body: z.object({ people: many(ById, mostChosen), waiting: z._default(z.boolean(), false) }),
    reply: Message,
  },
  /** When the URL of the reader's calendar was created; null when there is none. */
  calendarState: {
    method: 'GET',
    path: '/batches/calendar',
    who: 'courses:read',
    reply: data(z.object({ createdAt: z.nullable(Instant) })),
  },
  /** Creates a new URL for the reader's calendar and invalidates the old one; it is returned only this once. */
  renewCalendar: {
    method: 'POST',
    path: '/batches/calendar',
    who: 'courses:read',
    status: 201,
    reply: saved(z.object({ url: z.string() })),
  },
  /** Ends the URL of the reader's calendar at once. Idempotent. */
  endCalendar: { method: 'DELETE', path: '/batches/calendar', who: 'courses:read', reply: Message },
  /**
   * iCalendar (RFC 5545) with the days with class of the batches that its owner may see now, from a month ago to 13
   * months ahead, of at most `mostInCalendar` batches and with at most 5,000 days, the soonest; anyone who has the URL
   * can read it.
   */
  calendar: { method: 'GET', path: '/calendar/batches/:token', who: 'anyone', params: ByToken, reply: z.unknown() },
  /** The batches of a course that seafarers can ask for, the soonest first. `id` is the course's. */
  listDates: {
    method: 'GET',
    path: '/courses/:id/dates',
    who: 'anyone',
    params: ById,
    reply: data(z.object({ dates: z.array(PublicDate), asOf: Instant })),
  },
  /** The batches of all courses that begin next and have free seats, at most `mostNextDates`. */
  listNextDates: { method: 'GET', path: '/next-dates', who: 'anyone', reply: data(z.array(NextDate)) },
} as const satisfies Calls;
