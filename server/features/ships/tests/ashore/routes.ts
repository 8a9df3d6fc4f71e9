import { type ShipTest, shipTests } from '@fairlead/contract/ships/tests';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/db/database.ts';
import { serve } from '../../../../platform/http/serve.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fullName } from '../../../accounts/index.ts';
import { getShip } from '../../ashore/queries.ts';
import { releaseTest, withdrawTest } from './release-test.ts';

/** Routes for the staff's desk of tests aboard a ship. */
export const shipTestRoutes = (platform: Platform) => {
  const { db } = platform;
  return serve(shipTests, {
    list: async ({ params }) => {
      await getShip(db, params.id);
      return { data: await listTests(db, params.id) };
    },
    release: async ({ actor, params: { id: shipId }, body, ip }) => {
      await getShip(db, shipId);
      const window = { opensAt: new Date(body.opensAt), closesAt: new Date(body.closesAt) };
      const release = { shipId, courseId: body.courseId, ...window, actorId: actor.accountId, ip };
      const { id, code } = await releaseTest(platform, release);
      const [test] = await listTests(db, shipId, id);
      if (!test) throw new Error('a test is not there that was just released');
      return { message: 'Test released.', data: { test, code } };
    },
    withdraw: async ({ actor, params: { id, test }, ip }) => {
      await withdrawTest(platform, { shipId: id, testId: test, actorId: actor.accountId, ip });
      return { message: 'Test withdrawn.' };
    },
  });
};

async function listTests(db: Queryable, shipId: string, only?: string): Promise<ShipTest[]> {
  const testPapers = await db
    .selectFrom('shipTestPaper as paper')
    .innerJoin('enrolment', 'enrolment.id', 'paper.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .leftJoin('attempt', 'attempt.id', 'paper.attemptId')
    .select(['paper.shipTestId', 'account.id', 'account.firstName', 'account.lastName', 'attempt.passed'])
    .select(['paper.attemptId', 'paper.digest', 'paper.endedAt', 'paper.refused'])
    .where('paper.shipTestId', 'in', (of) => of.selectFrom('shipTest').select('id').where('shipId', '=', shipId))
    .orderBy('account.foldedName')
    .orderBy('paper.id')
    .execute();
  const rowsOf = Map.groupBy(testPapers, ({ shipTestId }) => shipTestId);
  let released = db
    .selectFrom('shipTest')
    .innerJoin('assessment', 'assessment.id', 'shipTest.assessmentId')
    .innerJoin('course', 'course.id', 'assessment.courseId')
    .select(['shipTest.id', 'shipTest.opensAt', 'shipTest.closesAt', 'shipTest.withdrawnAt'])
    .select(['course.id as courseId', 'course.title as courseTitle'])
    .select(
      sql<string>`(select title from assessment_version where assessment_id = assessment.id
        order by number desc limit 1)`.as('title'),
    )
    .where('shipTest.shipId', '=', shipId)
    .orderBy('shipTest.id', 'desc');
  if (only) released = released.where('shipTest.id', '=', only);
  return (await released.execute()).map(({ id, opensAt, closesAt, withdrawnAt, ...test }) => ({
    ...{ _id: id, ...test },
    ...{ opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() },
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    testPapers: (rowsOf.get(id) ?? []).map((paper) => ({
      ...{ userId: paper.id, name: fullName(paper), passed: paper.passed, refused: paper.refused },
      state: stateOf(paper),
    })),
  }));
}

function stateOf({
  attemptId,
  digest,
  endedAt,
}: {
  attemptId: string | null;
  digest: string | null;
  endedAt: Date | null;
}) {
  if (attemptId) return 'graded';
  if (digest) return 'refused';
  return endedAt ? 'returned' : 'aboard';
}
