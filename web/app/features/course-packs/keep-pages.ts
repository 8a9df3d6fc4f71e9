import type { FetchQueryOptions } from '@tanstack/react-query';
import { ApiError, NetworkError } from '../../lib/calls/api-client.ts';
import { comesBack } from '../../lib/calls/comes-back.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { areKept, keepOffline } from '../../lib/device/aboard/cached-pages.ts';
import { writeAnswersNow } from '../../lib/device/aboard/open-aboard.ts';
import { paths } from '../../lib/paths.ts';
import { practiceQuery } from '../assessments/practice/api.ts';
import { ownCertificatesQuery } from '../certificates/own/api.ts';
import { activeCoursesQuery } from '../courses/api.ts';
import { ownEnrolmentsQuery } from '../enrolments/api.ts';
import { homeQuery } from '../enrolments/home/api.ts';
import { ownFeesQuery } from '../fees/api.ts';
import { ownProfileQuery } from '../seafarers/api.ts';
import { trainingQuery } from '../training/api.ts';
import { walletQuery } from '../wallet/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: queries of different types in one list, none of whose data is used
type AnyQuery = FetchQueryOptions<any, Error, any, any>;

/** A page of a learner: its name, its path, and what it reads, whose answers are kept (aboard/kept-answers.ts). */
type OwnPage = { name: string; path: string; reads: readonly AnyQuery[] };

/** The pages of a learner that open without a network once a course is aboard. */
const pagesOf = (courseId: string): OwnPage[] => [
  { name: 'Dashboard', path: paths.dashboard, reads: [homeQuery, activeCoursesQuery] },
  { name: 'Course', path: paths.courseContent(courseId), reads: [] },
  { name: 'Training', path: paths.training(courseId), reads: [trainingQuery(courseId)] },
  { name: 'Practice', path: paths.practice(courseId), reads: [practiceQuery(courseId)] },
  { name: 'My Courses', path: paths.userCourses, reads: [ownEnrolmentsQuery] },
  { name: 'My Certificates', path: paths.ownCertificates, reads: [ownCertificatesQuery] },
  { name: 'Certificates', path: paths.certificateReport, reads: [] },
  { name: 'My Documents', path: paths.ownDocuments, reads: [walletQuery] },
  { name: 'Profile', path: paths.profile, reads: [ownProfileQuery] },
  { name: 'Fees', path: paths.fees, reads: [ownFeesQuery] },
  { name: 'Courses Aboard', path: paths.aboard, reads: [] },
  { name: 'Open Courses Aboard', path: paths.openAboard, reads: [] },
];

/** The build of the site that this page is of. */
export const buildNow = (): string =>
  (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version ?? '';

/** Loads the check of certificates; returns its pages. */
async function loadCheck(): Promise<readonly string[]> {
  const { checkPages, loadCheckParts } = await import('../certificates/offline-check.ts');
  await loadCheckParts();
  return checkPages;
}

/**
 * Reads what a page shows.
 *
 * @returns why the academy refuses it, in a sentence; undefined where it was read.
 * @throws NetworkError without a response, or while the server is away.
 */
async function refusalOf({ name, reads }: OwnPage): Promise<string | undefined> {
  try {
    await Promise.all(reads.map((query) => queryClient.fetchQuery({ ...query, retry: false })));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (comesBack(error.status)) throw new NetworkError(undefined, { cause: error });
    return notKept(`‘${name}’`, error.message);
  }
}

const ofSite = 'A part of this site';
const loadAgain = 'Reload this page and try again.';
const notKept = (what: string, reason: string) =>
  `${what} could not be saved for use without internet. ${reason}`.trim();

/** A file of this page's build is not on the server any more: the site has a newer one. */
class BuildGone extends Error {}

/**
 * Says why a file of the build did not arrive: for `import()` it is a TypeError, whether the network or the file is
 * gone.
 */
async function asLost(cause: unknown): Promise<never> {
  if (!(cause instanceof TypeError)) throw cause;
  const { ok } = await fetch(paths.home, { method: 'HEAD', cache: 'no-store' }).catch(() => ({ ok: false }));
  throw ok ? new BuildGone(undefined, { cause }) : new NetworkError(undefined, { cause });
}

/**
 * Reads what the pages of a course show, and loads what they open later.
 *
 * @returns the pages of the check, and why the academy refuses a page; undefined where the network was lost.
 */
async function readPages(
  pages: readonly OwnPage[],
): Promise<{ check: readonly string[]; refusal?: string } | undefined> {
  try {
    // all together: a read that fails while something else is awaited would be a failure that nobody handles
    const [[check], refusals] = await Promise.all([
      Promise.all([loadCheck(), import('hls.js/light'), import('./pin.ts'), import('./load-course-file.ts')]).catch(
        asLost,
      ),
      Promise.all(pages.map(refusalOf)),
    ]);
    const refusal = refusals.find((one) => one !== undefined);
    return { check, ...(refusal !== undefined && { refusal }) };
  } catch (error) {
    if (error instanceof NetworkError) return undefined;
    if (error instanceof BuildGone) return { check: [], refusal: notKept(ofSite, loadAgain) };
    throw error;
  }
}

/** Whether all is kept, the network was lost, or something cannot be kept, for a reason in words. */
export type PagesKept = { state: 'kept' } | { state: 'lost' } | { state: 'refused'; reason: string };

/**
 * Reads what the pages of a course show, and has the service worker cache them, with the check of certificates and
 * what plays films in pieces. What the academy refuses does not keep the rest from it.
 *
 * @throws DOMException when the browser does not store it: `QuotaExceededError` when it gives no more space.
 */
export async function keepPages(courseId: string): Promise<PagesKept> {
  const pages = pagesOf(courseId);
  const read = await readPages(pages);
  if (!read) return { state: 'lost' };
  // before the course counts as aboard: the page may be closed within the second after which they are written
  await writeAnswersNow();
  const kept = await keepOffline([...pages.map(({ path }) => path), ...read.check]);
  if (kept.outcome === 'lost') return { state: 'lost' };
  if (kept.outcome === 'refused') {
    const page = pages.find(({ path }) => path === kept.path);
    return { state: 'refused', reason: notKept(page ? `‘${page.name}’` : ofSite, loadAgain) };
  }
  return read.refusal === undefined ? { state: 'kept' } : { state: 'refused', reason: read.refusal };
}

/**
 * Whether the pages of a course, and their files, are still cached: the browser, or its user, may have deleted them.
 */
export const hasPages = (courseId: string): Promise<boolean> => areKept(pagesOf(courseId).map(({ path }) => path));
