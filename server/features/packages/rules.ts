import type { PackageItem, PackageManifest } from '@fairlead/contract/packages';

/** The values of an item, by the names of the data models of SCORM. */
export type Values = Readonly<Record<string, string>>;

/** What is read of an item's values: the package's own words, and the score in percent. */
export type Reported = { status: string; score: number | null; isComplete: boolean };

const numberIn = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text);

/**
 * What an item of a package reports. It says so in the learner's browser, so that it proves nothing alone. An item that is
 * only shown reports nothing, and is complete once it was opened.
 *
 * SCORM 1.2 has one status for completion and success, SCORM 2004 has two. A score below the one that the manifest asks
 * for is a failure, whatever the status says (SCORM 1.2 RTE 3.4.4, SCORM 2004 RTE 4.2.20).
 */
export function reportedBy(
  edition: PackageManifest['edition'],
  { isScored, masteryScore }: Pick<PackageItem, 'isScored' | 'masteryScore'>,
  values: Values,
): Reported {
  if (!isScored) return { status: 'opened', score: null, isComplete: true };
  const reported = edition === '1.2' ? of12(values) : of2004(values);
  const isBelow = masteryScore !== null && reported.score !== null && reported.raw < masteryScore;
  const { status, score } = reported;
  return { status, score, isComplete: reported.isComplete && !isBelow };
}

function of12(values: Values) {
  const status = values['cmi.core.lesson_status'] || 'not attempted';
  const raw = numberIn(values['cmi.core.score.raw']);
  return { status, score: raw, raw: raw ?? 0, isComplete: status === 'completed' || status === 'passed' };
}

function of2004(values: Values) {
  const completion = values['cmi.completion_status'] || 'unknown';
  const success = values['cmi.success_status'] || 'unknown';
  const scaled = numberIn(values['cmi.score.scaled']);
  const isPassed = success === 'passed' && completion !== 'incomplete';
  return {
    status: success === 'unknown' ? completion : success,
    score: scaled === null ? null : Math.round(scaled * 1000) / 10,
    raw: scaled ?? 0,
    isComplete: success !== 'failed' && (completion === 'completed' || isPassed),
  };
}

/** Whether a package has reported its completion: each item that can be opened is complete. */
export const isReportedComplete = ({ items }: Pick<PackageManifest, 'items'>, complete: ReadonlySet<string>): boolean =>
  items.every(({ id, launch }) => launch === null || complete.has(id));
