import type { GivenAnswer, Paper } from '@fairlead/contract/assessments/calls';
import { type Tx, transaction } from '../../../../platform/db/database.ts';
import { consume, giveBack } from '../../../../platform/db/rate-limits.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  kindNameOf,
  kindOf,
  requireSeen,
  secondsLeft,
  selectionsToSave,
  wholePaper,
} from '../../../assessments/index.ts';
import { noteReached } from '../../aboard/box-state.ts';
import type { PaperSection, TestSection } from '../../content.ts';
import { SealedPaper } from '../sealed-paper.ts';
import { answersContext, checkContext, paperContext, seal, sealKeyOf, unseal } from '../seals.ts';
import type { OpenedTests } from './opened-tests.ts';
import { closeOverdue, findSitting, listReleased } from './queries.ts';

type Program = Pick<Platform, 'db' | 'clock' | 'config'>;
/** The program of the ship's computer, with the tests that are open in it. */
export type Room = Program & { opened: OpenedTests };

/** Wrong codes of one person: a code of 59 random bits is not found. */
const guesses = { max: 10, seconds: 15 * 60, says: 'Too many wrong codes.' };

/** @throws AppError `not-yet` before its window, `over` after it. */
function requireWindow({ opensAt, closesAt }: TestSection, now: Date): void {
  if (now < new Date(opensAt)) throw new AppError('not-yet', 'The window of this test has not begun.');
  if (now >= new Date(closesAt)) throw new AppError('over', 'The window of this test is over.');
}

/**
 * Opens the test papers of a test with the invigilator's code. They are decrypted in memory alone.
 *
 * @throws AppError `not-found`, `not-yet` and `over` as its window, `bad-code`, `too-many`.
 */
export async function openTest(
  room: Room,
  { accountId, testId, code }: { accountId: string; testId: string; code: string },
): Promise<void> {
  const { db, clock, opened } = room;
  const test = (await listReleased(db)).tests.find(({ id }) => id === testId);
  if (!test) throw notFound('There is no such test aboard.');
  requireWindow(test, clock());
  // of each person, so that nobody keeps the invigilator from it
  const limit = { key: `ship-test:${testId} ${accountId}`, ...guesses };
  await consume(db, limit, clock());
  const key = await sealKeyOf(testId, code);
  try {
    unseal(key, checkContext(testId), test.check);
  } catch {
    throw new AppError('bad-code', 'This is not the code of this test.');
  }
  await giveBack(db, limit.key);
  opened.open(testId, key, { minutes: test.minutes, now: clock() });
}

const notOpen = () =>
  new AppError('not-yet', 'This test is not open. The invigilator opens it with the code from the academy.');

/** The paper of a person that one of these fits. @throws AppError `not-found` */
async function findPaper(
  room: Room,
  accountId: string,
  isIt: (paper: PaperSection, test: TestSection) => boolean,
): Promise<{ paper: PaperSection; test: TestSection }> {
  const { tests, testPapers } = await listReleased(room.db);
  for (const paper of testPapers) {
    const test = tests.find(({ id }) => id === paper.test);
    if (test && paper.person === accountId && isIt(paper, test)) return { paper, test };
  }
  throw notFound('You have no paper of this test aboard.');
}

/** The content of a paper. @throws AppError `not-yet` while its test is not open, `done` once it is ashore. */
function readPaper(room: Room, { paper, test }: { paper: PaperSection; test: TestSection }) {
  if (paper.sealed === null) throw new AppError('done', 'The academy has your answers to this test.');
  const key = room.opened.keyOf(test.id, room.clock());
  if (!key) throw notOpen();
  return { key, content: SealedPaper.parse(unseal(key, paperContext(paper.id), paper.sealed)) };
}

type Sitting = NonNullable<Awaited<ReturnType<typeof findSitting>>>;

const answersOf = (key: Buffer, { paperId, answers }: Sitting): GivenAnswer[] =>
  answers === null ? [] : (unseal(key, answersContext(paperId), answers) as GivenAnswer[]);

/**
 * Begins one's own paper of a course, or goes on with it.
 *
 * @param start whether to begin it.
 * @throws AppError `not-found` without a paper; `not-yet` while the test is not open; `over` after its window or time;
 *   `done` once it was handed in.
 */
