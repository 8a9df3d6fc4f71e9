import { z } from 'zod/mini';
import { GivenAnswer, mostAnswerBytes, Paper, Result } from '../assessments/calls.ts';
import { Settings } from '../assessments/test-settings.ts';
import { Course } from '../courses/calls.ts';
import type { Calls } from '../platform/call.ts';
import { TrainingSet } from '../training/calls.ts';
import { ById, data, Message } from '../values/shapes.ts';

/** The id of the sample course, which is a part of the program and no row of an academy. */
export const sampleCourseId = '5a3b1e00-0000-4000-8000-000000000001';

/** The places of the videos of the sample course. */
export const sampleFilms = ['1', '2'] as const;

/** A course as its learners will see it. */
const CoursePreview = z.object({
  course: Course,
  /** Null for a course without videos. */
  training: z.nullable(TrainingSet),
  /** A paper of the published test, or of the newest one while none is published; null without a test. */
  test: z.nullable(z.object({ paper: Paper, isPublished: z.boolean(), settings: Settings })),
});

/** What a learner would read of the answers: of a test that hides the scores of failed attempts, a range. */
export const PreviewResult = z.pick(Result, {
  score: true,
  totalQuestions: true,
  percentage: true,
  percentageBelow: true,
  passed: true,
});
export type PreviewResult = z.infer<typeof PreviewResult>;

/**
 * A course as its learners see it, for the staff who work on it: page, videos, test and a specimen of its certificate.
 * Nothing of a preview is recorded. The sample course has one for administrators, while it is added.
 */
export const coursePreview = {
  get: { method: 'GET', path: '/courses/:id/preview', who: 'tests:read', params: ById, reply: data(CoursePreview) },
  /** Grades answers to a paper of the preview, each question once, and stores nothing. */
  grade: {
    method: 'POST',
    path: '/courses/:id/preview/answers',
    who: 'tests:read',
    params: ById,
    body: z.object({ answers: z.array(GivenAnswer).check(z.minLength(1, 'Answer a question'), z.maxLength(500)) }),
    mostBytes: mostAnswerBytes,
    reply: data(PreviewResult),
  },
  /**
   * A picture of the certificate with SPECIMEN across it: it has no number of the academy, no signature and no entry in
   * the public log, and is stored nowhere.
   */
  getSpecimen: {
    method: 'GET',
    path: '/courses/:id/preview/certificate',
    who: 'tests:read',
    params: ById,
    reply: z.unknown(),
  },
  /** Shows the sample course to the administrators. Idempotent. */
  addSample: { method: 'POST', path: '/sample-course', who: 'settings:edit', reply: Message },
  /** A video of the sample course by its place; those of other courses have links. */
  getSampleFilm: {
    method: 'GET',
    path: '/sample-course/videos/:serial',
    who: 'settings:edit',
    params: z.object({ serial: z.enum(sampleFilms) }),
    reply: z.unknown(),
  },
  /** Hides it again. Idempotent. */
  removeSample: { method: 'DELETE', path: '/sample-course', who: 'settings:edit', reply: Message },
} as const satisfies Calls;
