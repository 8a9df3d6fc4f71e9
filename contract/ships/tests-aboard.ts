import { z } from 'zod/mini';
import { GivenAnswer, mostAnswerBytes } from '../assessments/calls.ts';
import type { Calls } from '../platform/call.ts';
import { ById, data, Id, Instant, Message } from '../values/shapes.ts';
import { TypedCode } from './calls.ts';

// Tests on the computer of a ship. Test papers are read and answers saved by the calls of any test
// (`assessments.getPaper`, `attempts.start`, `attempts.save`), which it serves from what is sealed there.

const TestAboard = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  minutes: z.nullable(z.number()),
  opensAt: Instant,
  closesAt: Instant,
  /** By this computer's clock: whether its window has begun or is over, and whether the invigilator has opened it. */
  state: z.enum(['early', 'shut', 'open', 'over']),
  /**
   * The paper of the person who asks. `sealed`: not begun. `waiting`: handed in and not ashore yet. `taken`: ashore.
   * `refused`: the academy does not grade it.
   */
  own: z.enum(['none', 'sealed', 'begun', 'waiting', 'taken', 'refused']),
  refused: z.nullable(z.string()),
});
export type TestAboard = z.infer<typeof TestAboard>;

export const testsAboard = {
  list: { method: 'GET', path: '/ship/tests', who: 'learner', reply: data(z.array(TestAboard)) },
  /** The invigilator's code opens the test papers of a test, until the computer starts again or the time is over. */
  open: {
    method: 'POST',
    path: '/ship/tests/:id/opening',
    who: 'learner',
    params: ById,
    body: z.object({ code: TypedCode }),
    reply: Message,
  },
  /** Hands in one's own paper; nothing is graded aboard. Idempotent. After its time the saved answers are handed in. */
  submit: {
    method: 'POST',
    path: '/ship/test-papers/:id/submission',
    who: 'learner',
    params: ById,
    body: z.object({ answers: z.array(GivenAnswer).check(z.maxLength(500)) }),
    mostBytes: mostAnswerBytes,
    reply: Message,
  },
} as const satisfies Calls;