export async function sitTest(
  room: Room,
  { accountId, courseId, start }: { accountId: string; courseId: string; start: boolean },
): Promise<Paper> {
  const { db, clock, opened } = room;
  const found = await findPaper(room, accountId, (paper, test) => test.courseId === courseId && paper.sealed !== null);
  const { paper, test } = found;
  const { key, content } = readPaper(room, found);
  const sitting = await transaction(db, async (tx) => {
    const now = clock();
    await closeOverdue(tx, now);
    const begun = await findSitting(tx, paper.id);
    if (begun) return begun;
    if (!start) throw new AppError('not-yet', 'Please start the test on the page of the ship.');
    requireWindow(test, now);
    if (!opened.mayBegin(test.id, now)) throw notOpen();
    const end = new Date(test.closesAt).getTime();
    const deadline = new Date(Math.min(end, paper.minutes === null ? end : now.getTime() + paper.minutes * 60_000));
    // sealed from the start: only who has the code can begin one
    await tx
      .insertInto('shipSitting')
      .values({ paperId: paper.id, startedAt: now, deadline, answers: seal(key, answersContext(paper.id), []) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await noteReached(tx, now);
    return findSitting(tx, paper.id);
  });
  if (!sitting) throw new Error('a sitting is not there that was just inserted');
  if (sitting.submittedAt) throw handedIn();
  return toPaper({ test, minutes: paper.minutes, content, sitting, answers: answersOf(key, sitting), now: clock() });
}

const handedIn = () => new AppError('done', 'You have handed in this test. The academy grades it ashore.');

type Shown = {
  test: TestSection;
  minutes: number | null;
  content: SealedPaper;
  sitting: Sitting;
  answers: readonly GivenAnswer[];
  now: Date;
};

/** A paper as any test is sent to its learner. What happens beside the window of the page is not noted aboard. */
function toPaper({ test, minutes, content, sitting, answers, now }: Shown): Paper {
  const { assessment, passMark, questions } = content;
  const { courseId, courseTitle, title } = test;
  const byId = new Map(answers.map((answer) => [answer.questionId, answer]));
  return {
    ...{ _id: assessment, courseId, courseTitle, title, passMark, questions },
    ...{ result: null, practiceQuestions: 0, sitting: null },
    attempt: {
      _id: sitting.paperId,
      startedAt: sitting.startedAt.toISOString(),
      secondsGone: (now.getTime() - sitting.startedAt.getTime()) / 1000,
      secondsLeft: minutes === null ? null : secondsLeft(sitting.deadline, now),
      noteLeaving: false,
      revision: sitting.revision,
      answers: questions.flatMap((question) => {
        const given = byId.get(question._id);
        const kind = kindOf({ kind: kindNameOf(question) });
        const selection = given ? kind.selectionOf(question.options, given) : null;
        return selection === null ? [] : [{ questionId: question._id, ...kind.toAnswer(question.options, selection) }];
      }),
    },
  };
}

const asked = ({ questions }: SealedPaper) =>
  questions.map((question) => ({ id: question._id, kind: kindNameOf(question), options: question.options }));

/** The sitting of a paper, locked. @throws AppError `not-found` for one that was not begun. */
async function lockSitting(tx: Tx, paperId: string): Promise<Sitting> {
  const sitting = await tx
    .selectFrom('shipSitting')
    .selectAll()
    .where('paperId', '=', paperId)
    .forUpdate()
    .executeTakeFirst();
  if (!sitting) throw notFound('There is no such attempt.');
  return sitting;
}

type Given = { accountId: string; paperId: string; answers: readonly GivenAnswer[] };
/** @param revision of the answers that the page shows. */
type Saved = Given & { revision?: number | undefined };

/**
 * Stores answers to one's own paper as they are given, sealed; a new one takes the place of the former.
 *
 * @returns the time left, and how often answers were stored.
 * @throws AppError `not-found` for another person's; `done` once it was handed in, `over` after its time; `not-yet`
 *   when the test is not open any more; `invalid` for what is not on the paper; `stale` for what would replace an
 *   answer that the page does not show.
 */
export async function saveAboard(room: Room, { accountId, paperId, answers, revision: seen }: Saved) {
  const { db, clock } = room;
  const found = await findPaper(room, accountId, ({ id }) => id === paperId);
  return transaction(db, async (tx) => {
    const sitting = await lockSitting(tx, paperId);
    const now = clock();
    if (sitting.submittedAt) throw handedIn();
    if (now >= sitting.deadline) throw new AppError('over', 'The time for this test is over.');
    const { key, content } = readPaper(room, found);
    const selections = selectionsToSave(asked(content), answers);
    if (seen !== undefined && seen < sitting.revision) {
      const stored = selectionsToSave(asked(content), answersOf(key, sitting));
      requireSeen(
        paperId,
        selections,
        [...stored].map(([questionId, selection]) => ({ attemptId: paperId, questionId, selection })),
      );
    }
    const revision = sitting.revision + (answers.length > 0 ? 1 : 0);
    if (answers.length > 0) await storeAnswers(tx, { key, sitting, answers, revision });
    await noteReached(tx, now);
    return { secondsLeft: found.paper.minutes === null ? null : secondsLeft(sitting.deadline, now), revision };
  });
}

type Storing = { key: Buffer; sitting: Sitting; answers: readonly GivenAnswer[]; revision: number };

async function storeAnswers(tx: Tx, { key, sitting, answers, revision }: Storing): Promise<void> {
  const all = new Map([...answersOf(key, sitting), ...answers].map((answer) => [answer.questionId, answer]));
  await tx
    .updateTable('shipSitting')
    .set({ answers: seal(key, answersContext(sitting.paperId), [...all.values()]), revision })
    .where('paperId', '=', sitting.paperId)
    .execute();
}

/**
 * Hands in one's own paper, with all its answers; after its time, what was stored until then. Idempotent.
 *
 * @returns false when these answers came after its time.
 * @throws AppError as `saveAboard`, and `invalid` while a question is not answered.
 */
export async function submitAboard(room: Room, { accountId, paperId, answers }: Given): Promise<boolean> {
  const { db, clock } = room;
  const found = await findPaper(room, accountId, ({ id }) => id === paperId);
  return transaction(db, async (tx) => {
    // once it is ashore it is not here any more
    if (found.paper.sealed === null) return true;
    await closeOverdue(tx, clock());
    const sitting = await lockSitting(tx, paperId);
    if (sitting.submittedAt) return sitting.isSubmitted;
    const { key, content } = readPaper(room, found);
    wholePaper(asked(content), answers);
    await storeAnswers(tx, { key, sitting, answers, revision: sitting.revision + 1 });
    const now = clock();
    await tx
      .updateTable('shipSitting')
      .set({ submittedAt: now, isSubmitted: true })
      .where('paperId', '=', paperId)
      .execute();
    await noteReached(tx, now);
    return true;
  });
}
