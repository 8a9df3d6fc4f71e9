import { Paper } from '@fairlead/contract/assessments/calls';
import { Id } from '@fairlead/contract/values/shapes';
import { z } from 'zod/mini';

/** What a sealed paper holds: what any learner gets of a test, and no right answer. */
export const SealedPaper = z.object({
  assessment: Id,
  passMark: z.number(),
  questions: Paper.shape.questions,
});
export type SealedPaper = z.infer<typeof SealedPaper>;
