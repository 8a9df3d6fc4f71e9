import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export type Exam = {
  url: string;
  courseId: string;
  testId: string;
  /** One access token per learner. */
  tokens: readonly string[];
  /** Milliseconds within which all learners begin. */
  begin: number;
  /** The range of milliseconds for which a learner thinks before each answer. */
  think: readonly [number, number];
};

/** Latencies to the complete response in milliseconds, ascending, and the refused calls. */
export type Sat = { milliseconds: number[]; failures: string[] };

/**
 * Simulates many learners who take one assessment, from a second process: each opens the paper, saves every answer, and
 * submits.
 */
export async function sitExam(exam: Exam): Promise<Sat> {
  const child = fork(import.meta.filename, ['exam'], { serialization: 'advanced' });
  child.send(exam);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The exam was broken off with ${code}`)));
  const [sat] = (await Promise.race([once(child, 'message'), ended])) as [Sat];
  child.disconnect();
  await ended.catch(() => undefined);
  return sat;
}

type Paper = { questions: { _id: string; options: string[] }[]; attempt: { _id: string } };

async function carryOut({ url, courseId, testId, tokens, begin, think: [least, most] }: Exam): Promise<Sat> {
  const agent = new Agent({ keepAlive: true });
  const sat: Sat = { milliseconds: [], failures: [] };

  async function ask<T>(token: string, method: string, path: string, body?: object): Promise<T> {
    const begun = performance.now();
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const asked = request(`${url}/api${path}`, { method, agent, headers });
    asked.end(body && JSON.stringify(body));
    const [answer] = await once(asked, 'response');
    const read = (await json(answer)) as { data: T; message?: string };
    sat.milliseconds.push(performance.now() - begun);
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${read.message}`);
    return read.data;
  }

  async function sit(token: string, index: number): Promise<void> {
    await delay(Math.random() * begin);
    const [paper] = await ask<Paper[]>(token, 'GET', `/test/${courseId}`);
    if (!paper) throw new Error('There was no paper');
    // one in four has every answer wrong; the others pass, and their certificates are rendered meanwhile
    const option = index % 4 === 0 ? 1 : 0;
    const answers: { questionId: string; selectedAnswer: string }[] = [];
    for (const { _id: questionId, options } of paper.questions) {
      await delay(least + Math.random() * (most - least));
      const answer = { questionId, selectedAnswer: options[option] ?? '' };
      answers.push(answer);
      await ask(token, 'PUT', `/attempts/${paper.attempt._id}/answers`, { answers: [answer] });
    }
    await ask(token, 'POST', '/submitTest', { testId, courseId, answers, attemptId: paper.attempt._id });
    await ask(token, 'GET', `/attempts/${paper.attempt._id}/review`);
  }

  await Promise.all(
    tokens.map((token, index) =>
      sit(token, index).catch((error: unknown) => {
        sat.failures.push(error instanceof Error ? error.message : String(error));
      }),
    ),
  );
  agent.destroy();
  sat.milliseconds.sort((a, b) => a - b);
  return sat;
}

if (process.argv[2] === 'exam') {
  process.once('message', async (exam: Exam) => {
    process.send?.(await carryOut(exam));
  });
}
