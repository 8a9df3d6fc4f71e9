import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import {
  ById,
  bounded,
  data,
  Id,
  Instant,
  ListQuery,
  line,
  Message,
  oneOf,
  SeenVersion,
  saved,
  sortedBy,
  text,
  tidy,
} from '../values/shapes.ts';
import { CourseRule } from './course-rules.ts';

const mostSubjects = 100;
const tooManySubjects = `A course has at most ${mostSubjects} subjects`;

/** Text fields arrive by multipart, so numbers come as text and the subjects as a JSON list. */
const subjectList = z.pipe(
  z.pipe(
    bounded(100_000, { missing: 'Subject is required' }),
    z.transform((value, context): unknown => {
      try {
        const list: unknown = JSON.parse(value);
        // each of 50,000 subjects would be checked before they are counted
        if (!Array.isArray(list) || list.length <= mostSubjects) return list;
        context.issues.push({ code: 'custom', input: value, message: tooManySubjects });
        return z.NEVER;
      } catch {
        context.issues.push({ code: 'custom', input: value, message: 'Subject must be a JSON list' });
        return z.NEVER;
      }
    }),
  ),
  z
    .array(text('Subject'), 'Subject must be a JSON list')
    .check(z.minLength(1, 'At least one subject is required'), z.maxLength(mostSubjects, tooManySubjects)),
);

const price = bounded(20, { missing: 'Price is required', tooLong: 'Price must be a number' }, z.trim()).check(
  z.minLength(1, 'Price is required'),
  z.regex(/^\d{1,8}(\.\d{1,2})?$/, 'Price must be a number'),
);

const wholeMonths = 'Validity must be a number of months';
const months = z.optional(
  bounded(10, { tooLong: wholeMonths }, z.trim()).check(z.regex(/^([1-9]\d{0,2})?$/, wholeMonths)),
);

/** The playback speeds among which a course's highest is chosen; hours of contact are counted at the first. */
export const highestSpeeds = ['1', '1.25', '1.5', '2'] as const;
const HighestSpeed = z.enum(highestSpeeds, 'Please choose a speed');

/** Whether what was watched aboard of a film that was replaced since counts for the new one. */
export const replacedAboard = ['not', 'counts'] as const;

/** How a course is held: by films, in the classroom in batches, or both. */
export const courseFormats = ['online', 'classroom', 'both'] as const;

export const CourseInput = z.object({
  title: text('Title'),
  description: text('Description', 5000),
  duration: text('Duration', 100),
  price,
  category: line('Category', 100),
  regulations: text('Regulations', 2000),
  subject: subjectList,
  /**
   * The simplest rule of validity: the months after which a certificate expires; blank means unlimited. It changes the
   * course's rule only where it differs from the months that the rule says; left out of an update, it changes nothing.
   */
  validityMonths: months,
  /**
   * The highest playback speed at which its films are credited. A course begins at 1 ×, since it names the regulations
   * that it follows, and faster hours are no contact hours; left out of an update, it changes nothing.
   */
  highestSpeed: z.optional(HighestSpeed),
  /** Who teaches the course, as its public page names them; blank names nobody. */
  taughtBy: z._default(bounded(200, { tooLong: 'These names are too long' }, tidy, z.trim()), ''),
  format: z._default(z.enum(courseFormats, 'Please choose how the course is held'), 'online'),
  /** Without it nothing counts for a film but what was watched of it. */
  replacedAboard: z._default(z.enum(replacedAboard, 'Please choose what counts'), 'not'),
});
export type CourseInput = z.infer<typeof CourseInput>;

/**
 * A new course is published at once, unless it is created as a draft, which staff publish later. A draft may come
 * without a picture.
 */
export const NewCourseInput = z.extend(CourseInput, {
  draft: z._default(z.enum(['no', 'yes'], 'Please choose whether the course is a draft'), 'no'),
});
export type NewCourseInput = z.infer<typeof NewCourseInput>;

/** What the state of a course is called: a draft was never published; an inactive one is offered no more. */
export const courseStates = ['active', 'draft', 'inactive'] as const;

export const Course = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  duration: z.string(),
  price: z.number(),
  category: z.string(),
  subject: z.array(z.string()),
  regulations: z.string(),
  courseImg: z.nullable(z.object({ filename: z.string(), url: z.string() })),
  isActive: z.boolean(),
  /** Only of a course that was not published yet; staff alone see it. */
  isDraft: z.optional(z.literal(true)),
  /** Only of a course whose highest playback speed nobody has chosen since it was 2 × for all; staff alone see it. */
  asksSpeed: z.optional(z.literal(true)),
  /** The months after which a certificate expires, by the rule of today; null where it does not. */
  validityMonths: z.nullable(z.number()),
  /** The rule that applies today. */
  rule: CourseRule,
  highestSpeed: z.number(),
  /** Who teaches the course; empty if the academy names nobody. */
  taughtBy: z.string(),
  format: z.enum(courseFormats),
  replacedAboard: z.enum(replacedAboard),
  /** Incremented by every edit. */
  version: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Course = z.infer<typeof Course>;

