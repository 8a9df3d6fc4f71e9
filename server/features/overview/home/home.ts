import { type Home, mostExpiring } from '@fairlead/contract/overview/home';
import { mostRenewalDays } from '@fairlead/contract/wallet/wallet-kinds';
import { addDays, type CalendarDate, dayAt, daysUntil } from '../../../platform/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hasConditions, isOver, nextAttempt } from '../../assessments/index.ts';
import { markFollowed, toShortCertificate } from '../../certificates/index.ts';
import { presentOwnEnrolments } from '../../enrolments/index.ts';
import { toDocumentRequests } from '../../seafarers/index.ts';
import { type EndingFacts, presentingEndsOf, toEnd } from '../../wallet/index.ts';
import { isPressing, nextStepOf } from '../rules.ts';
import { getOwnPart, type NextFilm, type PublishedTest } from './queries.ts';

/**
 * What a learner's first page shows: what to do next, their courses, what expires, and the newest certificates. It
 * costs one query, however many courses there are, and up to two more for somebody with a certificate that has to be
 * refreshed or expires soon. What is the same for everybody is kept: courses, kinds of documents, ways to a renewal.
 */
export async function getHome(platform: Platform, accountId: string): Promise<Home> {
  const { db, clock, config, files } = platform;
  const now = clock();
  const today = dayAt(now, config.timeZone);
  const own = await getOwnPart(db, accountId, addDays(today, mostRenewalDays));
  const enrolments = await presentOwnEnrolments(platform, own.enrolments);
  const hasProfile = own.profileId !== null;
  const idsIn = (state: string) => new Set(enrolments.filter((one) => one.state === state).map(({ _id }) => _id));
  const [training, open] = [idsIn('training'), idsIn('test-open')];
  const films = new Map(own.nextFilms.filter(({ id }) => training.has(id)).map((row) => [row.id, row]));
  const tests = new Map(own.tests.filter(({ id }) => open.has(id)).map((row) => [row.id, toTest(row, now)]));

  const documentRequests = toDocumentRequests(own).filter(({ answeredAt }) => answeredAt === null);
  const chosen = nextStepOf({
    hasProfile,
    lacksDocument: documentRequests.length > 0,
    enrolments: enrolments.map(({ _id: id, state, steps, progress, certificate, fee }) => ({
      id,
      state,
      steps,
      test: tests.get(id),
      hasFilms: progress.filmsTotal > 0,
      isFeeDue: fee?.state === 'due',
      isOnHold: certificate?.onHold ?? false,
      watchedAt: toDate(films.get(id)?.watchedAt),
    })),
  });
  const film = films.get(chosen.enrolmentId ?? '');
  const test = tests.get(chosen.enrolmentId ?? '');
  const isExpired = new Set(
    enrolments.filter(({ state }) => state === 'certificate-expired').map(({ courseId }) => courseId._id),
  );
  return {
    firstName: own.firstName,
    hasProfile,
    next: {
      ...chosen,
      film: film ? toFilm(film) : null,
      trainingSecondsLeft: film?.secondsLeft ?? 0,
      test: test ? { minutes: test.minutes, deadline: test.deadline, attempts: test.attempts } : null,
      nextAttemptAt: test?.nextAttemptAt ?? null,
    },
    documentRequests,
    enrolments,
    expiring: await presentExpiring(platform, own.ending, { isExpired, today }),
    certificates: (await markFollowed(db, own.certificates, today)).map((row) =>
      toShortCertificate(row, { today }, (filename) => files.link('certificates', filename)),
    ),
  };
}

const toDate = (at: string | null | undefined) => (at ? new Date(at) : null);

/** Of the documents of a learner that end, those that the page shows. */
async function presentExpiring(
  platform: Platform,
  ending: readonly EndingFacts[],
  { isExpired, today }: { isExpired: ReadonlySet<string>; today: CalendarDate },
): Promise<Home['expiring']> {
  if (ending.length === 0) return [];
  const how = await presentingEndsOf(platform);
  return ending
    .flatMap((row) => {
      const { lastDay } = row;
      const document = toEnd({ ...row, isReplaced: false }, how);
      const isTakenAgain = row.courseId !== null && !isExpired.has(row.courseId);
      if (!isPressing(document, isTakenAgain, today)) return [];
      return [{ ...document, lastDay, daysLeft: daysUntil(lastDay, today) }];
    })
    .slice(0, mostExpiring);
}

function toFilm({ kind, serial, title, durationSeconds, watchedSeconds }: NextFilm): Home['next']['film'] {
  if (kind === null || serial === null || title === null) return null;
  const watched = watchedSeconds ?? 0;
  return { kind, serial, title, watchedSeconds: watched, secondsLeft: Math.max(0, (durationSeconds ?? 0) - watched) };
}

/** What the learner can do about a test now, by the rules that hold when it is opened. */
function toTest({ past, deadline, ...rest }: PublishedTest, now: Date) {
  const row = { ...rest, deadline: toDate(deadline) };
  const submitted = past.map(({ submittedAt, reopened }) => ({ submittedAt: new Date(submittedAt), reopened }));
  const allowance = hasConditions(row) ? nextAttempt(row, submitted, now) : null;
  const isRunning = row.isOpen && !isOver(row, now);
  return {
    isRunning,
    mayStart: allowance?.mayStart ?? true,
    minutes: row.minutes,
    attempts: past.length,
    deadline: isRunning ? (row.deadline?.toISOString() ?? null) : null,
    nextAttemptAt: allowance?.nextAttemptAt?.toISOString() ?? null,
  };
}
