import { certificates } from '@fairlead/contract/certificates/calls';
import { eventually, startAcademy } from '../../e2e/academy.ts';
import { ask } from '../../e2e/ask.ts';
import { firstStart } from '../../e2e/engines.ts';
import { type Learner, openSchool, type School } from '../../e2e/pages/school.ts';
import type { GuardedPart } from '../harness/guarded.ts';
import { cpuSeconds } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/**
 * What the whole program computes, on the embedded engine, for attempts that pass: from the paper until the certificate
 * is in the log, its email is written, its PDF is drawn and its picture was opened.
 */
export async function measurePassedAttempt({ rounds, attempts }: { rounds: number; attempts: number }): Promise<Row[]> {
  const { measure, stop } = await openAttempts(attempts);
  try {
    const costs: number[] = [];
    for (let round = 0; round <= rounds; round += 1) costs.push(await measure());
    // the first round warms the program up
    return [beside(said, spreadOf(costs.slice(1)), { limit: 165, unit: 'ms CPU' })];
  } finally {
    await stop();
  }
}

const said = 'attempt passed, with its certificate in the log, its PDF, its picture and its email';

/** The same, to be compared with that of another commit. */
export async function openPassedAttempts({ attempts }: { attempts: number }): Promise<GuardedPart> {
  const { measure, stop } = await openAttempts(attempts);
  return { guarded: [{ what: said, measure: async () => ({ 'ms CPU': await measure() }) }], close: stop };
}

/** An academy, and one round of attempts in it: milliseconds of processor time for each. */
async function openAttempts(attempts: number) {
  const academy = await startAcademy({ engine: firstStart, mail: 'files' });
  const school = await openSchool(academy);
  const asha = await school.learner('Asha', { profile: true });
  let round = 0;
  const measure = async (): Promise<number> => {
    round += 1;
    const courses = await Promise.all(
      Array.from({ length: attempts }, (_, index) => trainedCourse(school, asha, `Rafts ${round}.${index}`)),
    );
    const before = cpuSeconds(academy.pid());
    for (const courseId of courses) {
      await school.sit(asha, courseId, true);
      await openCertificate({ url: academy.url, token: asha.login.accessToken }, courseId);
    }
    return ((cpuSeconds(academy.pid()) - before) * 1000) / attempts;
  };
  return { measure, stop: () => academy.stop() };
}

async function trainedCourse(school: School, learner: Learner, title: string): Promise<string> {
  const courseId = await school.course(title, { films: 1, test: true });
  await school.enrol(learner, courseId);
  await school.train(learner, courseId);
  return courseId;
}

async function openCertificate(as: { url: string; token: string }, courseId: string): Promise<void> {
  const picture = await eventually('the certificate is drawn', async () => {
    const { data } = await ask(as, certificates.getOwn, { params: { courseId } });
    return data.pdfPath ? (data.picture ?? undefined) : undefined;
  });
  const { ok, status } = await fetch(new URL(picture.url, as.url));
  if (!ok) throw new Error(`The picture of a certificate: ${status}`);
}
