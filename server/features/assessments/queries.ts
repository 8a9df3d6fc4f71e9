import type { TestsQuery } from '@fairlead/contract/assessments/calls';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  type Counted,
  matches,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import type { JsonValue } from '../../platform/db/schema.generated.ts';
import { notFound } from '../../platform/errors.ts';
import { type CourseScope, coursesTitled, isHeldBack, practiceQuestionsOf, within } from '../courses/index.ts';
import { type FoundOwners, ofOwners } from '../enrolments/index.ts';
import { withFilms } from './film-queries.ts';
import { keyIn } from './kinds/stored.ts';
import { placedPictures, withPictures } from './picture-queries.ts';

/** The columns with the settings of a version. */
const settingColumns = [
  'shuffleQuestions',
  'shuffleOptions',
  'minutes',
  'attemptsAllowed',
  'hoursBetween',
  'waitGrows',
  'failedScore',
  'review',
  'noteLeaving',
  'draws',
] as const;

/** The settings in a version's row. */
export const settingsOf = (version: Settings) =>
  Object.fromEntries(settingColumns.map((column) => [column, version[column]])) as Settings;

/** Assessments in their newest version, which is the one that is shown and used. */
const newest = (db: Queryable) =>
  db
    .selectFrom('assessment')
    // A lateral join per assessment, so that a page costs no more than its rows.
    .innerJoinLateral(
      (one) =>
        one
          .selectFrom('assessmentVersion')
          .select(['id', 'number', 'title', 'passMark', ...settingColumns])
          .whereRef('assessmentId', '=', 'assessment.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('version'),
      (join) => join.onTrue(),
    )
    .innerJoin('course', 'course.id', 'assessment.courseId')
    .select([
      'assessment.id',
      'assessment.courseId',
      'assessment.isPublished',
      'assessment.guessing',
      'course.title as courseTitle',
      'version.id as versionId',
      'version.number as version',
      'version.title',
      'version.passMark',
      ...settingColumns.map((column) => `version.${column}` as const),
    ]);

const withDraws = <Row extends { draws: unknown }>(row: Row) => ({ ...row, draws: row.draws as Settings['draws'] });

export const findAssessment = (db: Queryable, id: string) =>
  newest(db)
    .where('assessment.id', '=', id)
    .executeTakeFirst()
    .then((row) => row && withDraws(row));

/** @throws AppError `not-found` */
export async function getAssessment(db: Queryable, id: string) {
  const test = await findAssessment(db, id);
  if (!test) throw noSuchTest();
  return test;
}

export const noSuchTest = () => notFound('There is no such test.');

/** The published assessment of a course; undefined while there is none. */
export const findPublished = (db: Queryable, courseId: string) =>
  newest(db)
    .where('assessment.courseId', '=', courseId)
    .where('assessment.isPublished', '=', true)
    .executeTakeFirst()
    .then((row) => row && withDraws(row));

/** The assessment of a course that staff preview: the published one, otherwise the newest. */
export const findToPreview = (db: Queryable, courseId: string) =>
  newest(db)
    .where('assessment.courseId', '=', courseId)
    .orderBy('assessment.isPublished', 'desc')
    .orderBy('assessment.id', 'desc')
    .limit(1)
    .executeTakeFirst()
    .then((row) => row && withDraws(row));

const titleText = sql<string>`title`;

/** The ids of assessments whose course or any version matches a search; each half uses an index. */
const testsMatching = (db: Queryable, search: Search) =>
  db
    .selectFrom('assessmentVersion')
    .select('assessmentId as id')
    .where(matches(titleText, search))
    .union(
      db.selectFrom('assessment').select('assessment.id').where('assessment.courseId', 'in', coursesTitled(db, search)),
    );

const shownTitles = sql<string>`(version.title || ' ' || course.title)`;

/**
 * A published assessment about which staff must be warned; literally the condition of its partial index, which a
 * parameter would prevent from being used.
 */
const isGuessableNow = sql<SqlBool>`assessment.is_published and assessment.guessing = 'possible'`;

/** The ids of those in the course scope, oldest first. */
export const listGuessable = async (db: Queryable, courseScope: CourseScope): Promise<string[]> => {
  const rows = await db
    .selectFrom('assessment')
    .select('id')
    .where(within(courseScope, 'assessment.courseId'))
    .where(isGuessableNow)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * A page of the assessments of courses in the course scope, newest first by default. Returns the rows (one more than
 * the limit if there is a next page) and the capped count.
 */
export async function listAssessments(
  db: Queryable,
  courseScope: CourseScope,
  { sort = 'newest', course, state, guessing, isCounted, ...query }: Counted<TestsQuery>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = newest(db).where(within(courseScope, 'assessment.courseId'));
  if (course) matching = matching.where('assessment.courseId', '=', course);
  if (state) matching = matching.where('assessment.isPublished', '=', state === 'published');
  if (guessing) matching = matching.where(isGuessableNow);
  // Then match against the displayed titles, so that the title of a former version finds nothing.
  if (search) {
    matching = matching.where('assessment.id', 'in', testsMatching(db, search)).where(matches(shownTitles, search));
  }
  const order = { id: sql<string>`assessment.id`, way: sort === 'oldest' ? 'asc' : 'desc' } as const;
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  const total = await totalOf(db, matching, { rows, limit, after, isCounted });
  return { rows: rows.map(withDraws), limit, total };
}

/** The columns of a question that belong to its kind. */
export const kindColumns = ['kind', 'options', 'correctOption', 'answerKey'] as const;

/** A question's row with its answer key in place of the columns that hold it. */
export const withKey = <Row extends Parameters<typeof keyIn>[0] & { options: JsonValue }>({
  correctOption,
  answerKey,
  ...row
}: Row) => ({ ...row, options: row.options as string[], key: keyIn({ correctOption, answerKey }) });

const questionsOf = (db: Queryable, versionIds: readonly string[]) =>
  db
    .selectFrom('question')
    .select(['id', 'versionId', 'text', ...kindColumns, 'topic', 'filmId', 'pictureId', 'pictureText'])
    .select(['forPractice', 'explanation', 'keepsPlace', 'fixedOptions', placedPictures.as('placedPictures')])
    .where('versionId', 'in', versionIds)
    .orderBy('versionId')
    .orderBy('position');

const read = async (db: Queryable, questions: ReturnType<typeof questionsOf>) =>
  (await withFilms(db, await withPictures(db, await questions.execute()))).map(withKey);

/** The questions of versions, in their order, with those for practice: what staff write. */
export const listQuestions = async (db: Queryable, versionIds: readonly string[]) =>
  versionIds.length === 0 ? [] : read(db, questionsOf(db, versionIds));

/**
 * Whether test papers ask the row `question`: not one for practice, whose answer learners know. Whatever draws, shows,
 * saves or grades a test paper reads its questions by this condition.
 */
export const isAsked = sql<SqlBool>`not question.for_practice`;

/** The questions of a version that its test papers may ask, in their order. */
export const listAsked = (db: Queryable, versionId: string) => read(db, questionsOf(db, [versionId]).where(isAsked));

/** The questions of a version with which the learner of an enrolment practises, in their order; without one, all. */
export const listForPractice = (db: Queryable, versionId: string, enrolmentId?: string) => {
  const all = questionsOf(db, [versionId]).where('forPractice', '=', true);
  return read(db, enrolmentId === undefined ? all : all.where(sql<SqlBool>`not ${isHeldBack(enrolmentId)}`));
};

/** The number of questions with which the learner of an enrolment practises. */
export async function countPractice(db: Queryable, enrolmentId: string): Promise<number> {
  const counted = db
    .selectFrom('enrolment')
    .select(practiceQuestionsOf('enrolment.courseId', enrolmentId).as('practiceQuestions'))
    .where('id', '=', enrolmentId);
  return (await counted.executeTakeFirstOrThrow()).practiceQuestions;
}

/** The fields of a version that the test paper of an enrolment needs; null for a paper that is nobody's. */
export const getPaperHead = (db: Queryable, versionId: string, enrolmentId: string | null) =>
  db
    .selectFrom('assessmentVersion as version')
    .innerJoin('assessment', 'assessment.id', 'version.assessmentId')
    .innerJoin('course', 'course.id', 'assessment.courseId')
    .select([
      'assessment.id',
      'assessment.courseId',
      'course.title as courseTitle',
      'version.title',
      'version.passMark',
      practiceQuestionsOf('course.id', enrolmentId).as('practiceQuestions'),
    ])
    .where('version.id', '=', versionId)
    .executeTakeFirstOrThrow();

/** The enrolment of an attempt: its learner and course. */
export const findAttemptEnrolment = (db: Queryable, attemptId: string) =>
  db
    .selectFrom('attempt')
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .select(['enrolment.id', 'enrolment.accountId', 'enrolment.courseId'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst();

/**
 * A condition for attempts of people or courses that a search has found. The attempts of the people are looked up
 * first: for one page of them, the planner would rather read the newest attempts of all until enough match.
 *
 * @param courseId the column with the course of an attempt, such as 'attempt.courseId'.
 */
export async function attemptsFound(db: Queryable, owners: Promise<FoundOwners>, courseId: string) {
  const { people, courses, isBounded } = await owners;
  const theirs = await db
    .selectFrom('attempt')
    .innerJoin('enrolment', 'enrolment.id', 'attempt.enrolmentId')
    .select('attempt.id')
    .where(among('enrolment.accountId', people))
    .execute();
  const ids = theirs.map(({ id }) => id);
  return { isFound: ofOwners(among('attempt.id', ids), courseId, { people, courses }), isBounded };
}
