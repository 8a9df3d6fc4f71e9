import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { expect } from '@playwright/test';
import type { Academy } from '../academy.ts';
import { ask } from '../ask.ts';
import { openSchool } from '../pages/school.ts';
import type { Clerk } from './clerk.ts';

/** The earliest and the latest time of a deadline, in milliseconds: the duration of a call leaves it uncertain. */
type Deadline = { from: number; to: number };

/** A learner who takes a test and changes answers all the time: no answer is lost, and the deadline does not move. */
export async function heldTest(academy: Academy, firstName: string): Promise<Clerk> {
  const school = await openSchool(academy);
  const courseId = await school.course(`${firstName}’s drill`, { films: 1, test: true, settings: { minutes: 60 } });
  const learner = await school.trained(firstName, courseId);
  const acknowledged = new Map<string, string>();
  let token = learner.login.accessToken;
  const desk = () => ({ url: academy.url, token });

  const timed = async <T>(read: () => Promise<T>, secondsLeftOf: (paper: T) => number) => {
    const before = Date.now();
    const paper = await read();
    const left = secondsLeftOf(paper) * 1000;
    return { paper, deadline: { from: before + left, to: Date.now() + left } satisfies Deadline };
  };
  const { paper, deadline } = await timed(
    async () => (await ask(desk(), attempts.start, { params: { courseId } })).data,
    ({ attempt }) => attempt?.secondsLeft ?? 0,
  );
  const id = paper.attempt?._id ?? '';

  async function check(): Promise<void> {
    const now = await timed(
      async () => (await ask(desk(), assessments.getPaper, { params: { courseId } })).data[0],
      (found) => found?.attempt?.secondsLeft ?? 0,
    );
    expect(now.paper?.attempt?._id).toBe(id);
    expect(now.deadline.from).toBeLessThanOrEqual(deadline.to + 1000);
    expect(now.deadline.to).toBeGreaterThanOrEqual(deadline.from - 1000);
    for (const [questionId, selectedAnswer] of acknowledged) {
      expect(now.paper?.attempt?.answers).toContainEqual({ questionId, selectedAnswer });
    }
  }

  return {
    async work(acknowledge) {
      token = (await school.logIn(learner)).accessToken;
      for (let turn = 0; ; turn += 1) {
        const question = paper.questions[turn % paper.questions.length];
        const answers = [
          { questionId: question?._id ?? '', selectedAnswer: question?.options[(turn >> 1) % 4] ?? '' },
        ] as const;
        // Until it is acknowledged either answer may be stored, so neither is required.
        acknowledged.delete(answers[0].questionId);
        await ask(desk(), attempts.save, { params: { id }, body: { answers: [...answers] } });
        acknowledged.set(answers[0].questionId, answers[0].selectedAnswer);
        acknowledge('answers of a held test');
      }
    },
    check,
    finish: check,
  };
}
