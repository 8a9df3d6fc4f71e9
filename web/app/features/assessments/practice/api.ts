import { questionNames } from '@fairlead/contract/assessments/names';
import { practice, type Practice as WirePractice } from '@fairlead/contract/assessments/practice';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { seenAboard } from '../../../lib/device/aboard/seen-aboard.ts';

/** The questions for practice of a course, with their answers. */
export type Practice = FromWire<typeof questionNames, WirePractice>;
export type PracticeQuestion = Practice['questions'][number];

/** All questions at once: answering them needs no network. */
export const practiceQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['practice', courseId],
    meta: seenAboard,
    queryFn: async (): Promise<Practice> =>
      fromWire(questionNames, (await call(practice.get, { params: { courseId } })).data),
    // A question must not change while it is answered.
    staleTime: Number.POSITIVE_INFINITY,
  });
