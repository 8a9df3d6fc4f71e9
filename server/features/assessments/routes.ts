import { assessments, type Test, type TestsQuery } from '@fairlead/contract/assessments/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CourseScope, courseScopeOf, requireInCourseScope } from '../courses/index.ts';
import { findBeside } from './attempts/find-beside.ts';
import { openPaper } from './attempts/open-paper.ts';
import { listAnswers, listSubmittedAttempts } from './attempts/queries.ts';
import { submitAssessment } from './attempts/submit-assessment.ts';
import { findWeakTopics } from './attempts/weak-topics.ts';
import { createAssessment } from './authoring/create-assessment.ts';
import { publishAssessment } from './authoring/publish-assessment.ts';
import { requireOwnPictures } from './authoring/require-pictures.ts';
import { pictureLinks } from './picture-wire.ts';
import { requireTest } from './policy.ts';
import { getAssessment, listAssessments, listQuestions } from './queries.ts';
import {
  fromTestInput,
  type LinkPdf,
  toPaper,
  toResult,
  toSubmittedAttempt,
  toSubmittedResult,
  toTest,
} from './wire.ts';

/** Routes for assessments and their results, from the first question to the graded attempt. */
export const assessmentRoutes = (platform: Platform) => {
  const { db, files, clock } = platform;
  const link: LinkPdf = (filename) => files.link('certificates', filename);

  return serve(assessments, {
    create: async ({ actor, body: { courseId, ...input }, ip }) => {
      await requireInCourseScope(db, actor, courseId);
      const version = fromTestInput(input);
      await requireOwnPictures(db, actor, version.questions);
      const id = await createAssessment(platform, { courseId, version, actorId: actor.accountId, ip });
      return { message: 'Test created successfully!', data: await getTest(platform, id) };
    },
    list: ({ actor, query }) => listTests(platform, courseScopeOf(actor), query),
    listPublished: ({ actor, query }) => listTests(platform, courseScopeOf(actor), { ...query, state: 'published' }),
    listOfCourse: async ({ actor, params: { id }, query }) => {
      await requireInCourseScope(db, actor, id);
      return listTests(platform, 'all', { ...query, course: id });
    },
    publish: async ({ actor, params: { id }, ip }) => {
      await requireTest(db, actor, id);
      await publishAssessment(platform, { assessmentId: id, isPublished: true, actorId: actor.accountId, ip });
      return { message: 'Test published successfully.', data: await getTest(platform, id) };
    },
    unpublish: async ({ actor, params: { id }, ip }) => {
      await requireTest(db, actor, id);
      await publishAssessment(platform, { assessmentId: id, isPublished: false, actorId: actor.accountId, ip });
      return { message: 'Test unpublished successfully.', data: await getTest(platform, id) };
    },
    getPaper: async ({ actor, params: { courseId } }) => {
      const opened = await openPaper(platform, { accountId: actor.accountId, courseId, start: false });
      if (!opened) return { data: [] };
      const { result } = opened;
      const shown = result && toResult(result, await findBeside(db, result), link);
      return { data: [toPaper(opened, { result: shown ?? null, link: pictureLinks(files), now: clock() })] };
    },
    submit: async ({ actor, body: { testId, courseId, attemptId, answers, revision }, ip }) => {
      const submission = {
        accountId: actor.accountId,
        courseId,
        assessmentId: testId,
        attemptId,
        answers,
        revision,
        ip,
      };
      const result = await submitAssessment(platform, submission);
      // just graded, so no correction came after it
      const beside = { regrades: [], weakTopics: await findWeakTopics(db, result) };
      return { data: toSubmittedResult(result, beside, link) };
    },
    listSubmitted: async ({ actor, query }) => {
      const asked = { ...query, timeZone: platform.config.timeZone };
      const { rows, limit, total, isBounded } = await listSubmittedAttempts(db, courseScopeOf(actor), asked);
      const answers = await listAnswers(
        db,
        rows.map(({ id }) => id),
      );
      const answersOf = Map.groupBy(answers, ({ attemptId }) => attemptId);
      const present = (page: typeof rows) => ({
        data: page.map((attempt) => toSubmittedAttempt(attempt, answersOf.get(attempt.id) ?? [])),
      });
      return pageOf(rows, limit, total, present, isBounded);
    },
  });
};

async function listTests({ db, files }: Platform, courseScope: CourseScope, query: TestsQuery) {
  const { rows, limit, total } = await listAssessments(db, courseScope, query);
  const questions = await listQuestions(
    db,
    rows.map(({ versionId }) => versionId),
  );
  const questionsOf = Map.groupBy(questions, ({ versionId }) => versionId);
  return pageOf(rows, limit, total, (page) => ({
    data: page.map((test) => toTest(test, questionsOf.get(test.versionId) ?? [], pictureLinks(files))),
  }));
}

async function getTest({ db, files }: Platform, id: string): Promise<Test> {
  const test = await getAssessment(db, id);
  return toTest(test, await listQuestions(db, [test.versionId]), pictureLinks(files));
}
