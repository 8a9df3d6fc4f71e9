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
  onOneLine,
  optionalCodeOf,
  SeenEdition,
  saved,
  text,
  tidy,
} from '../values/shapes.ts';
import { validityKinds } from '../values/validity-words.ts';

/** Whether a course is taken first, refreshes what an earlier one gave, or stands in the place of another. */
export const courseKinds = ['first', 'refresher', 'equivalent'] as const;

const optional = (label: string, max: number) =>
  bounded(max, { missing: `${label} is missing`, tooLong: `${label} is too long` }, tidy, onOneLine, z.trim());

const badCode = 'A qualification is a short code, such as PST';

const wholeNumber = (message: string, least: number, most: number) =>
  z.nullable(z.int(message).check(z.gte(least, message), z.lte(most, message)));

/** Who may take a course. All of it is required; sea service and the medical certificate are checked by staff. */
export const Requirements = z.object({
  /**
   * Certificates that they must hold; with `evenExpired`, as for a refresher course, one that has expired is enough.
   */
  certificates: z
    .array(z.object({ qualification: codeOf(badCode), evenExpired: z.boolean() }))
    .check(z.maxLength(10, 'A course requires at most 10 qualifications')),
  /** In years. */
  minimumAge: wholeNumber('The age is a number from 14 to 99', 14, 99),
  /** Sea service in months. */
  seaMonths: wholeNumber('Sea service is a number of months up to 600', 1, 600),
  medical: z.boolean(),
});
export type Requirements = z.infer<typeof Requirements>;

/** The fields of a course's rule. */
const facts = {
  /** The code of what its certificate proves, by which other rules name it; blank where none does. */
  qualification: optionalCodeOf(badCode),
  /** STCW regulation, such as VI/1. */
  regulation: optional('Regulation', 60),
  /** Table of the STCW Code, such as A-VI/1-1. */
  competenceTable: optional('Table', 60),
  /** Number of the IMO model course. */
  modelCourse: optional('Model course', 40),
  /** The edition to which the course is held, such as STCW 2010 with MSC.560(108). */
  standard: optional('Edition', 90),
  kind: z.enum(courseKinds, 'Choose a kind'),
  /** The qualification that it refreshes, or is equivalent to. */
  kindOf: optionalCodeOf(badCode),
  requirements: Requirements,
  validity: z.enum(validityKinds, 'Choose how long a certificate is valid'),
  validityMonths: wholeNumber('Validity must be a number of months', 1, 999),
  /** The document on which a certificate's validity depends: it is valid while that document is. Empty for none. */
  boundTo: optional('Document', 100),
  /**
   * The administration that has approved the course. What was entered before the number had a field of its own may
   * contain it.
   */
  approval: optional('Administration', 200),
  /** The number of the approval; a certificate states an approval that has one. Empty for none. */
  approvalNumber: optional('Approval number', 100),
  /** The last day of the approval; null for one without an end, and where there is none. */
  approvalUntil: z.nullable(CalendarDate),
  /** The source of the rule, such as a circular, and the day on which somebody has read it. */
  source: text('Source', 300),
  sourceDate: CalendarDate,
};
const Facts = z.object(facts);
export type RuleFacts = z.infer<typeof Facts>;

const needsMonths = ({ validity }: { validity: string }) => validity === 'months' || validity === 'until-refresher';

const approvalChange = {
  approval: z.optional(z.nullable(facts.approval)),
  approvalNumber: z.optional(z.nullable(facts.approvalNumber)),
  approvalUntil: z.optional(facts.approvalUntil),
};
type ApprovalChange = z.infer<z.ZodMiniObject<typeof approvalChange>>;

/** Why a number or an end without an approval is refused. */
export const nobodyApproved = 'Say who has approved the course';
/** A number or an end is refused when the same change clears the approval. */
const hasApproval = z.refine<ApprovalChange>(
  ({ approval, approvalNumber, approvalUntil }) =>
    (!approvalNumber && !approvalUntil) || (approval !== '' && approval !== null),
  { error: nobodyApproved, path: ['approval'] },
);

/** Whether the approval of a course has ended before a day; its last day counts. */
export const hasApprovalEnded = ({ approvalUntil }: Pick<RuleFacts, 'approvalUntil'>, day: string): boolean =>
  approvalUntil !== null && approvalUntil < day;

