import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { signAccessToken } from '../../server/features/accounts/sign-in/tokens.ts';
import { type Academy, startAcademy } from '../academy.ts';
import type { Engine } from '../engines.ts';

/** The number of learners who sit the test, the number of kills, and the milliseconds of answering before each kill. */
export type Sittings = { sitters: number; kills: number; span: number };
/** The longest that a call may take for a deadline to be read from it, in milliseconds. */
const slack = ({ sitters }: Sittings) => 2_000 + sitters * 60;

type Person = Parameters<typeof signAccessToken>[0];
type Paper = {
  questions: { _id: string; options: string[] }[];
  attempt: { _id: string; secondsLeft: number; answers: object[] };
};
type Sitter = { learner: Person; paper: Paper; deadline: Deadline; acknowledged: Map<string, string> };
/** The earliest and the latest time of a deadline, in milliseconds: the duration of a call leaves it uncertain. */
type Deadline = { from: number; to: number };

const secret = 'kept so that the learners can go on with their sessions';

/** Adds learners who may sit the test to the database of the stopped program. */
async function seat(academy: Academy, sitters: number) {
  await academy.terminate();
  const { dataDir, databaseUrl } = academy;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const maxBuffer = 2 ** 24;
  const script = ['server/features/enrolments/testing/seat-learners.ts', String(sitters)];
  const { stdout } = await promisify(execFile)(process.execPath, script, { env, maxBuffer });
  await academy.restart();
  return JSON.parse(stdout) as { courseId: string; learners: Person[] };
}

/**
 * Sits a test with many learners whose links break off one call in three, kills the program again and again, and looks
 * each time that no acknowledged answer is lost and no deadline has moved.
 *
 * @returns the figures as a sentence.
 */
export async function sitAndCrash(engine: Engine, sittings: Sittings): Promise<string> {
  const academy = await startAcademy({ engine, mail: 'files', env: { TOKEN_SECRET: secret } });
  try {
    return await sitThrough(academy, await seat(academy, sittings.sitters), sittings);
  } finally {
    await academy.stop();
  }
}

type Hall = { courseId: string; learners: readonly Person[] };

/** Sits the test with all learners while the server is killed again and again; returns the result as a sentence. */
async function sitThrough(academy: Academy, { courseId, learners }: Hall, sittings: Sittings): Promise<string> {
  const begun = performance.now();
  const ask = async (learner: Person, method: string, path: string, body?: object, signal?: AbortSignal) => {
    const answer = await fetch(`${academy.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await signAccessToken(learner, secret, new Date())}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { status: answer.status, body: (await answer.json()) as { data: never } };
  };
  /** A test paper as the server has it, and the bounds of its deadline. */
  const read = async (learner: Person, method: 'GET' | 'POST') => {
    const before = Date.now();
    const { body } = await ask(learner, method, method === 'POST' ? `/test/${courseId}/start` : `/test/${courseId}`);
    const data = body.data as Paper | Paper[];
    const paper = (Array.isArray(data) ? data[0] : data) as Paper;
    const left = paper.attempt.secondsLeft * 1000;
    return { paper, deadline: { from: before + left, to: Date.now() + left } };
  };
  const sit = async (learner: Person): Promise<Sitter> => ({
    learner,
    ...(await read(learner, 'POST')),
    acknowledged: new Map(),
  });
  const all = await Promise.all(learners.map(sit));

  const seen = { acknowledged: 0, cut: 0, checked: 0 };
  /** Answers again and again until the server dies, over a link that breaks off one call in three. */
  const answerOn = async ({ learner, paper, acknowledged }: Sitter) => {
    for (let turn = 0; ; turn++) {
      const question = paper.questions[turn % paper.questions.length];
      const selectedAnswer = question?.options[Math.floor(Math.random() * 4)] ?? '';
      const questionId = question?._id ?? '';
      const link = new AbortController();
      const breaking = Math.random() < 1 / 3 && setTimeout(() => link.abort(), Math.random() * 30);
      // Until it is acknowledged either answer may be stored, so neither is required.
      acknowledged.delete(questionId);
      try {
        const path = `/attempts/${paper.attempt._id}/answers`;
        const { status } = await ask(learner, 'PUT', path, { answers: [{ questionId, selectedAnswer }] }, link.signal);
        expect(status).toBe(200);
        acknowledged.set(questionId, selectedAnswer);
        seen.acknowledged += 1;
      } catch (error) {
        seen.cut += 1;
        if (error instanceof Error && error.name === 'AbortError') continue;
        if (error instanceof TypeError) return; // the program is down
        throw error;
      } finally {
        if (breaking) clearTimeout(breaking);
      }
    }
  };
  const check = async ({ learner, paper, deadline, acknowledged }: Sitter) => {
    const now = await read(learner, 'GET');
    expect(now.paper.questions).toEqual(paper.questions);
    expect(now.paper.attempt._id).toBe(paper.attempt._id);
    expect(now.deadline.from).toBeLessThanOrEqual(deadline.to);
    expect(now.deadline.to).toBeGreaterThanOrEqual(deadline.from);
    expect(now.deadline.to - now.deadline.from).toBeLessThan(slack(sittings));
    for (const [questionId, selectedAnswer] of acknowledged) {
      expect(now.paper.attempt.answers).toContainEqual({ questionId, selectedAnswer });
      seen.checked += 1;
    }
  };
  for (let round = 0; round < sittings.kills; round++) {
    const answering = Promise.all(all.map(answerOn));
    await wait(sittings.span);
    await academy.crash();
    await answering;
    for (const sitter of all) await check(sitter);
  }
  expect(seen.cut).toBeGreaterThan(0);
  expect(seen.checked).toBeGreaterThan(0);
  const seconds = Math.round((performance.now() - begun) / 1000);
  return (
    `${all.length} learners, ${sittings.kills} kills, ${seconds} s: ${seen.acknowledged} answers acknowledged, ` +
    `${seen.cut} calls cut off, ${seen.checked} answers checked after a kill, none lost, no deadline moved`
  );
}
