import { sql } from 'kysely';
import { type Queryable, type Tx, transaction } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { decryptText, encryptText, keyFor } from '../../../../platform/keys/encrypted-text.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { listPaper, paperGraceDays, prepareAttempt, requireMaySit, toQuestions } from '../../../assessments/index.ts';
import { findTrainingCompletion, findTrainingOfCourse, submitTraining } from '../../../training/index.ts';
import { type PaperSection, Section, type TestSection } from '../../content.ts';
import type { SealedPaper } from '../sealed-paper.ts';
import { paperContext, seal } from '../seals.ts';

type Program = Pick<Platform, 'db' | 'clock' | 'config'>;

const context = 'tests aboard ships';
const vaultKey = ({ config }: Pick<Platform, 'config'>) => keyFor(config.secrets.vault, context);

/**
 * Encrypts the key of a release for the academy's database: test papers of people who may sit the test later are sealed
 * with it, and answers opened.
 */
export const keptKey = (program: Pick<Platform, 'config'>, key: Buffer): string =>
  encryptText(vaultKey(program), key.toString('base64url'), context);
export const readKey = (program: Pick<Platform, 'config'>, kept: string): Buffer =>
  Buffer.from(decryptText(vaultKey(program), kept, context), 'base64url');

/** The moment before which a window must have ended for nothing of it to be waited for any more. */
export const graceBefore = (now: Date): Date => new Date(now.getTime() - paperGraceDays * 86_400_000);

/** The tests of a ship of which test papers are aboard, or answers may still come. */
const listReleased = (db: Queryable, shipId: string, now: Date) =>
  db
    .selectFrom('shipTest')
    .innerJoin('assessment', 'assessment.id', 'shipTest.assessmentId')
    .innerJoin('course', 'course.id', 'assessment.courseId')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('assessmentVersion')
          .select(['title', 'minutes'])
          .whereRef('assessmentId', '=', 'assessment.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('version'),
      (join) => join.onTrue(),
    )
    .select(['shipTest.id', 'shipTest.assessmentId', 'shipTest.opensAt', 'shipTest.closesAt', 'shipTest.sealKey'])
    .select(['shipTest.sealCheck', 'course.id as courseId', 'course.title as courseTitle'])
    .select(['version.title', 'version.minutes'])
    .where('shipTest.shipId', '=', shipId)
    .where('shipTest.withdrawnAt', 'is', null)
    .where('shipTest.closesAt', '>', graceBefore(now))
    .orderBy('shipTest.id')
    .execute();
type Released = Awaited<ReturnType<typeof listReleased>>[number];

/** Whether a question has a picture, or an option of it: pictures are not carried sealed. */
export const hasPictures = (questions: readonly { picture: unknown; optionPictures: readonly unknown[] }[]): boolean =>
  questions.some(({ picture, optionPictures }) => picture !== null || optionPictures.length > 0);

/**
 * Draws and seals a paper for everybody signed on who may sit a released test now, and has had none of this release.
 * The rule is the one of any test (`requireMaySit`, `prepareAttempt`). Idempotent.
 */
export async function prepareTestPapers(program: Program, shipId: string): Promise<void> {
  const { db, clock } = program;
  const now = clock();
  await endLapsedTestPapers(program);
  const released = (await listReleased(db, shipId, now)).filter(({ closesAt }) => closesAt > now);
  for (const test of released) {
    const people = await db
      .selectFrom('shipMember')
      .innerJoin('enrolment', 'enrolment.accountId', 'shipMember.accountId')
      .select(['enrolment.id', 'shipMember.accountId'])
      .where('shipMember.shipId', '=', shipId)
      .where('enrolment.courseId', '=', test.courseId)
      .where('enrolment.status', '=', 'approved')
      .where('enrolment.supersededAt', 'is', null)
      // a paper that was taken back unanswered may be followed by another
      .where(
        sql<boolean>`not exists (select from ship_test_paper as paper where paper.enrolment_id = enrolment.id
          and (paper.ended_at is null or (paper.ship_test_id = ${test.id} and paper.digest is not null)))`,
      )
      .orderBy('enrolment.id')
      .execute();
    for (const person of people)
      await preparePaper(program, test, person).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
  }
}

