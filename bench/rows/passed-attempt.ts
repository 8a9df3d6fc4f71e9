import { certificates } from '@fairlead/contract/certificates/calls';
import { eventually, startAcademy } from '../../e2e/academy.ts';
import { ask } from '../../e2e/ask.ts';
import { firstStart } from '../../e2e/engines.ts';
import { type Learner, openSchool, type School } from '../../e2e/pages/school.ts';
import { cpuSeconds } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/**
 * What the whole program computes, on the embedded engine, for attempts that pass: from the paper until the certificate
 * is in the log, its email is written, its PDF is drawn and its picture was opened.
 */
export async function measurePassedAttempt({ rounds, attempts }: { rounds: number; attempts: number }): Promise<Row[]> {
  const academy = await startAcademy({ engine: firstStart, mail: 'files' });
  try {
    const school = await openSchool(academy);
    const asha = await school.learner('Asha', { profile: true });
    const costs: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const courses = await Promise.all(
        Array.from({ length: attempts }, (_, index) => trainedCourse(school, asha, `Rafts ${round}.${index}`)),
      );
      const before = cpuSeconds(academy.pid());
      for (const courseId of courses) {
        await school.sit(asha, courseId, true);
        await openCertificate({ url: academy.url, token: asha.login.accessToken }, courseId);
      }
      // the first round warms the program up
      if (round > 0) costs.push(((cpuSeconds(academy.pid()) - before) * 1000) / attempts);
    }
    const said = 'attempt passed, with its certificate in the log, its PDF, its picture and its email';
    return [beside(said, spreadOf(costs), { limit: 165, unit: 'ms CPU' })];
  } finally {
    await academy.stop();
  }
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
