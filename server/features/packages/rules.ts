import { type PackageItem, type PackageManifest, wholePackage } from '@fairlead/contract/packages/calls';

/** The values of an item, by the names of the data models of SCORM. */
export type Values = Readonly<Record<string, string>>;

/**
 * What is read of an item's values: the package's own words, the score in percent, and whether it is too low to pass.
 */
export type Reported = { status: string; score: number | null; isComplete: boolean; isBelowScore: boolean };

const numberIn = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text);

/**
 * What an item of a package reports. It says so in the learner's browser, so that it proves nothing alone. An item that
 * is only shown reports nothing, and is complete once it was opened.
 *
 * SCORM 1.2 has one status for completion and success, SCORM 2004 has two. Where the manifest asks for a score or for a
 * share of progress, and the item has reported one, that decides, whatever the status says and at every commit (SCORM
 * 1.2 RTE 3.4.4, SCORM 2004 RTE 4.2.4.1 and 4.2.22.1).
 */
export function reportedBy(edition: PackageManifest['edition'], item: Judged, values: Values): Reported {
  if (!item.isScored) return { status: 'opened', score: null, isComplete: true, isBelowScore: false };
  return edition === '1.2' ? of12(values, item) : of2004(values, item);
}

type Judged = Pick<PackageItem, 'isScored' | 'masteryScore'> &
  Partial<Pick<PackageItem, 'completionThreshold' | 'completedByMeasure' | 'primaryObjective'>>;

/** Whether a value reaches a threshold; undefined without one of the two. */
const reaches = (value: number | null, least: number | null | undefined): boolean | undefined =>
  value === null || least === null || least === undefined ? undefined : value >= least;

function of12(values: Values, { masteryScore }: Pick<Judged, 'masteryScore'>): Reported {
  const said = values['cmi.core.lesson_status'] || 'not attempted';
  const score = numberIn(values['cmi.core.score.raw']);
  const isMastered = reaches(score, masteryScore);
  // an item that is not finished goes on
  const isFinished = said === 'completed' || said === 'passed' || said === 'failed';
  const status = isMastered !== undefined && isFinished ? (isMastered ? 'passed' : 'failed') : said;
  const isComplete = status === 'completed' || status === 'passed';
  return { status, score, isComplete, isBelowScore: isMastered === false };
}

const anyItem = { masteryScore: null } as const;

function of2004(values: Values, item: Omit<Judged, 'isScored'> = anyItem): Reported {
  const own = objectiveIn(values, item.primaryObjective);
  const scaled = numberIn(values['cmi.score.scaled'] || own('score.scaled'));
  const progress = numberIn(values['cmi.progress_measure'] || own('progress_measure'));
  const isSatisfied = reaches(scaled, item.masteryScore);
  const isDone = reaches(progress, item.completedByMeasure ? item.completionThreshold : null);
  const success =
    isSatisfied === undefined
      ? values['cmi.success_status'] || own('success_status') || 'unknown'
      : isSatisfied
        ? 'passed'
        : 'failed';
  const completion =
    isDone === undefined
      ? values['cmi.completion_status'] || own('completion_status') || 'unknown'
      : isDone
        ? 'completed'
        : 'incomplete';
  const isPassed = success === 'passed' && completion !== 'incomplete';
  return {
    status: success === 'unknown' || (success === 'passed' && isDone === false) ? completion : success,
    score: scaled === null ? null : Math.round(scaled * 1000) / 10,
    isComplete: success !== 'failed' && (completion === 'completed' || isPassed),
    isBelowScore: isSatisfied === false,
  };
}

/** Reads the values of an objective that an item reports, by its id; blank for none. */
function objectiveIn(values: Values, id: string | undefined): (name: string) => string {
  if (id === undefined) return () => '';
  for (let i = 0; values[`cmi.objectives.${i}.id`] !== undefined; i += 1)
    if (values[`cmi.objectives.${i}.id`] === id) return (name) => values[`cmi.objectives.${i}.${name}`] ?? '';
  return () => '';
}

