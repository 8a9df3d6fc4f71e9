import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import {
  ById,
  bounded,
  CalendarDate,
  codeOf,
  data,
  Id,
  Instant,
  line,
  optionalText,
  SeenEdition,
  saved,
  text,
} from '../values/shapes.ts';
import { endsTooEarly, ranks, shipTypes, signsOffTooEarly } from './jobs-aboard.ts';

const badFlag = 'A flag is a code of two letters, such as PA';
export const Flag = bounded(2, { missing: badFlag, tooLong: badFlag }).check(z.regex(/^[A-Z]{2}$/, badFlag));
export const Rank = z.enum(ranks, 'There is no such rank');
export const ShipType = z.enum(shipTypes, 'There is no such type of ship');

const badCode = 'A document is a short code, such as PST or PASSPORT';
/** The code of a qualification or a document, as wallets and the rules of courses have it. */
const DocumentCode = codeOf(badCode);

/** The most that a checklist has. */
export const mostRows = 100;
export const mostCases = 50;

/** A checklist has more where all of its texts are as long as they may be. */
const mostChecklistBytes = 1.5 * 2 ** 20;

const days = 'Enter a number of days up to 400';
const rowId = bounded(40, { missing: 'A row has an id' }).check(
  z.regex(/^[a-z0-9][a-z0-9-]*$/, 'Not a valid id of a row'),
);

/** A row of a checklist: what somebody needs who has one of these jobs. */
export const ChecklistRow = z.object({
  /** It stays the same in all editions, so that a difference can be shown. */
  id: rowId,
  title: line('Document', 120),
  /** One of these is enough. */
  anyOf: z.array(DocumentCode).check(z.minLength(1, badCode), z.maxLength(10, 'A row has at most 10 codes')),
  /** For which jobs; an empty list means all of them. */
  ranks: z.array(Rank).check(z.maxLength(ranks.length)),
  flags: z.array(Flag).check(z.maxLength(60)),
  shipTypes: z.array(ShipType).check(z.maxLength(shipTypes.length)),
  /** How many days after the sign-off it has to be valid. */
  daysBeyond: z.int(days).check(z.gte(0, days), z.lte(400, days)),
  /** The source of the row, such as a circular, and the day on which somebody has read it. */
  source: line('Source', 300),
  sourceDate: CalendarDate,
});
export type ChecklistRow = z.infer<typeof ChecklistRow>;

/** Somebody with certain documents, for a job and a voyage, and the gaps that the checklist has to find. */
export const TestCase = z
  .object({
    name: line('Test case', 120),
    rank: Rank,
    flag: Flag,
    shipType: ShipType,
    joinsOn: CalendarDate,
    signsOffOn: CalendarDate,
    held: z
      .array(z.object({ code: DocumentCode, firstDay: CalendarDate, lastDay: z.nullable(CalendarDate) }))
      .check(z.maxLength(100, 'A test case has at most 100 documents')),
    /** Every other row that applies has to be held. */
    gaps: z
      .array(z.object({ row: rowId, state: z.enum(['runs-out', 'missing']) }))
      .check(z.maxLength(mostRows, `A test case has at most ${mostRows} gaps`)),
  })
  .check(z.refine((voyage) => !endsTooEarly(voyage), { error: signsOffTooEarly, path: ['signsOffOn'] }));
export type TestCase = z.infer<typeof TestCase>;

const content = {
  source: text('Source', 300),
  sourceDate: CalendarDate,
  /** The limits of the checklist, in words: requirements that it leaves out. Blank for none. */
  note: optionalText('The note', 1000),
  rows: z
    .array(ChecklistRow)
    .check(z.minLength(1, 'Add a row'), z.maxLength(mostRows, `A checklist has at most ${mostRows} rows`)),
  cases: z.array(TestCase).check(z.maxLength(mostCases, `A checklist has at most ${mostCases} test cases`)),
};
const hasOwnIds = z.refine<{ rows: ChecklistRow[] }>(
  ({ rows }) => new Set(rows.map(({ id }) => id)).size === rows.length,
  {
    error: 'Two rows have the same id',
    path: ['rows'],
  },
);

const Content = z.object(content);
export type ChecklistContent = z.infer<typeof Content>;

const writing = {
  ...content,
  appliesFrom: CalendarDate,
  /** Saves the edition although test cases fail. */
  knowingly: z._default(z.boolean(), false),
};
export const NewChecklist = z.object({ name: line('Name', 120), ...writing }).check(hasOwnIds);
/** A new edition. `seen` is the newest edition that its author has seen: without one of a colleague since. */
export const EditionInput = z.object({ ...writing, seen: SeenEdition }).check(hasOwnIds);
export type EditionInput = z.infer<typeof EditionInput>;

