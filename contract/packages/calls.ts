import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ByCourse, ById, bounded, data, Id, line, Message, saved, wholeFrom } from '../values/shapes.ts';

/** An item of a package, as its manifest describes it. */
export const PackageItem = z.object({
  id: z.string(),
  title: z.string(),
  /** 0 for the first level. */
  depth: z.number(),
  /** The path by which it is opened, with its parameters; null for a heading. */
  launch: z.nullable(z.string()),
  /** Whether it reports what the learner does (a SCO); otherwise it is only shown. */
  isScored: z.boolean(),
  isVisible: z.boolean(),
  /**
   * Whether it has to say itself that it is complete (SCORM 2004). Any other that says nothing is complete when it
   * ends.
   */
  isSelfCompleting: z.boolean(),
  /** The items that have to be complete before this one, as the manifest writes them. */
  prerequisites: z.nullable(z.string()),
  /** The score to pass: from 0 to 100 in SCORM 1.2, from 0 to 1 in SCORM 2004. */
  masteryScore: z.nullable(z.number()),
  /** The data that the item receives when it starts. */
  launchData: z.string(),
  maxTimeAllowed: z.string(),
  timeLimitAction: z.string(),
  /** The share, from 0 to 1, at which it is complete (SCORM 2004). */
  completionThreshold: z.nullable(z.number()),
  /** Whether its progress decides by that share; unknown of a package that was uploaded before this was read. */
  completedByMeasure: z.optional(z.boolean()),
  objectives: z.array(z.string()),
  /** The id of the objective that stands for the whole item (SCORM 2004). */
  primaryObjective: z.optional(z.string()),
});
export type PackageItem = z.infer<typeof PackageItem>;

export const PackageManifest = z.object({
  edition: z.enum(['1.2', '2004']),
  /** As the manifest writes it, such as 2004 3rd Edition. */
  version: z.string(),
  title: z.string(),
  items: z.array(PackageItem),
  /**
   * Its rules about the order of its items (SCORM 2004), as a tree that the run-time environment takes; null where
   * learners choose the items themselves.
   */
  order: z.nullable(z.record(z.string(), z.unknown())),
  /**
   * Addresses at other hosts from which its pages load scripts, which packages cannot; missing where there are none,
   * and in packages from before this was read.
   */
  scriptsElsewhere: z.optional(z.array(z.string())),
});
export type PackageManifest = z.infer<typeof PackageManifest>;

/** The id under which a package with rules about its order stores what it has reached as a whole. */
export const wholePackage = '';

/** The content of an uploaded package, before anything is stored. */
export const PackagePreview = z.extend(PackageManifest, { files: z.number(), bytes: z.number() });
export type PackagePreview = z.infer<typeof PackagePreview>;

/** The data model of an item, by the names of SCORM, such as cmi.suspend_data. */
const mostValues = 4000;
const Values = z.pipe(
  // counted first: to check each of very many takes long
  z
    .record(z.string(), z.unknown())
    .check(z.refine((values) => Object.keys(values).length <= mostValues, 'The package stores too many values.')),
  z.record(bounded(250), bounded(66_000)),
);

/** The state that an item of a package has stored. */
const ItemState = z.object({
  itemId: z.string(),
  revision: z.number(),
  /** In the words of the package, such as completed, passed or failed. */
  status: z.string(),
  isComplete: z.boolean(),
  /** Whether it has reported a score below the one to pass. */
  isBelowScore: z.boolean(),
});

/** The data model of an item as it was stored. */
const StoredValues = z.record(z.string(), z.string());

/** How far a learner is in a package. */
const PackageProgress = z.object({
  /** Whether the package has reported its completion. */
  isReported: z.boolean(),
  /** Whether it counts: reported, and the minimum time spent. */
  isComplete: z.boolean(),
});

/** A package as its learner opens it. */
export const OpenPackage = z.extend(PackageProgress, {
  _id: Id,
  title: z.string(),
  edition: z.enum(['1.2', '2004']),
  items: z.array(PackageItem),
  order: PackageManifest.shape.order,
  /** The item that was open last. */
  current: z.nullable(z.string()),
  states: z.array(ItemState),
  /**
   * The values that the item has stored that is opened first, and the package as a whole (`wholePackage`), by item.
   * Those of other items are asked for when they are opened (`readState`): all items together may have stored
   * megabytes.
   */
  values: z.record(z.string(), StoredValues),
  /** The page that plays it, at another origin. */
  url: z.string(),
  learner: z.object({ id: z.string(), name: z.string() }),
  /** The seconds that count of the minimum time. */
  watchedSeconds: z.number(),
});
export type OpenPackage = z.infer<typeof OpenPackage>;

