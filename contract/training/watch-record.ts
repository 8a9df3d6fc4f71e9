import { z } from 'zod/mini';
import { Id, Instant } from '../values/shapes.ts';

/** A period in which a film was watched without a pause of ten minutes, and the seconds of it that were credited. */
const Sitting = z.object({ beganAt: Instant, lastAt: Instant, seconds: z.number() });

/**
 * Parts of a film that were watched without a link, and credited by the signed record of a device. When they were
 * watched is what the device's clock said; null where the record does not say. When they were credited is the
 * academy's.
 */
const OfflineStretch = z.object({
  watchedFrom: z.nullable(Instant),
  watchedTo: z.nullable(Instant),
  creditedAt: Instant,
  seconds: z.number(),
  intervals: z.array(z.tuple([z.number(), z.number()])),
});

/** The reports of a package from its learner's browser: its standard, when it reported all complete, and each item. */
const PackageReport = z.object({
  version: z.string(),
  reportedAt: z.nullable(Instant),
  items: z.array(
    z.object({ title: z.string(), status: z.string(), score: z.nullable(z.number()), updatedAt: z.nullable(Instant) }),
  ),
});

/** The proof of one learner's watching in one course. */
export const WatchRecord = z.object({
  userId: Id,
  userName: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  approvedAt: z.nullable(Instant),
  completion: z.nullable(z.object({ kind: z.enum(['films', 'attendance']), completedAt: Instant })),
  films: z.array(
    z.object({
      serial: z.number(),
      title: z.string(),
      /** Seconds. */
      duration: z.number(),
      /** Whether it was removed from the training since. */
      removed: z.boolean(),
      /** Whether another film has taken its place. */
      replaced: z.boolean(),
      /** Whether it is complete since its older version was watched aboard. */
      byOlderVersion: z.boolean(),
      watchedSeconds: z.number(),
      /** Disjoint intervals that were credited, in seconds of the film. */
      intervals: z.array(z.tuple([z.number(), z.number()])),
      openedAt: z.nullable(Instant),
      completedAt: z.nullable(Instant),
      /** The highest playback speed at which it was credited. */
      highestSpeed: z.number(),
      /**
       * The presence checks of the learner, and when they were asked, by the server's clock; `late` if the answer took
       * more than a minute. `question` is null where it asked whether somebody is there.
       */
      checks: z.array(
        z.object({
          at: z.number(),
          question: z.nullable(z.string()),
          askedAt: z.nullable(Instant),
          answeredAt: z.nullable(Instant),
          late: z.boolean(),
          wrongAnswers: z.number(),
        }),
      ),
      /** The report of a package, in its own words; null for a film. */
      package: z.nullable(PackageReport),
      sittings: z.array(Sitting),
      offline: z.array(OfflineStretch),
    }),
  ),
});
export type WatchRecord = z.infer<typeof WatchRecord>;