/** The result of a test case: its failures, none where the verdicts are as expected. */
export const CaseOutcome = z.object({ name: z.string(), failures: z.array(z.string()) });
export type CaseOutcome = z.infer<typeof CaseOutcome>;

/** Since when nobody is judged by it any more; null for a checklist that is used. */
const archivedAt = z.nullable(Instant);

const EditionFacts = {
  edition: z.number(),
  appliesFrom: CalendarDate,
  source: z.string(),
  sourceDate: CalendarDate,
};

/** The jobs that rows name; empty where they name none. */
const Jobs = z.object({ ranks: z.array(Rank), flags: z.array(Flag), shipTypes: z.array(ShipType) });

/** A checklist by which people can be judged: what one needs to ask a question. */
export const OfferedChecklist = z.object({ _id: Id, name: z.string(), appliesFrom: CalendarDate, jobs: Jobs });
export type OfferedChecklist = z.infer<typeof OfferedChecklist>;

/** A checklist in a list, by its edition of today: or by its first one, if that has not begun. */
export const ChecklistSummary = z.object({
  _id: Id,
  name: z.string(),
  ...EditionFacts,
  note: z.string(),
  /** Whether that edition applies today. */
  inForce: z.boolean(),
  rows: z.number(),
  cases: z.number(),
  /** How many test cases of the edition fail. */
  failing: z.number(),
  /** The edition that begins next; null for none. */
  next: z.nullable(z.object({ edition: z.number(), appliesFrom: CalendarDate })),
  jobs: Jobs,
  archivedAt,
});
export type ChecklistSummary = z.infer<typeof ChecklistSummary>;

export const ChecklistEdition = z.object({
  ...content,
  ...EditionFacts,
  note: z.string(),
  createdAt: Instant,
  /** The name of the colleague who entered it; null for the program. */
  createdBy: z.nullable(z.string()),
  inForce: z.boolean(),
  /** In the order of `cases`. */
  outcomes: z.array(CaseOutcome),
});
export type ChecklistEdition = z.infer<typeof ChecklistEdition>;

/** A checklist with all its editions, the newest first. */
export const Checklist = z.object({ _id: Id, name: z.string(), archivedAt, editions: z.array(ChecklistEdition) });
export type Checklist = z.infer<typeof Checklist>;

/** A checklist that comes with the program, for the academy to review and take over. */
export const StartingChecklist = z.object({ key: z.string(), name: z.string(), ...content });
export type StartingChecklist = z.infer<typeof StartingChecklist>;

/** The checklists of documents that jobs aboard require, in editions, for staff. */
export const checklists = {
  /** All of them, by name; there are some dozen. Archived ones come last. */
  list: { method: 'GET', path: '/checklists', who: 'fitness:read', reply: data(z.array(ChecklistSummary)) },
  /** Those that are not archived, for the question who may join; learners ask it of themselves. */
  listOffered: {
    method: 'GET',
    path: '/checklists/offered',
    who: ['fitness:read', 'learner'],
    reply: data(z.array(OfferedChecklist)),
  },
  startingSets: {
    method: 'GET',
    path: '/checklists/starting-sets',
    who: 'checklists:edit',
    reply: data(z.array(StartingChecklist)),
  },
  get: { method: 'GET', path: '/checklists/:id', who: 'fitness:read', params: ById, reply: data(Checklist) },
  /**
   * Creates a checklist with its first edition. Refused with 409 and the code 'cases-fail' where test cases fail, with
   * a sentence for each of them, unless it is saved knowingly.
   */
  create: {
    method: 'POST',
    path: '/checklists',
    who: 'checklists:edit',
    body: NewChecklist,
    mostBytes: mostChecklistBytes,
    status: 201,
    reply: saved(Checklist),
  },
  /**
   * Archives a checklist, so that nobody is judged by it any more, or restores it. Its editions stay as they are.
   * Idempotent.
   */
  setArchived: {
    method: 'PUT',
    path: '/checklists/:id/archived',
    who: 'checklists:edit',
    params: ById,
    body: z.object({ archived: z.boolean() }),
    reply: saved(Checklist),
  },
  /**
   * Adds an edition to one that is not archived; refused as `create`, and with 409 when a colleague has added one since
   * (`stale`).
   */
  addEdition: {
    method: 'POST',
    path: '/checklists/:id/editions',
    who: 'checklists:edit',
    params: ById,
    body: EditionInput,
    mostBytes: mostChecklistBytes,
    status: 201,
    reply: saved(Checklist),
  },
} as const satisfies Calls;
