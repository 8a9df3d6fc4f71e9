import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, data, Id, Instant, Message, saved } from '../values/shapes.ts';

// Tests that are released to ships, ashore. docs/ship.md describes them.

/** The most days from the opening of a window to its end. */
export const mostWindowDays = 60;

/** What became of the paper of a person. */
const PaperState = z.object({
  userId: Id,
  name: z.string(),
  /**
   * `aboard`: it waits there, or is on its way. `returned`: it was taken back unanswered, as of somebody who was signed
   * off or after the grace; it used up no attempt.
   */
  state: z.enum(['aboard', 'graded', 'refused', 'returned']),
  /** Whether the graded attempt passed. */
  passed: z.nullable(z.boolean()),
  /** Why answers were refused. */
  refused: z.nullable(z.string()),
});

const ShipTest = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  opensAt: Instant,
  closesAt: Instant,
  withdrawnAt: z.nullable(Instant),
  testPapers: z.array(PaperState),
});
export type ShipTest = z.infer<typeof ShipTest>;

const ByTest = z.object({ id: Id, test: Id });

export const shipTests = {
  /** The tests that were released to a ship, the newest first, with the test papers of its people. */
  list: {
    method: 'GET',
    path: '/ships/:id/tests',
    who: 'enrolments:decide',
    params: ById,
    reply: data(z.array(ShipTest)),
  },
  /**
   * Releases the published test of a course aboard for a window. The invigilator's code is returned once, and stored
   * nowhere.
   */
  release: {
    method: 'POST',
    path: '/ships/:id/tests',
    who: 'enrolments:decide',
    params: ById,
    body: z.object({ courseId: Id, opensAt: Instant, closesAt: Instant }),
    status: 201,
    reply: saved(z.object({ test: ShipTest, code: z.string() })),
  },
  /**
   * Withdraws it: at the next contact its test papers are removed, and nothing of it is graded any more. Idempotent.
   */
  withdraw: {
    method: 'DELETE',
    path: '/ships/:id/tests/:test',
    who: 'enrolments:decide',
    params: ByTest,
    reply: Message,
  },
} as const satisfies Calls;
