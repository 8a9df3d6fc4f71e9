import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ByCourse, data, Id } from '../values/shapes.ts';

/**
 * Of a failed attempt, the topics whose questions were answered below the pass mark, as far as they may be told without
 * telling the answer key, and the films that teach them. A topic is named as staff named it, or else as its film.
 */
export const WeakTopics = z.array(
  z.object({
    topic: z.string(),
    /** `serial` is the place of a film in its training, from 1. */
    films: z.array(z.object({ _id: Id, title: z.string(), serial: z.number() })),
  }),
);

/** Apart from the calls of a test, so that a page that reads it loads nothing about questions. */
export const weakTopics = {
  /** What to study again after the learner's last attempt in a course, if it failed; empty otherwise. */
  list: {
    method: 'GET',
    path: '/courses/:courseId/weak-topics',
    who: 'learner',
    params: ByCourse,
    reply: data(WeakTopics),
  },
} as const satisfies Calls;
