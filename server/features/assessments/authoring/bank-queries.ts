import type { BankQuery } from '@fairlead/contract/test-authoring';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { latestFirst, matches, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';
import { type CourseScope, within } from '../../courses/queries.ts';
import { withPictures } from '../picture-queries.ts';
import { withKey } from '../queries.ts';

/** The text that a search of the question bank covers; the trigram index is on the same expression. */
const questionText = sql<string>`(question.text || ' ' || question.topic)`;

/** The questions of assessments in their newest versions, in all courses in the course scope or in one. */
const askedNow = (db: Queryable, courseScope: CourseScope, course: string | undefined) =>
  db
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .innerJoin('assessment', 'assessment.id', 'version.assessmentId')
    .innerJoin('course', 'course.id', 'assessment.courseId')
    .select([
      'question.id',
      'question.text',
      'question.kind',
      'question.options',
      'question.correctOption',
      'question.answerKey',
      'question.topic',
      'question.pictureId',
      'question.pictureText',
      'question.forPractice',
      'question.explanation',
      'version.title as testTitle',
      'course.title as courseTitle',
    ])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('assessmentVersion as later')
            .select('later.id')
            .whereRef('later.assessmentId', '=', 'version.assessmentId')
            .whereRef('later.number', '>', 'version.number'),
        ),
      ),
    )
    .where(within(courseScope, 'assessment.courseId'))
    .$if(course !== undefined, (all) => all.where('assessment.courseId', '=', course ?? ''));

/**
 * A page of the question bank, newest first: the questions of assessments in their newest versions, of all courses in
 * the course scope or of one, optionally filtered by topic and searched by text or topic. A question used by several
 * assessments is listed once, with the latest of them, or the latest where it is for practice.
 */
export async function listBank(db: Queryable, courseScope: CourseScope, { course, topic, ...query }: BankQuery) {
  const { take, limit, after, pattern } = paginationOf(query);
  let found = askedNow(db, courseScope, course);
  if (topic !== undefined) found = found.where('question.topic', '=', topic);
  if (pattern) found = found.where(matches(questionText, pattern));
  // Distinct questions: the same text with another picture or another answer key is another question.
  const matching = db
    .selectFrom(
      found
        .distinctOn([
          'question.topic',
          'question.text',
          'question.kind',
          'question.options',
          'question.correctOption',
          'question.answerKey',
          'question.pictureId',
        ])
        .orderBy('question.topic')
        .orderBy('question.text')
        .orderBy('question.kind')
        .orderBy('question.options')
        .orderBy('question.correctOption')
        .orderBy('question.answerKey')
        .orderBy('question.pictureId')
        // learners know its answer if it is for practice anywhere
        .orderBy('question.forPractice', 'desc')
        .orderBy('question.id', 'desc')
        .as('asked'),
    )
    .selectAll();
  const rows = await pageInOrder(matching, latestFirst('asked.id'), { after, take }).execute();
  const questions = (await withPictures(db, rows)).map(withKey);
  return { rows: questions, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}

/** The current topics of questions, in all courses in the course scope or in one, by name. */
export const listTopics = async (
  db: Queryable,
  courseScope: CourseScope,
  course: string | undefined,
): Promise<string[]> => {
  const rows = await db
    .selectFrom(askedNow(db, courseScope, course).as('asked'))
    .select('asked.topic')
    .distinct()
    .where('asked.topic', '!=', '')
    .orderBy('asked.topic')
    .limit(1000)
    .execute();
  return rows.map(({ topic }) => topic);
};