/** A colleague whose role is limited to certain courses, and whether this course is one of them. */
export const Instructor = z.object({ _id: Id, name: z.string(), email: z.string(), assigned: z.boolean() });
export type Instructor = z.infer<typeof Instructor>;

const ByInstructor = z.extend(ById, { accountId: Id });

/** Filters of the public catalogue. */
export const CatalogueQuery = z.extend(ListQuery, {
  category: z.optional(bounded(100, { tooLong: 'There is no such category' }, tidy, z.trim())),
  /** A course that is held both ways is found by either. */
  format: oneOf(courseFormats),
});
export type CatalogueQuery = z.infer<typeof CatalogueQuery>;

export const CoursesQuery = z.extend(ListQuery, {
  sort: sortedBy(['newest', 'oldest', 'title']),
  state: oneOf(courseStates),
});
export type CoursesQuery = z.infer<typeof CoursesQuery>;

/** The tiles of the home page. */
export const mostFeatured = 6;

const FeaturedCourse = z.pick(Course, { _id: true, title: true, courseImg: true });

const files = { courseImg: { kind: 'image', max: 1 } } as const;

export const courses = {
  listActive: {
    method: 'GET',
    path: '/courses/active',
    who: 'anyone',
    query: CatalogueQuery,
    reply: data(z.array(Course)),
    shared: true,
  },
  /** The categories of the active courses, in the order of staff, without those that they have hidden. */
  listCategories: {
    method: 'GET',
    path: '/courses/categories',
    who: 'anyone',
    reply: data(z.array(z.string())),
    shared: true,
  },
  list: {
    method: 'GET',
    path: '/courses',
    who: 'anyone',
    query: CoursesQuery,
    reply: data(z.array(Course)),
    table: { name: 'courses', who: 'courses:read' },
  },
  /** The courses that the academy has chosen for its home page, as far as they are active. */
  listFeatured: {
    method: 'GET',
    path: '/courses/featured',
    who: 'anyone',
    reply: data(z.array(FeaturedCourse)),
    shared: true,
  },
  /** All that it has chosen, in their order: one that is not active keeps its place. */
  listChosen: {
    method: 'GET',
    path: '/courses/featured/chosen',
    who: 'settings:edit',
    reply: data(z.array(z.pick(Course, { _id: true, title: true, isActive: true }))),
  },
  /** Chooses them, in this order; with none, the home page names the six courses with which it begins. */
  chooseFeatured: {
    method: 'PUT',
    path: '/courses/featured',
    who: 'settings:edit',
    body: z.object({ courses: z.array(Id, 'Send a list').check(z.maxLength(mostFeatured, 'At most six')) }),
    reply: Message,
  },
  /** One active course, for its public page; staff who may read courses also get inactive ones and drafts. */
  getCourse: { method: 'GET', path: '/courses/:id', who: 'anyone', params: ById, reply: data(Course) },
  /**
   * Answers for a course from before a course began at 1 × whether its highest playback speed stays, once. Refused with
   * 409 when somebody has answered otherwise.
   */
  chooseSpeed: {
    method: 'PUT',
    path: '/courses/:id/speed',
    who: 'courses:edit',
    params: ById,
    body: z.object({ highestSpeed: HighestSpeed }),
    reply: saved(Course),
  },
  create: {
    method: 'POST',
    path: '/courses',
    who: 'courses:edit',
    body: NewCourseInput,
    files,
    status: 201,
    reply: saved(Course),
  },
  /**
   * Refused with 409 and the code 'stale' when the course is no longer at the version that the editor saw. For each
   * field that differs from the request, `fields` has the current value.
   */
  update: {
    method: 'PUT',
    path: '/courses/:id',
    who: 'courses:edit',
    params: ById,
    query: SeenVersion,
    body: CourseInput,
    files,
    reply: saved(Course),
  },
  deactivate: {
    method: 'POST',
    path: '/courses/Deactive/:id',
    who: 'courses:edit',
    params: ById,
    reply: saved(Course),
  },
  /** The instructors assigned to a course; for those who may assign them, also the ones who could be assigned. */
  listInstructors: {
    method: 'GET',
    path: '/courses/:id/instructors',
    who: 'courses:read',
    params: ById,
    reply: data(z.array(Instructor)),
  },
  assignInstructor: {
    method: 'PUT',
    path: '/courses/:id/instructors/:accountId',
    who: 'staff:manage',
    params: ByInstructor,
    reply: Message,
  },
  unassignInstructor: {
    method: 'DELETE',
    path: '/courses/:id/instructors/:accountId',
    who: 'staff:manage',
    params: ByInstructor,
    reply: Message,
  },
  activate: { method: 'PUT', path: '/courses/activate/:id', who: 'courses:edit', params: ById, reply: saved(Course) },
} as const satisfies Calls;
