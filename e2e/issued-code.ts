import type { Browser } from '@playwright/test';
import type { Academy } from './academy.ts';
import { codeOnSheet } from './pages/codes.ts';
import type { School } from './pages/school.ts';
import { publicTest } from './programs.ts';

type OnSheet = Awaited<ReturnType<typeof codeOnSheet>>;
/** A certificate: its PDF, its code, its number and the content of the code; and how to get its successor's. */
export type Issued = OnSheet & { successor: () => Promise<OnSheet> };

async function issue(academy: Academy, school: School, browser: Browser): Promise<Issued> {
  const courseId = await school.course('Survival Craft', { films: 1, test: true });
  const learner = await school.trained('Asha', courseId);
  await school.sit(learner, courseId, true);
  const context = await browser.newContext();
  const current = () => codeOnSheet(academy, context, learner, courseId);
  return { ...(await current()), successor: current };
}

const issued = new WeakMap<Academy, Promise<Issued>>();

/** One certificate that was earned and rendered, for all tests of a program. */
export const test = publicTest.extend<{ issued: Issued }>({
  issued: async ({ academy, school, browser }, use) => {
    const certificate = issued.get(academy) ?? issue(academy, school, browser);
    issued.set(academy, certificate);
    await use(await certificate);
  },
});