/** @throws AppError for somebody who may not sit the test now. */
async function preparePaper(
  program: Program,
  test: Released,
  { id: enrolmentId, accountId }: { id: string; accountId: string },
): Promise<void> {
  const { db, clock } = program;
  const { courseId, assessmentId, sealKey } = test;
  // at sea nobody can submit it ashore: what was credited is complete
  if (!(await findTrainingCompletion(db, enrolmentId))) {
    const set = await findTrainingOfCourse(db, courseId);
    if (set) await submitTraining(program, { accountId, trainingId: set.id, by: { actorId: null } });
  }
  await transaction(db, async (tx) => {
    // neither withdrawn nor signed off until the paper is there, to be ended with the others
    const isStill = await tx
      .selectFrom('shipTest')
      .innerJoin('shipMember', 'shipMember.shipId', 'shipTest.shipId')
      .select('shipTest.id')
      .where('shipTest.id', '=', test.id)
      .where('shipTest.withdrawnAt', 'is', null)
      .where('shipMember.accountId', '=', accountId)
      .forShare()
      .executeTakeFirst();
    if (!isStill) return;
    const { enrolment, result } = await requireMaySit(tx, { accountId, courseId });
    if (result?.passed || sealKey === null) return;
    const { published, paper } = await prepareAttempt(tx, { enrolment, assessmentId, now: clock() });
    const { versionId, passMark } = published;
    const questions = await listPaper(tx, { versionId, paper });
    if (hasPictures(questions)) return;
    const content: SealedPaper = { assessment: assessmentId, passMark, questions: toQuestions(questions, noLink) };
    const { id } = await tx.selectNoFrom((of) => of.fn<string>('new_id').as('id')).executeTakeFirstOrThrow();
    await tx
      .insertInto('shipTestPaper')
      .values({
        ...{ id, shipTestId: test.id, enrolmentId, versionId, preparedAt: clock() },
        paper: paper && JSON.stringify(paper),
        sealed: seal(readKey(program, sealKey), paperContext(id), content),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

const noLink = () => '';

/**
 * Ends the test papers of all ships whose answers are not waited for any more, and forgets the keys that opened them: a
 * ship may never be heard of again.
 */
export const endLapsedTestPapers = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock();
    const ended = tx
      .selectFrom('shipTest')
      .select('id')
      .where(({ eb, or }) => or([eb('closesAt', '<=', graceBefore(now)), eb('withdrawnAt', 'is not', null)]));
    await tx
      .updateTable('shipTest')
      .set({ sealKey: null })
      .where('sealKey', 'is not', null)
      .where('id', 'in', ended)
      .execute();
    await tx
      .updateTable('shipTestPaper')
      .set({ endedAt: now })
      .where('endedAt', 'is', null)
      .where('shipTestId', 'in', ended)
      .execute();
  });

/** Whether a test of a course is released to a ship, or answers of it may still come. */
export async function isTestAboard(
  db: Queryable,
  { shipId, courseId, now }: { shipId: string; courseId: string; now: Date },
): Promise<boolean> {
  return (await listReleased(db, shipId, now)).some((test) => test.courseId === courseId);
}

/** Takes back the test papers of a release that nobody has answered. */
export const endTestPapers = (tx: Tx, shipTestId: string, now: Date) =>
  tx
    .updateTable('shipTestPaper')
    .set({ endedAt: now })
    .where('shipTestId', '=', shipTestId)
    .where('endedAt', 'is', null)
    .execute();

/** The same for one person, who is signed off: answers count that were begun before. */
export const endTestPapersOf = (tx: Tx, { shipId, accountId, now }: { shipId: string; accountId: string; now: Date }) =>
  tx
    .updateTable('shipTestPaper')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('enrolmentId', 'in', (of) => of.selectFrom('enrolment').select('id').where('accountId', '=', accountId))
    .where('shipTestId', 'in', (of) => of.selectFrom('shipTest').select('id').where('shipId', '=', shipId))
    .execute();

/** The tests of a ship as its computer is to hold them, with the test papers of the people who are signed on. */
export async function testSections(program: Program, shipId: string): Promise<Section[]> {
  const { db, clock } = program;
  await prepareTestPapers(program, shipId);
  const tests = await listReleased(db, shipId, clock());
  const sections: Section[] = tests.map(
    ({ id, courseId, courseTitle, title, minutes, opensAt, closesAt, sealCheck }): TestSection => ({
      ...{ kind: 'test', id, courseId, courseTitle, title, minutes, check: sealCheck },
      ...{ opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() },
    }),
  );
  for (const { id } of tests) {
    const testPapers = await db
      .selectFrom('shipTestPaper')
      .innerJoin('enrolment', 'enrolment.id', 'shipTestPaper.enrolmentId')
      .innerJoin('shipMember', 'shipMember.accountId', 'enrolment.accountId')
      .innerJoin('assessmentVersion', 'assessmentVersion.id', 'shipTestPaper.versionId')
      .select([
        'shipTestPaper.id',
        'assessmentVersion.minutes',
        'enrolment.accountId',
        'sealed',
        'attemptId',
        'refused',
        'digest',
        'endedAt',
      ])
      .where('shipTestId', '=', id)
      .where('shipMember.shipId', '=', shipId)
      // one that was taken back, of somebody who has signed on again, is gone
      .where(({ eb, or }) => or([eb('endedAt', 'is', null), eb('digest', 'is not', null)]))
      .orderBy('shipTestPaper.id')
      .execute();
    sections.push(
      ...testPapers.map(
        (paper): PaperSection => ({
          ...{ kind: 'paper', id: paper.id, test: id, person: paper.accountId, minutes: paper.minutes },
          sealed: paper.endedAt === null ? paper.sealed : null,
          state: paper.endedAt === null ? 'aboard' : paper.attemptId ? 'taken' : 'refused',
          refused: paper.endedAt !== null && !paper.attemptId ? paper.refused : null,
        }),
      ),
    );
  }
  return sections.map((section) => Section.parse(section));
}
