import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, bounded, CalendarDate, data, Id, ListQuery, oneOf, wholeFrom } from '../values/shapes.ts';
import { ChecklistRow, Flag, Rank, ShipType } from './checklists.ts';
import { cellStates, verdicts } from './verdicts.ts';

/** The most people who are judged at once. */
export const mostJudged = 1000;

const voyageDay = (label: string) =>
  z.iso
    .date(`${label} is required`)
    .check(z.refine((day) => day >= '2000-01-01' && day < '2100-01-01', `${label} is not a valid date`));

/** A job aboard, and the voyage: both days count as days aboard. */
const voyage = {
  rank: Rank,
  flag: Flag,
  shipType: ShipType,
  joinsOn: voyageDay('Joining'),
  signsOffOn: voyageDay('Sign-off'),
};

const editionNumber = z.coerce.number('An edition is a number').check(...wholeFrom(1, 'An edition is a number'));
const edition = z.optional(editionNumber);
/** The edition to judge by; without it, the one that applies on the day of joining. */
const Question = z.object({ ...voyage, edition });
export type Question = z.infer<typeof Question>;

const PeopleQuestion = z.extend(ListQuery, {
  ...Question.shape,
  /** Only those with this standing. At most `mostJudged` people are looked at for one page. */
  only: oneOf(verdicts),
  /** Only the people in this batch. */
  batch: z.optional(Id),
});

/** A course that closes a gap. */
export const ClosingCourse = z.object({
  courseId: Id,
  title: z.string(),
  /** Whether it helps only those who have held the document before. */
  isRefresher: z.boolean(),
  /** The next batch with a free seat; null for none. */
  batch: z.nullable(z.object({ _id: Id, code: z.string(), firstDay: CalendarDate, lastDay: CalendarDate })),
  /** Whether it can be taken online, at any time. */
  isOnline: z.boolean(),
  /** Whether the batch is over before the day of joining; null without a batch. */
  inTime: z.nullable(z.boolean()),
});
export type ClosingCourse = z.infer<typeof ClosingCourse>;

/** A row that applies to the job. */
export const JudgedRow = z.extend(
  z.pick(ChecklistRow, { id: true, title: true, anyOf: true, daysBeyond: true, source: true }),
  {
    closedBy: z.array(ClosingCourse),
  },
);
export type JudgedRow = z.infer<typeof JudgedRow>;

/** How a person stands by a row. */
export const VerdictCell = z.object({
  state: z.enum(cellStates),
  /**
   * The last day of the document that lasts longest; of a missing one, when the last one ended. Null for none, and
   * never.
   */
  lastDay: z.nullable(CalendarDate),
  /** So many days after joining it runs out; null unless it does. */
  inDays: z.nullable(z.number()),
  /** Whether the academy or its staff have made sure of the document. */
  isChecked: z.boolean(),
});
export type VerdictCell = z.infer<typeof VerdictCell>;

export const JudgedPerson = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  standing: z.enum(verdicts),
  /** In the order of the rows. */
  cells: z.array(VerdictCell),
});
export type JudgedPerson = z.infer<typeof JudgedPerson>;

/** By which checklist somebody is judged. */
const Basis = z.object({
  checklist: z.object({
    _id: Id,
    name: z.string(),
    edition: z.number(),
    appliesFrom: CalendarDate,
    source: z.string(),
    sourceDate: CalendarDate,
    note: z.string(),
  }),
  rows: z.array(JudgedRow),
});
export type Basis = z.infer<typeof Basis>;

/** The basis of a reader's own verdict: where a checklist comes from is for staff. */
const OwnBasis = z.object({
  checklist: z.pick(Basis.shape.checklist, { _id: true, name: true, edition: true }),
  rows: z.array(z.omit(JudgedRow, { source: true })),
});
export type OwnBasis = z.infer<typeof OwnBasis>;

/** The verdicts on some people. */
export const Verdicts = z.extend(Basis, {
  people: z.array(JudgedPerson),
  /** How many people were looked at for this page. */
  examined: z.number(),
});
export type Verdicts = z.infer<typeof Verdicts>;

const who = bounded(254, {
  missing: 'Name people by email or INDoS number',
  tooLong: 'This is no email or INDoS number',
});
/** People by their emails or INDoS numbers; with a format, the verdicts come as a file. */
const ListOfPeople = z.object({
  ...Question.shape,
  format: oneOf(['pdf', 'xlsx']),
  people: z
    .array(who)
    .check(z.minLength(1, 'Name somebody'), z.maxLength(mostJudged, `At most ${mostJudged} people at once`)),
});

/** A difference between two editions for a job and a voyage. */
const Difference = z.object({
  from: z.number(),
  to: z.number(),
  /** Rows that apply by only one of them, or of which another document, or another length of validity, is asked for. */
  changes: z.array(
    z.object({ id: z.string(), title: z.string(), change: z.enum(['added', 'removed', 'changed']), what: z.string() }),
  ),
  /** The people of this page who lack something by the later edition that they did not lack by the earlier one. */
  people: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      email: z.string(),
      lacks: z.array(z.object({ row: z.string(), title: z.string(), ...VerdictCell.shape })),
    }),
  ),
  examined: z.number(),
});
export type Difference = z.infer<typeof Difference>;

/**
 * Who is fit to join a ship: verdicts, which are computed from documents and checklists, and stored nowhere. `id` is
 * the checklist's.
 */
export const fitToJoin = {
  /** Learners whom staff have approved or invited, page by page. */
  people: {
    method: 'GET',
    path: '/checklists/:id/people',
    who: 'fitness:read',
    params: ById,
    query: PeopleQuestion,
    reply: data(Verdicts),
    table: { name: 'fit-to-join' },
  },
  /**
   * A list of people, by emails or INDoS numbers, in its order. `unknown` are the names of nobody, and `ambiguous` the
   * numbers that several people have; neither are judged. As a file it is audited as an export.
   */
  judgeList: {
    method: 'POST',
    path: '/checklists/:id/verdicts',
    who: 'fitness:read',
    params: ById,
    body: ListOfPeople,
    reply: data(z.extend(Verdicts, { unknown: z.array(z.string()), ambiguous: z.array(z.string()) })),
  },
  person: {
    method: 'GET',
    path: '/checklists/:id/people/:personId',
    who: 'fitness:read',
    params: z.object({ id: Id, personId: Id }),
    query: Question,
    reply: data(z.extend(Basis, { person: JudgedPerson })),
  },
  /** PDF of a page of people, or of one person; it is audited as an export. */
  print: {
    method: 'GET',
    path: '/checklists/:id/sheet',
    who: 'fitness:read',
    params: ById,
    query: z.extend(PeopleQuestion, { person: z.optional(Id) }),
    reply: z.unknown(),
  },
  /** The rows of one edition beside those of a later one, and a page of the people who lack something by the later. */
  difference: {
    method: 'GET',
    path: '/checklists/:id/difference',
    who: 'fitness:read',
    params: ById,
    query: z.object({ ...voyage, from: editionNumber, to: editionNumber, after: ListQuery.shape.after }),
    reply: data(Difference),
  },
  /** The reader's own verdict. */
  own: {
    method: 'GET',
    path: '/user/fit-to-join/:id',
    who: 'learner',
    params: ById,
    query: Question,
    reply: data(z.extend(OwnBasis, { person: JudgedPerson })),
  },
} as const satisfies Calls;