/**
 * A change of an approval: what is left out stays as it is, and null clears it. Number and end go with their approval.
 */
export const ApprovalInput = z.object(approvalChange).check(hasApproval);
export type ApprovalInput = z.infer<typeof ApprovalInput>;

/**
 * A new edition of a rule. `seen` is the newest edition that its author has seen: without one of a colleague since.
 * What it does not say of the approval is that of the edition in whose place it comes.
 */
export const RuleInput = z.object({ ...facts, ...approvalChange, appliesFrom: CalendarDate, seen: SeenEdition }).check(
  hasApproval,
  z.refine((rule) => rule.kind === 'first' || rule.kindOf !== '', {
    error: 'Name the qualification',
    path: ['kindOf'],
  }),
  z.refine((rule) => !needsMonths(rule) || rule.validityMonths !== null, {
    error: 'Validity must be a number of months',
    path: ['validityMonths'],
  }),
  z.refine((rule) => rule.validity !== 'bound' || rule.boundTo !== '', {
    error: 'Name the document',
    path: ['boundTo'],
  }),
);
export type RuleInput = z.infer<typeof RuleInput>;

/** The rule of a course as everybody sees it. Rules from before there were sources have none. */
export const CourseRule = z.extend(z.omit(Facts, { source: true, sourceDate: true }), {
  edition: z.number(),
  /** From when on it applies; null for one that applies from the beginning. */
  appliesFrom: z.nullable(CalendarDate),
  source: z.string(),
  sourceDate: z.nullable(CalendarDate),
});
export type CourseRule = z.infer<typeof CourseRule>;

/** An edition of the rule of a course, as staff see it. */
export const RuleEdition = z.extend(CourseRule, {
  _id: Id,
  createdAt: Instant,
  /** The name of the colleague who entered it; null for the program. */
  createdBy: z.nullable(z.string()),
  /** Whether it applies today. */
  inForce: z.boolean(),
  /** How many certificates were issued by it. */
  certificates: z.number(),
});
export type RuleEdition = z.infer<typeof RuleEdition>;

/** Rules that come with the program, for the academy to review and take over, course by course. */
export const StartingSet = z.object({
  key: z.string(),
  name: z.string(),
  /** The limits of the set, in words, such as requirements that it leaves out. */
  note: z.string(),
  rules: z.array(
    z.object({
      title: z.string(),
      /** Without an approval, which is of an academy alone. */
      rule: z.omit(Facts, { approval: true, approvalNumber: true, approvalUntil: true }),
      /** Who else uses its code, so that the reader cannot save it for this course; null where they can. */
      reserved: z.nullable(z.string()),
    }),
  ),
});
export type StartingSet = z.infer<typeof StartingSet>;

/** The rules of courses, for staff. */
export const courseRules = {
  /** The editions of a course's rule, newest first. */
  list: {
    method: 'GET',
    path: '/courses/:id/rules',
    who: 'courses:read',
    params: ById,
    reply: data(z.array(RuleEdition)),
  },
  /**
   * Adds an edition. It changes no certificate that is issued. Refused with 409 when a colleague has added one since
   * (`stale`), and when the edition would begin before today.
   */
  add: {
    method: 'POST',
    path: '/courses/:id/rules',
    who: 'courses:edit',
    params: ById,
    body: RuleInput,
    status: 201,
    reply: saved(z.array(RuleEdition)),
  },
  /** Changes the approval of an edition, also of one that has ended: it may have come, or been prolonged, since. */
  changeApproval: {
    method: 'PUT',
    path: '/courses/:id/rules/:edition/approval',
    who: 'courses:edit',
    params: z.object({ id: Id, edition: z.coerce.number().check(z.int(), z.positive(), z.maximum(32_767)) }),
    body: ApprovalInput,
    reply: saved(z.array(RuleEdition)),
  },
  /** The starting sets for the rule of a course. */
  startingSets: {
    method: 'GET',
    path: '/courses/:id/starting-sets',
    who: 'courses:read',
    params: ById,
    reply: data(z.array(StartingSet)),
  },
} as const satisfies Calls;
