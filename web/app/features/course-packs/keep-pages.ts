import type { FetchQueryOptions } from '@tanstack/react-query';
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
import { loadCodesToShow } from '../offline-records/show-codes.tsx';
import { ownProfileQuery } from '../seafarers/api.ts';
import { trainingQuery } from '../training/api.ts';
import { walletQuery } from '../wallet/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: queries of different types in one list, none of whose data is used
type AnyQuery = FetchQueryOptions<any, Error, any, any>;

/** What the pages of a learner read; the answers are kept as they are read (lib/device/aboard/kept-answers.ts). */
const queriesOf = (courseId: string): AnyQuery[] => [
  ...[homeQuery, ownEnrolmentsQuery, ownProfileQuery, ownCertificatesQuery, walletQuery],
  ...[ownFeesQuery, activeCoursesQuery, trainingQuery(courseId), practiceQuery(courseId)],
];

/** The pages of a learner that open without a network once a course is aboard. */
const pagesOf = (courseId: string): string[] => [
  paths.dashboard,
  paths.courseContent(courseId),
  paths.training(courseId),
  paths.practice(courseId),
  paths.userCourses,
  paths.ownCertificates,
  paths.certificateReport,
  paths.ownDocuments,
  paths.profile,
  paths.fees,
  paths.aboard,
  paths.openAboard,
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

/** Reads what the pages of a course show, and loads what they open later; returns the pages of the check. */
async function readPages(courseId: string): Promise<readonly string[]> {
  // all together: a read that fails while something else is awaited would be a failure that nobody handles
  const [checkPages] = await Promise.all([
    loadCheck(),
    import('hls.js/light'),
    import('./pin.ts'),
    import('./load-course-file.ts'),
    loadCodesToShow(),
    ...queriesOf(courseId).map((query) => queryClient.fetchQuery({ ...query, retry: false })),
  ]);
  return checkPages;
}

/**
 * Reads what the pages of a course show, and has the service worker cache them, with the check of certificates, what
 * plays films in pieces, and what shows progress as codes.
 *
 * @returns whether all is there; false where a call or a file of the build failed, such as without a network.
 * @throws DOMException when the browser does not store it: `QuotaExceededError` when it gives no more space.
 */
export async function keepPages(courseId: string): Promise<boolean> {
  const checkPages = await readPages(courseId).catch(() => undefined);
  if (!checkPages) return false;
  // before the course counts as aboard: the page may be closed within the second after which they are written
  await writeAnswersNow();
  return keepOffline([...pagesOf(courseId), ...checkPages]).catch(() => false);
}

/** Whether the pages of a course, and their files, are still cached: the browser, or its user, may have deleted them. */
export const hasPages = (courseId: string): Promise<boolean> => areKept(pagesOf(courseId));
