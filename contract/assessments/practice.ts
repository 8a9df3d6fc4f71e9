import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ByCourse, data, Id } from '../values/shapes.ts';
import { shownPictures } from './calls.ts';
import { ofEachKind } from './question-kinds.ts';

/**
 * The questions for practice of a course, with their answer keys: a learner's device checks the answers itself, without
 * a network as well, and nothing of them is sent.
 */
export const Practice = z.object({
  courseId: Id,
  courseTitle: z.string(),
  questions: z.array(
    ofEachKind('key', {
      _id: Id,
      questionText: z.string(),
      options: z.array(z.string()),
      ...shownPictures,
      /** Why the answer is right; may be blank. */
      explanation: z.string(),
      /** The film that teaches it, with its place in the training, from 1; null without one. */
      film: z.nullable(z.object({ _id: Id, title: z.string(), serial: z.number() })),
    }),
  ),
});
export type Practice = z.infer<typeof Practice>;

export const practice = {
  /** Only for those approved for the course; without questions while it has none for practice. */
  get: { method: 'GET', path: '/practice/:courseId', who: 'learner', params: ByCourse, reply: data(Practice) },
} as const satisfies Calls;
