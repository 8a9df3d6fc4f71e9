import type { TestAboard } from '@fairlead/contract/ships/tests-aboard';
import type { PaperSection, TestSection } from '../../content.ts';
import { closeOverdue, findSitting, listReleased } from './queries.ts';
import type { Room } from './sit-test.ts';

/** The tests of this ship, and how the paper of a person stands. */
export async function listTestsAboard(room: Room, accountId: string): Promise<TestAboard[]> {
  const { db, clock } = room;
  await closeOverdue(db, clock());
  const { tests, testPapers } = await listReleased(db);
  const now = clock();
  return Promise.all(
    tests.map(async ({ id, courseId, courseTitle, title, minutes, opensAt, closesAt, ...test }) => {
      const paper = testPapers.find((one) => one.test === id && one.person === accountId);
      return {
        ...{ _id: id, courseId, courseTitle, title, opensAt, closesAt },
        minutes: paper ? paper.minutes : minutes,
        state: stateOf(room, { id, opensAt, closesAt, ...test }, now),
        own: await ownOf(room, paper),
        refused: paper?.refused ?? null,
      };
    }),
  );
}

function stateOf(
  { opened, clock }: Room,
  { id, opensAt, closesAt }: Pick<TestSection, 'id' | 'opensAt' | 'closesAt'>,
  now: Date,
): TestAboard['state'] {
  if (now < new Date(opensAt)) return 'early';
  if (now >= new Date(closesAt)) return 'over';
  return opened.keyOf(id, clock()) ? 'open' : 'shut';
}

async function ownOf({ db }: Room, paper: PaperSection | undefined): Promise<TestAboard['own']> {
  if (!paper) return 'none';
  if (paper.state !== 'aboard') return paper.state;
  const sitting = await findSitting(db, paper.id);
  if (!sitting) return 'sealed';
  return sitting.submittedAt ? 'waiting' : 'begun';
}
