import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { certificates } from '@fairlead/contract/certificates/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect } from '@playwright/test';
import { type Academy, eventually } from '../academy.ts';
import { ask } from '../ask.ts';
import { openSchool, questions, type School } from '../pages/school.ts';
import type { Acknowledge, Clerk } from './clerk.ts';
import { keptSession } from './kept-session.ts';

/** The acknowledged steps of one learner in one course. */
type Journey = {
  courseId: string;
  requested?: boolean;
  accepted?: boolean;
  watchedSeconds: number;
  submitted?: boolean;
  answers: Map<string, string>;
  passed?: boolean;
  certificate?: string;
};

type Desk = { url: string; token: string; school: School };

const rightAnswerOf = (text: string) => questions.find(({ questionText }) => questionText === text)?.correctAnswer;

/** A learner who takes course after course up to the certificate, and after a kill continues where they were. */
export async function journeys(academy: Academy, firstName: string): Promise<Clerk> {
  const school = await openSchool(academy);
  const learner = await school.learner(firstName, { profile: true });
  const done: Journey[] = [];
  let journey: Journey | undefined = await newJourney(school);

  let visits = 0;
  /** Verifies a certificate, each time from another network: one network may not ask so often. */
  function officer() {
    visits += 1;
    const network = `10.${firstName.charCodeAt(0)}.${(visits >> 8) & 255}.${visits & 255}`;
    return { url: academy.url, headers: { 'x-forwarded-for': network } };
  }

  async function newJourney(school: School): Promise<Journey> {
    const has = { films: 1, test: true, settings: { minutes: 30 } };
    return { courseId: await school.course(`${firstName} ${done.length}`, has), watchedSeconds: 0, answers: new Map() };
  }

  const sitDown = keptSession(async (): Promise<Desk> => {
    const school = await openSchool(academy);
    return { url: academy.url, token: (await school.logIn(learner)).accessToken, school };
  });

  const enrolmentOf = async (desk: Desk, courseId: string) =>
    (await ask(desk, enrolments.listOwn)).find((one) => one.courseId._id === courseId);
  const paperOf = async (desk: Desk, courseId: string) =>
    (await ask(desk, assessments.getPaper, { params: { courseId } })).data[0];

  async function enrol(desk: Desk, way: Journey, acknowledge: Acknowledge): Promise<void> {
    const { courseId } = way;
    if (!(await enrolmentOf(desk, courseId))) {
      await ask(desk, enrolments.request, { body: { courseId } });
      way.requested = true;
      acknowledge('requests');
    }
    const enrolment = await enrolmentOf(desk, courseId);
    if (enrolment?.status !== 'pending') return;
    const token = desk.school.principal.login.accessToken;
    await ask({ ...desk, token }, enrolments.accept, { params: { id: enrolment._id } });
    way.accepted = true;
    acknowledge('acceptances');
  }

  async function train(desk: Desk, way: Journey, acknowledge: Acknowledge): Promise<void> {
    const { courseId } = way;
    const read = async () => (await ask(desk, training.getForCourse, { params: { courseId } })).data[0];
    const set = await read();
    if (!set || set.submitted) return;
    for (const { _id: id, duration } of set.trainingVideo) {
      // Time is credited no faster than it passes; the player reports again.
      await eventually('the film is credited', async () => {
        const body = { watched: [[0, duration] as [number, number]], position: duration };
        const { data } = await ask(desk, training.reportProgress, { params: { id }, body });
        way.watchedSeconds = data.watchedSeconds;
        acknowledge('progress reports');
        return data.completed || undefined;
      });
    }
    await ask(desk, training.submit, { params: { id: set._id } });
    way.submitted = true;
    acknowledge('trainings');
  }

  async function sit(desk: Desk, way: Journey, acknowledge: Acknowledge): Promise<void> {
    const { courseId } = way;
    if ((await paperOf(desk, courseId))?.result?.passed) return;
    const { data: paper } = await ask(desk, attempts.start, { params: { courseId } });
    const attemptId = paper.attempt?._id ?? '';
    const answers = paper.questions.map(({ _id: questionId, questionText }) => ({
      questionId,
      selectedAnswer: rightAnswerOf(questionText) ?? '',
    }));
    for (const answer of answers) {
      await ask(desk, attempts.save, { params: { id: attemptId }, body: { answers: [answer] } });
      way.answers.set(answer.questionId, answer.selectedAnswer);
      acknowledge('answers');
    }
    const body = { testId: paper._id, courseId, answers, attemptId };
    const { data: result } = await ask(desk, assessments.submit, { body });
    expect(result.passed).toBe(true);
    way.passed = true;
    acknowledge('submissions');
  }

  async function travel(desk: Desk, acknowledge: Acknowledge): Promise<void> {
    journey ??= await newJourney(desk.school);
    for (const step of [enrol, train, sit]) await step(desk, journey, acknowledge);
    const { data } = await ask(desk, certificates.getOwn, { params: { courseId: journey.courseId } });
    journey.certificate = data.certNo;
    acknowledge('certificates');
    done.push(journey);
    journey = undefined;
  }

  async function checkJourney(desk: Desk, way: Journey): Promise<void> {
    const { courseId } = way;
    const enrolment = await enrolmentOf(desk, courseId);
    if (way.requested || way.accepted) expect(enrolment, courseId).toBeDefined();
    if (way.accepted) expect(enrolment?.status).toBe('approved');
    if (way.submitted) expect(enrolment?.progress.trainingSubmitted).toBe(true);
    if (way.passed) expect(enrolment?.progress.testPassed).toBe(true);
    if (way.watchedSeconds > 0) {
      const { data } = await ask(desk, training.getForCourse, { params: { courseId } });
      expect(data[0]?.trainingVideo[0]?.watchedSeconds).toBeGreaterThanOrEqual(way.watchedSeconds);
    }
    if (way.answers.size > 0 && !way.passed) {
      const paper = await paperOf(desk, courseId);
      // It was submitted, and the response was lost.
      if (paper?.result?.passed) return;
      const saved = paper?.attempt?.answers ?? [];
      for (const [questionId, selectedAnswer] of way.answers) {
        expect(saved).toContainEqual({ questionId, selectedAnswer });
      }
    }
    if (way.passed) await checkCertificate(desk, way);
  }

  const ownCertificate = async (desk: Desk, { courseId }: Journey) =>
    (await ask(desk, certificates.getOwn, { params: { courseId } })).data;

  async function checkCertificate(desk: Desk, way: Journey): Promise<void> {
    const { certNo } = await ownCertificate(desk, way);
    if (way.certificate) expect(certNo).toBe(way.certificate);
    const { data } = await ask(officer(), certificates.verify, { params: { number: certNo } });
    expect(data.certNo).toBe(certNo);
  }

  return {
    async work(acknowledge) {
      const desk = await sitDown();
      for (;;) await travel(desk, acknowledge);
    },
    async check() {
      const desk = await sitDown();
      for (const way of [...done.slice(-2), ...(journey ? [journey] : [])]) await checkJourney(desk, way);
      // so that the next kill comes while a course is taken, not while one is created
      journey ??= await newJourney(desk.school);
    },
    async finish() {
      const desk = await sitDown();
      await travel(desk, () => {});
      for (const way of done) {
        await checkJourney(desk, way);
        await eventually(
          'the certificate is drawn',
          async () => (await ownCertificate(desk, way)).pdfPath ?? undefined,
        );
      }
    },
  };
}
