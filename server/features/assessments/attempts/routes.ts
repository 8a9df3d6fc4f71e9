import { attempts } from '@fairlead/contract/assessments/attempts';
import { weakTopics } from '@fairlead/contract/assessments/weak-topics';
import { AppError, notFound } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireApprovedEnrolment } from '../../enrolments/index.ts';
import { pictureLinks } from '../picture-wire.ts';
import { requireAttempt } from '../policy.ts';
import { secondsLeft, toPaper, toResult, toWeakTopics } from '../wire.ts';
import { findBeside } from './find-beside.ts';
import { openPaper } from './open-paper.ts';
import {
  findGrant,
  findOwnAttempt,
  findValidResult,
  getSubmittedAttempt,
  listAbsences,
  listAnswers,
  listAnswerTimes,
  listPaper,
  listRegrades,
} from './queries.ts';
import { reopenTest } from './reopen-test.ts';
import { takeAnswers } from './save-answers.ts';
import { findWeakTopics } from './weak-topics.ts';
import { toReview, toStaffAttempt } from './wire.ts';

/** Routes for attempts: starting, saving answers, the learner's review, and the view for staff. */
export const attemptRoutes = (platform: Platform) => {
  const { db, files, clock } = platform;
  const linkPicture = pictureLinks(files);
  const save = takeAnswers(platform);

  const further = serve(weakTopics, {
    list: async ({ actor, params: { courseId } }) => {
      const { id } = await requireApprovedEnrolment(db, actor.accountId, courseId);
      const result = await findValidResult(db, id);
      return { data: result ? toWeakTopics(await findWeakTopics(db, result)) : [] };
    },
  });
  const ofAttempts = serve(attempts, {
    start: async ({ actor, params: { courseId } }) => {
      const opened = await openPaper(platform, { accountId: actor.accountId, courseId, start: true });
      if (!opened) throw notFound('This course has no published test.');
      const link = (filename: string) => files.link('certificates', filename);
      const { result } = opened;
      const shown = result && toResult(result, await findBeside(db, result), link);
      return { data: toPaper(opened, { result: shown ?? null, link: linkPicture, now: clock() }) };
    },
    save: async ({ actor, params: { id }, body: { answers, absences = [], revision: seen } }) => {
      const progress = { accountId: actor.accountId, attemptId: id, answers, absences, revision: seen };
      const { deadline, revision } = await save(progress);
      return { data: { secondsLeft: secondsLeft(deadline, clock()), revision } };
    },
    review: async ({ actor, params: { id } }) => {
      const attempt = await findOwnAttempt(db, { accountId: actor.accountId, attemptId: id });
      if (!attempt) throw notFound('There is no such attempt.');
      const { submittedAt, review } = attempt;
      if (!submittedAt) throw new AppError('not-yet', 'This attempt is not submitted yet.');
      const questions = review === 'score' ? [] : await listPaper(db, attempt);
      const answers = await listAnswerTimes(db, id);
      return { data: toReview({ ...attempt, submittedAt }, { questions, answers, link: linkPicture }) };
    },
    get: async ({ actor, params: { id } }) => {
      await requireAttempt(db, actor, id);
      return { data: await getStaffAttempt(platform, id) };
    },
    reopen: async ({ actor, params: { id }, body: { reason }, ip }) => {
      await requireAttempt(db, actor, id);
      await reopenTest(platform, { attemptId: id, reason, actorId: actor.accountId, ip });
      return { message: 'Another attempt is allowed.', data: await getStaffAttempt(platform, id) };
    },
  });
  return [...further, ...ofAttempts];
};

async function getStaffAttempt({ db, files }: Platform, id: string) {
  const attempt = await getSubmittedAttempt(db, id);
  return toStaffAttempt(attempt, {
    questions: await listPaper(db, attempt),
    answers: await listAnswers(db, [id]),
    times: await listAnswerTimes(db, id),
    absences: await listAbsences(db, id),
    regrades: await listRegrades(db, id),
    grant: await findGrant(db, id),
    link: pictureLinks(files),
  });
}
