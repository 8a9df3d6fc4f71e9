import type { OpenPackage } from './api.ts';

type Item = OpenPackage['items'][number];
type Values = Readonly<Record<string, string>>;

/** Values of a sitting: what a package had set before belongs to the last one. */
const ofSitting = /^cmi\.(core\.)?(session_time|exit|entry)$/;

/** Whether a package has something to go on from. */
const isBegun = (values: Values) =>
  ['cmi.suspend_data', 'cmi.core.lesson_location', 'cmi.location'].some((name) => values[name]);

/**
 * What an item of a package is given when it is opened: what it has stored, the learner, and what its manifest says.
 */
export function launchValues(
  { edition, learner }: Pick<OpenPackage, 'edition' | 'learner'>,
  item: Item,
  stored: Values,
) {
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !ofSitting.test(name)));
  const isFirst = Object.keys(stored).length === 0;
  const entry = isBegun(stored) ? 'resume' : isFirst ? 'ab-initio' : '';
  const given = edition === '1.2' ? given12(item, learner) : given2004(item, learner, isFirst);
  return { ...withoutEmpty(given), ...kept, [edition === '1.2' ? 'cmi.core.entry' : 'cmi.entry']: entry };
}

const given12 = (item: Item, { id, name }: OpenPackage['learner']) => ({
  'cmi.core.student_id': id,
  'cmi.core.student_name': name,
  'cmi.core.credit': 'credit',
  'cmi.core.lesson_mode': 'normal',
  'cmi.core.lesson_status': 'not attempted',
  'cmi.launch_data': item.launchData,
  'cmi.student_data.mastery_score': item.masteryScore === null ? '' : String(item.masteryScore),
  'cmi.student_data.max_time_allowed': item.maxTimeAllowed,
  'cmi.student_data.time_limit_action': item.timeLimitAction,
});

const given2004 = (item: Item, { id, name }: OpenPackage['learner'], isFirst: boolean) => ({
  'cmi.learner_id': id,
  'cmi.learner_name': name,
  'cmi.credit': 'credit',
  'cmi.mode': 'normal',
  'cmi.launch_data': item.launchData,
  'cmi.scaled_passing_score': item.masteryScore === null ? '' : String(item.masteryScore),
  'cmi.completion_threshold':
    item.completionThreshold === null || item.completedByMeasure === false ? '' : String(item.completionThreshold),
  'cmi.max_time_allowed': item.maxTimeAllowed,
  'cmi.time_limit_action': item.timeLimitAction,
  // the objectives of the manifest are there from the start; once it has stored some, they are among them
  ...(isFirst && Object.fromEntries(item.objectives.map((objective, i) => [`cmi.objectives.${i}.id`, objective]))),
});

const withoutEmpty = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
