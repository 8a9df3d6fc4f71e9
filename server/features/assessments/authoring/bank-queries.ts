import { contentOf } from '@fairlead/contract/assessments/question-kinds';
import type { BankQuery } from '@fairlead/contract/assessments/test-authoring';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { latestFirst, matches, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';
import { type CourseScope, within } from '../../courses/index.ts';
import { optionPictureIds, type Pictures, placedPictures, withPictures } from '../picture-queries.ts';
import { withKey } from '../queries.ts';

/** The text that a search of the question bank covers; the trigram index is on the same expression. */
const questionText = sql<string>`(question.text || ' ' || question.topic)`;

/** Whether the row `version` is the newest of its assessment. */
const isNewest = sql<SqlBool>`not exists (
  select from assessment_version as later
  where later.assessment_id = version.assessment_id and later.number > version.number)`;

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
      placedPictures.as('placedPictures'),
      'question.forPractice',
      'question.explanation',
      'question.keepsPlace',
      'question.fixedOptions',
      'version.title as testTitle',
      'course.title as courseTitle',
    ])
    .where(isNewest)
    .where(within(courseScope, 'assessment.courseId'))
    .$if(course !== undefined, (all) => all.where('assessment.courseId', '=', course ?? ''));

/**
 * A page of the question bank, newest first: the questions of assessments in their newest versions, of all courses in
 * the course scope or of one, optionally filtered by topic and searched by text or topic. A question used by several
 * assessments is listed once, with the latest of them. It is one for practice if it is so in any assessment, also one
 * that is not listed: learners know its answer.
 */
export async function listBank(db: Queryable, courseScope: CourseScope, { course, topic, ...query }: BankQuery) {
  const { take, limit, after, search } = paginationOf(query);
  let found = askedNow(db, courseScope, course);
  if (topic !== undefined) found = found.where('question.topic', '=', topic);
  if (search) found = found.where(matches(questionText, search));
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
          optionPictureIds,
        ])
        .orderBy('question.topic')
        .orderBy('question.text')
        .orderBy('question.kind')
        .orderBy('question.options')
        .orderBy('question.correctOption')
        .orderBy('question.answerKey')
        .orderBy('question.pictureId')
        .orderBy(optionPictureIds)
        .orderBy('question.id', 'desc')
        .as('asked'),
    )
    .selectAll();
  const rows = await pageInOrder(matching, latestFirst('asked.id'), { after, take }).execute();
  const questions = await withPractice(db, (await withPictures(db, rows)).map(withKey));
  return { rows: questions, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}

type Banked = Pictures & { text: string; options: readonly string[] };
type Practised = { forPractice: boolean; explanation: string };

/** Questions as ones for practice, with their explanation, if the newest version of any assessment has them as such. */
async function withPractice<Q extends Banked & Practised>(db: Queryable, questions: readonly Q[]): Promise<Q[]> {
  const texts = questions.map(({ text }) => text);
  const rows = await db
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .select(['question.text', 'question.options', 'question.pictureId', 'question.explanation'])
    .select(optionPictureIds.as('pictureIds'))
    .where('question.forPractice', '=', true)
    .where(sql<SqlBool>`question.text = any(${texts}::text[])`)
    .where(isNewest)
    .orderBy('question.id')
    .execute();
  const known = new Map(
    rows.map(({ text, options: stored, pictureId, pictureIds, explanation }) => {
      const options = stored as string[];
      const ids = options.map((_, place) => pictureIds?.[place]);
      const content = { text, options, pictureId: pictureId ?? undefined, optionPictureIds: ids };
      return [contentOf(content), explanation];
    }),
  );
  return questions.map((question) => {
    const { text, options, picture, optionPictures } = question;
    const ids = optionPictures.map((one) => one?.id);
    const explanation = known.get(contentOf({ text, options, pictureId: picture?.id, optionPictureIds: ids }));
    if (explanation === undefined) return question;
    return { ...question, forPractice: true, explanation: question.explanation || explanation };
  });
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