/** A package as staff see it. */
export const StaffPackage = z.extend(PackageManifest, {
  _id: Id,
  courseId: Id,
  files: z.number(),
  bytes: z.number(),
  minutes: z.number(),
  version: z.string(),
  /** Whether a virus scanner checked it, and found nothing. */
  isScanned: z.boolean(),
  /** How often it was uploaded. */
  number: z.number(),
  /** The learners who have begun an older version, which they finish. */
  inOlderVersions: z.number(),
  /** The page that plays it for staff, without storing anything. */
  url: z.string(),
});
export type StaffPackage = z.infer<typeof StaffPackage>;

/** The learners whose answers are counted, the newest ones. */
export const mostAnswering = 1000;

/** How the questions inside a package were answered, by what it has reported in its learners' browsers. */
const PackageAnswers = z.object({
  /** Those who have begun it, at most `mostAnswering`. */
  learners: z.number(),
  questions: z.array(
    z.object({
      /** The title of the item that asks it. */
      item: z.string(),
      /** Its id and its text as the package reports them; many packages report no text. */
      id: z.string(),
      text: z.string(),
      answered: z.number(),
      /** Of those that the package has judged. */
      right: z.number(),
      judged: z.number(),
    }),
  ),
});

/** Staff add a package that needs scripts from elsewhere only knowingly. */
const knowing = { withScriptsElsewhere: z.optional(z.boolean()) };

const minutesLabel = 'Enter a number of minutes from 1 to 600';
/** The minimum time that a learner spends in a package before it counts. */
const LeastMinutes = z
  .number(minutesLabel)
  .check(z.int(minutesLabel), z.gte(1, minutesLabel), z.lte(600, minutesLabel));

export const packages = {
  /** Reads a package that was uploaded in chunks, at /trainingVideo/uploads; nothing of it is stored. */
  preview: {
    method: 'POST',
    path: '/trainingVideo/packages/preview',
    who: 'training:edit',
    body: z.object({ upload: Id }),
    reply: data(PackagePreview),
  },
  /**
   * Appends an uploaded package to a course's training. Idempotent. Refused with 409 for one that needs scripts from
   * elsewhere, unless staff say that they know.
   */
  add: {
    method: 'POST',
    path: '/trainingVideo/packages',
    who: 'training:edit',
    body: z.extend(ByCourse, { upload: Id, title: line('Title'), minutes: LeastMinutes, ...knowing }),
    status: 201,
    reply: saved(z.object({ _id: Id })),
  },
  get: {
    method: 'GET',
    path: '/trainingVideo/packages/:id',
    who: 'training:read',
    params: ById,
    reply: data(StaffPackage),
  },
  /** A new version; learners who have begun the package finish the version that they began. Idempotent. */
  replace: {
    method: 'PUT',
    path: '/trainingVideo/packages/:id/version',
    who: 'training:edit',
    params: ById,
    body: z.object({ upload: Id, ...knowing }),
    reply: saved(z.object({ _id: Id })),
  },
  setMinutes: {
    method: 'PUT',
    path: '/trainingVideo/packages/:id/minutes',
    who: 'training:edit',
    params: ById,
    body: z.object({ minutes: LeastMinutes }),
    reply: Message,
  },
  /** The questions inside a package, and how often each was answered right. */
  answers: {
    method: 'GET',
    path: '/trainingVideo/packages/:id/answers',
    who: 'training:read',
    params: ById,
    reply: data(PackageAnswers),
  },
  /** Opens a package for its learner: its player, and what it has stored. */
  open: {
    method: 'POST',
    path: '/trainingVideo/packages/:id/open',
    who: 'learner',
    params: ById,
    reply: data(OpenPackage),
  },
  /** The state of an item of an opened package; empty, at revision 0, where it has stored none. */
  readState: {
    method: 'GET',
    path: '/trainingVideo/packages/:id/state',
    who: 'learner',
    params: ById,
    query: z.object({ itemId: bounded(200) }),
    reply: data(z.object({ revision: z.number(), values: StoredValues })),
  },
  /**
   * Stores what an item of a package has committed. `page` is an id that each page makes for itself when it opens a
   * package. With an older `seen` than the stored revision, which another page has written, the values are not stored;
   * a completion still counts.
   */
  commit: {
    method: 'PUT',
    path: '/trainingVideo/packages/:id/state',
    who: 'learner',
    params: ById,
    body: z.object({
      /** An item, or `wholePackage`. */
      itemId: bounded(200),
      seen: z.number().check(...wholeFrom(0)),
      page: Id,
      values: Values,
    }),
    reply: data(
      z.extend(PackageProgress, {
        revision: z.number(),
        isStored: z.boolean(),
        /** The part of the item's state that the academy uses. */
        item: z.pick(ItemState, { isComplete: true, isBelowScore: true }),
      }),
    ),
  },
} as const satisfies Calls;
