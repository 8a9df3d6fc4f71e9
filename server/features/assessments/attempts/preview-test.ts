import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import type { Queryable } from '../../../platform/db/database.ts';
import { isPassed, percentageOf } from '../pass-mark.ts';
import type { LinkPicture } from '../picture-wire.ts';
import { findToPreview, getPaperHead, listAsked, settingsOf } from '../queries.ts';
import { shownScore } from '../rules.ts';
import { fromTestInput, type Question, toPaper } from '../wire.ts';
import { drawPaper, hasDrawing, onPaper } from './draw-paper.ts';
import { gradeSelections, wholePaper } from './grading.ts';

/** A question of a paper, without what only staff read of it. */
type Asked = Omit<Question, 'film' | 'forPractice' | 'explanation'>;

/** A test that staff take in the preview of a course, for which there is no attempt. */
export type TestToPreview = {
  head: Awaited<ReturnType<typeof getPaperHead>>;
  isPublished: boolean;
  settings: Settings;
  questions: readonly Asked[];
};

/** The published test of a course, or its newest one while none is published; undefined without any. */
export async function findTestToPreview(db: Queryable, courseId: string): Promise<TestToPreview | undefined> {
  const test = await findToPreview(db, courseId);
  if (!test) return undefined;
  const { versionId, isPublished } = test;
  const head = await getPaperHead(db, versionId, null);
  return { head, isPublished, settings: settingsOf(test), questions: await listAsked(db, versionId) };
}

type Written = { test: TestInput; id: string; courseTitle: string; questionIds: readonly string[] };

/** A test that is written in the program, as if it were stored. @param written with an id for each question. */
export function writtenTest({ test, id, courseTitle, questionIds }: Written): TestToPreview {
  const { title, passMark, settings, questions } = fromTestInput(test);
  return {
    head: { id, courseId: test.courseId, courseTitle, title, passMark, practiceQuestions: 0 },
    isPublished: true,
    settings,
    questions: questions.map((question, index) => ({
      ...question,
      options: [...question.options],
      id: questionIds[index] ?? '',
      optionPictures: [],
      picture: null,
    })),
  };
}

/** A paper of the test, drawn as one is for a learner, and stored nowhere. */
export function paperToPreview(
  { head, isPublished, settings, questions }: TestToPreview,
  link: LinkPicture,
  now: Date,
) {
  const drawn = hasDrawing(settings) ? drawPaper(questions, settings) : null;
  const asked = { head, questions: onPaper(questions, drawn), attempt: null, sitting: null };
  return { paper: toPaper(asked, { result: null, link, now }), isPublished, settings };
}

/**
 * The result of answers to such a paper, as its learner would see it. The paper consists of the questions that are
 * answered, since it was not kept.
 *
 * @throws AppError `invalid` as a submission does.
 */
export function gradePreview({ head, settings, questions }: TestToPreview, given: readonly GivenAnswer[]) {
  const ids = new Set(given.map(({ questionId }) => questionId));
  const asked = questions.filter(({ id }) => ids.has(id));
  const { score, totalQuestions } = gradeSelections(asked, wholePaper(asked, given));
  const { passMark } = head;
  const passed = isPassed(percentageOf(score, totalQuestions), passMark);
  const { failedScore } = settings;
  return { totalQuestions, passed, ...shownScore({ score, totalQuestions, passed }, { failedScore, passMark }) };
}
