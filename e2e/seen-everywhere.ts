import { courses } from '@fairlead/contract/courses/calls';
import { expect } from '@playwright/test';
import type { Academy } from './academy.ts';
import { ask } from './ask.ts';
import { openSchool } from './pages/school.ts';

/**
 * Creates courses through the load balancer, and expects each within a second in the catalogue and on the page of every
 * instance, which had both in its caches.
 */
export async function expectSeenEverywhere(academy: Academy, rounds: number): Promise<void> {
  const school = await openSchool(academy);
  const catalogue = ({ url }: { url: string }) => ask({ url }, courses.listActive, { query: {} });
  const page = ({ url }: { url: string }) => fetch(`${url}/courses`).then((answer) => answer.text());
  for (const instance of academy.instances) await Promise.all([catalogue(instance), page(instance)]);
  for (let round = 1; round <= rounds; round++) {
    const title = `Cargo handling ${round}`;
    await school.course(title, { films: 0, test: false });
    const begun = Date.now();
    for (const instance of academy.instances) {
      const isThere = async () => {
        const [{ data }, html] = await Promise.all([catalogue(instance), page(instance)]);
        return data.some((course) => course.title === title) && html.includes(title);
      };
      while (!(await isThere())) expect(Date.now() - begun, instance.url).toBeLessThan(1000);
    }
  }
}
