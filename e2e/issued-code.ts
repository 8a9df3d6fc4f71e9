import { test as base } from './one-academy.ts';
import { codeOnSheet } from './pages/codes.ts';
import { openSchool } from './pages/school.ts';

type OnSheet = Awaited<ReturnType<typeof codeOnSheet>>;
/** A certificate: its PDF, its code, its number and the content of the code; and how to get its successor's. */
export type Issued = OnSheet & { successor: () => Promise<OnSheet> };

/** One certificate that was earned and rendered, for all tests of a worker. */
export const test = base.extend<object, { issued: Issued }>({
  issued: [
    async ({ academy, browser }, use) => {
      const school = await openSchool(academy);
      const courseId = await school.course('Survival Craft', { films: 1, test: true });
      const learner = await school.learner('Asha', { profile: true });
      await school.enrol(learner, courseId);
      await school.train(learner, courseId);
      await school.sit(learner, courseId, true);
      const context = await browser.newContext();
      const current = () => codeOnSheet(academy, context, learner, courseId);
      await use({ ...(await current()), successor: current });
      await context.close();
    },
    { scope: 'worker' },
  ],
});