/**
 * Whether an item claims more than its thresholds allow. A package whose rules it takes part in has not heard of them
 * before the item ends.
 */
export function claimsTooMuch(edition: PackageManifest['edition'], item: Judged, values: Values): boolean {
  const plain = { isScored: item.isScored, masteryScore: null };
  return reportedBy(edition, plain, values).isComplete && !reportedBy(edition, item, values).isComplete;
}

/**
 * What a package with rules about its order has reached as a whole. By those rules an item may be skipped, or passed by
 * a test before it, so that they say what is complete, and not the number of items.
 */
export function reportedAsWhole(values: Values): Reported {
  const { status, score } = of2004(values);
  const isPassed = values['cmi.success_status'] === 'passed';
  return { status, score, isComplete: isPassed || status === 'completed', isBelowScore: false };
}

/**
 * Whether a package has reported its completion: as a whole by its rules, or each item that can be opened. Package
 * completion needs the minimum time as well: `isItemComplete` of training.
 */
export const isReportedComplete = (
  { items, order }: Pick<PackageManifest, 'items' | 'order'>,
  complete: ReadonlySet<string>,
): boolean =>
  order === null ? items.every(({ id, launch }) => launch === null || complete.has(id)) : complete.has(wholePackage);

/** An answer that a package has reported: the last one to a question counts. */
export type Answer = { id: string; text: string; isRight: boolean | null };

/** More than any package asks: in one item of one learner, and shown to staff. */
const mostQuestions = 500;

/** Characters of an id or a text that are kept. */
const mostCharacters = 250;
const cut = (text: string) => text.slice(0, mostCharacters).toWellFormed();

/**
 * The questions that an item has reported answers to, in their order (SCORM 1.2 RTE 3.4.7, SCORM 2004 RTE 4.2.9). A
 * package that is neutral, or gives a number as the result, does not say whether an answer was right.
 */
export function answersIn(values: Values): Answer[] {
  const last = new Map<string, Answer>();
  for (let i = 0; i < mostQuestions; i += 1) {
    const of = (name: string) => values[`cmi.interactions.${i}.${name}`] ?? '';
    const id = of('id');
    if (id === '') break;
    const result = of('result');
    if (result === '' && of('student_response') === '' && of('learner_response') === '') continue;
    const isWrong = result === 'wrong' || result === 'incorrect';
    last.set(cut(id), {
      id: cut(id),
      text: cut(of('description')),
      isRight: result === 'correct' ? true : isWrong ? false : null,
    });
  }
  return [...last.values()];
}

type Question = { itemId: string; id: string; text: string; answered: number; right: number; judged: number };

/** Questions that are counted at once; a learner by a script can report any number. */
const mostCounted = 50_000;

/**
 * Counts how often each question of a package was answered, and how often right, over the answers of many learners.
 * Questions that one learner has invented never displace those that many have answered.
 */
export function answerCounter() {
  let counts = new Map<string, Question>();
  const mostAnswered = (many: number) => {
    const kept = new Set([...counts.values()].toSorted((a, b) => b.answered - a.answered).slice(0, many));
    return [...counts].filter(([, one]) => kept.has(one));
  };
  return {
    /** Adds the answers of one learner to one item. */
    add(itemId: string, answers: readonly Answer[]): void {
      for (const { id, text, isRight } of answers) {
        const key = JSON.stringify([itemId, id]);
        const before = counts.get(key) ?? { itemId, id, text, answered: 0, right: 0, judged: 0 };
        counts.set(key, {
          itemId,
          id,
          text: before.text || text,
          answered: before.answered + 1,
          right: before.right + (isRight === true ? 1 : 0),
          judged: before.judged + (isRight === null ? 0 : 1),
        });
      }
      if (counts.size > mostCounted) counts = new Map(mostAnswered(mostCounted / 5));
    },
    /** The questions that were answered most, in the order in which they were found. */
    questions: (): Question[] => mostAnswered(mostQuestions).map(([, question]) => question),
  };
}
