import { assessments } from '@fairlead/contract/assessments/calls';
import { training } from '@fairlead/contract/training/calls';
import type { DemoCourse } from '../course.ts';
import { chance } from '../drawing/chance.ts';
import type { Past } from './past.ts';

async function openTraining(past: Past, email: string, courseId: string) {
  const { data } = await (await past.as(email))(training.getForCourse, { params: { courseId } });
  const [set] = data;
  if (!set) throw new Error('The course has no training');
  return set;
}

/**
 * Opens a film and watches a part of it (0 to 1), and moves the clock accordingly: the server credits only seconds that
 * have passed on its clock.
 */
export async function watchFilm(past: Past, email: string, courseId: string, index: number, part: number) {
  const film = (await openTraining(past, email, courseId)).trainingVideo[index];
  if (!film) throw new Error(`There is no film ${index + 1}`);
  const seconds = Math.floor(film.duration * part * 10) / 10;
  const seen = part === 1 ? film.duration : seconds;
  past.pass(seen);
  const report = { watched: [[0, seen] as [number, number]], position: seen };
  const { data } = await (await past.as(email))(training.reportProgress, { params: { id: film._id }, body: report });
  if (data.completed !== (part === 1)) throw new Error(`${data.watchedSeconds} of ${data.duration} s were credited`);
}

export async function submitFilms(past: Past, email: string, courseId: string): Promise<void> {
  const { _id } = await openTraining(past, email, courseId);
  await (await past.as(email))(training.submit, { params: { id: _id } });
}

type Sitting = { courseId: string; course: DemoCourse; rightAnswers: number };

/** Takes an assessment with the given number of correct answers, at 35 to 65 seconds per question. */
export async function sitTest(past: Past, email: string, { courseId, course, rightAnswers }: Sitting): Promise<void> {
  const { data } = await (await past.as(email))(assessments.getPaper, { params: { courseId } });
  const [paper] = data;
  if (!paper) throw new Error('The course has no published test');
  const count = paper.questions.length;
  const luck = chance(`${email} ${course.key} ${rightAnswers}`);
  past.pass(Math.round(count * (35 + luck() * 30)));
  // Different people fail different questions.
  const first = Math.floor(luck() * count);
  const answers = paper.questions.map(({ _id, questionText }, i) => {
    const asked = course.assessment.questions.find(({ text }) => text === questionText);
    if (!asked) throw new Error(`The demo does not know the question ${questionText}`);
    const isRight = (i + first) % count < rightAnswers;
    const wrong = asked.options.find((option) => option !== asked.answer) ?? '';
    return { questionId: _id, selectedAnswer: isRight ? asked.answer : wrong };
  });
  const body = { testId: paper._id, courseId, answers };
  const { data: result } = await (await past.as(email))(assessments.submit, { body });
  const { score, percentageBelow } = result;
  const isGradedSo = percentageBelow === null ? score === rightAnswers : score <= rightAnswers;
  if (!isGradedSo) throw new Error(`${score} answers were right, not ${rightAnswers}`);
}
