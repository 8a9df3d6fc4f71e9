import type { Page } from '@playwright/test';
import { questions, type School } from './school.ts';

const [one, other] = questions.map(({ questionText, correctAnswer, options }) => ({
  text: questionText,
  right: correctAnswer,
  wrong: options[0] ?? '',
}));
if (!one || !other) throw new Error('The test of the school has two questions');
/** The questions of the school's test, each with a right and a wrong option. */
export const [first, second] = [one, other];

/** Chooses an option of a question. */
export const choose = (page: Page, text: string, option: string) =>
  page.getByRole('group', { name: text }).getByLabel(option, { exact: true }).check();

/** A learner who can start a test with these settings; its course has no films to watch. */
export async function inFrontOf(school: School, name: string, settings: object) {
  const course = await school.course(`${name}’s course`, { films: 1, test: true, settings });
  const learner = await school.trained(name, course);
  return { learner, course };
}
