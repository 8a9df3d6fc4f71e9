import { type Home, mostExpiring } from '@fairlead/contract/home';
import { mostRenewalDays } from '@fairlead/contract/wallet-kinds';
import { addDays, type CalendarDate, dayAt, daysUntil } from '../../platform/calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasConditions, isOver, nextAttempt } from '../assessments/rules.ts';
import { listOwn } from '../certificates/own/queries.ts';
import { toOwnCertificate } from '../certificates/own/wire.ts';
import { verifyUrl } from '../certificates/wire.ts';
import { presentOwnEnrolments } from '../enrolments/present-enrolments.ts';
import { listOwnEnrolments } from '../enrolments/queries.ts';
import { toDocumentRequests } from '../seafarers/wire.ts';
import { listHeld } from '../wallet/held-documents.ts';
import { presentingOf } from '../wallet/present-documents.ts';
import { toHeld } from '../wallet/wire.ts';
import { getOwner, listNextFilms, listTestsOf } from './home-queries.ts';
import { isPressing, nextStepOf } from './rules.ts';

/** The number of certificates that the page shows, and of those among which it looks for some that are not replaced. */
const shownCertificates = 4;
const mostCertificates = 200;

/**
 * What a learner's first page shows: what to do next, their courses, what expires, and the newest certificates. It
 * costs seven queries, however many courses there are; up to two more for somebody with a certificate that has to
 * be refreshed or expires soon, and four more where a document ends.
 */
export async function getHome(platform: Platform, accountId: string): Promise<Home> {
  const { db, clock, config, files } = platform;
  const now = clock();
  const calendar = { today: dayAt(now, config.timeZone), timeZone: config.timeZone };
  const enrolments = await presentOwnEnrolments(platform, await listOwnEnrolments(db, accountId));
  const owner = await getOwner(db, accountId);
  const hasProfile = owner.profileId !== null;
  const certificates = await listOwn(db, accountId, calendar.today, mostCertificates);
  const idsIn = (state: string) => enrolments.filter((one) => one.state === state).map(({ _id }) => _id);
  const films = new Map((await listNextFilms(db, idsIn('training'))).map((row) => [row.id, row]));
  const tests = new Map((await listTestsOf(db, idsIn('test-open'))).map((row) => [row.id, toTest(row, now)]));

  const documentRequests = toDocumentRequests(owner).filter(({ answeredAt }) => answeredAt === null);
  const chosen = nextStepOf({
    hasProfile,
    lacksDocument: documentRequests.length > 0,
    enrolments: enrolments.map(({ _id: id, state, steps, progress, certificate, fee }) => ({
      ...{ id, state, steps, test: tests.get(id), hasFilms: progress.filmsTotal > 0 },
      isFeeDue: fee?.state === 'due',
      isOnHold: certificate?.onHold ?? false,
      watchedAt: films.get(id)?.watchedAt ?? null,
    })),
  });
  const film = films.get(chosen.enrolmentId ?? '');
  const test = tests.get(chosen.enrolmentId ?? '');
  const isExpired = new Set(
    enrolments.filter(({ state }) => state === 'certificate-expired').map(({ courseId }) => courseId._id),
  );
  const links = {
    file: (filename: string) => files.link('certificates', filename),
    verify: (number: string) => verifyUrl(config, number),
  };
  return {
    firstName: owner.firstName,
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
    expiring: await findExpiring(platform, { accountId, isExpired, today: calendar.today }),
    certificates: certificates
      .filter(({ status }) => status !== 'superseded')
      .slice(0, shownCertificates)
      .map((row) => toOwnCertificate(row, calendar, links)),
  };
}

/** The documents of a learner that end, as the page shows them. */
async function findExpiring(
  platform: Platform,
  { accountId, isExpired, today }: { accountId: string; isExpired: ReadonlySet<string>; today: CalendarDate },
): Promise<Home['expiring']> {
  const ending = (await listHeld(platform.db, accountId)).filter(
    ({ lastDay, isReplaced }) => lastDay !== null && !isReplaced && lastDay <= addDays(today, mostRenewalDays),
  );
  if (ending.length === 0) return [];
  const how = await presentingOf(platform);
  return ending
    .flatMap((row) => {
      const { lastDay } = row;
      const document = toHeld(row, how);
      const isTakenAgain = row.courseId !== null && !isExpired.has(row.courseId);
      if (lastDay === null || !isPressing(document, isTakenAgain, today)) return [];
      return [{ ...document, lastDay, daysLeft: daysUntil(lastDay, today) }];
    })
    .slice(0, mostExpiring);
}

type FilmRow = Awaited<ReturnType<typeof listNextFilms>>[number];

function toFilm({ kind, serial, title, durationSeconds, watchedSeconds }: FilmRow): Home['next']['film'] {
  if (kind === null || serial === null || title === null) return null;
  const watched = watchedSeconds ?? 0;
  return { kind, serial, title, watchedSeconds: watched, secondsLeft: Math.max(0, (durationSeconds ?? 0) - watched) };
}

/** What the learner can do about a test now, by the rules that hold when it is opened. */
function toTest({ past, ...row }: Awaited<ReturnType<typeof listTestsOf>>[number], now: Date) {
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
