import type { Practice } from '@fairlead/contract/assessments/practice';
import { idNames, toWire } from '@fairlead/contract/platform/names';
import { kindOf } from '../kinds/kinds.ts';
import { type LinkPicture, toPictures } from '../picture-wire.ts';
import type { listPractice } from './queries.ts';

type Course = { id: string; title: string };

/** The questions for practice of a course as its learners get them, with the answer keys. */
export const toPractice = (
  course: Course,
  questions: Awaited<ReturnType<typeof listPractice>>,
  link: LinkPicture,
): Practice => ({
  courseId: course.id,
  courseTitle: course.title,
  questions: questions.map((question) => ({
    _id: question.id,
    questionText: question.text,
    options: question.options,
    ...kindOf(question).toKey(question),
    explanation: question.explanation,
    film: question.film && toWire(idNames, question.film),
    ...toPictures(question, link),
  })),
});
