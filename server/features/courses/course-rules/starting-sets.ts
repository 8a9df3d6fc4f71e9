import type { StartingSet } from '@fairlead/contract/course-rules';
import india from './starting-sets/india.json' with { type: 'json' };
import philippines from './starting-sets/philippines.json' with { type: 'json' };
import trainings from './starting-sets/stcw.json' with { type: 'json' };
import uk from './starting-sets/uk.json' with { type: 'json' };

type Rule = StartingSet['rules'][number]['rule'];
/** Without a kind it is the first training of its qualification. */
type Training = Omit<Rule, 'kind' | 'kindOf' | 'validity' | 'validityMonths' | 'boundTo' | 'source'> &
  Partial<Pick<Rule, 'kind' | 'kindOf'>> & { title: string };
type Entry = Pick<Rule, 'qualification' | 'validity' | 'source' | 'sourceDate'> & {
  validityMonths?: number;
  boundTo?: string;
};
type Data = Pick<StartingSet, 'key' | 'name' | 'note'> & { rules: Entry[] };

const byQualification = new Map((trainings as Training[]).map((one) => [one.qualification, one]));

/**
 * The rules that come with the program: what STCW says of each training (`stcw.json`), with the validity, the source and
 * its date as each country has them. Nothing of them applies before staff have entered it as the rule of a course.
 */
export const startingSets: readonly StartingSet[] = ([india, uk, philippines] as Data[]).map(({ rules, ...set }) => ({
  ...set,
  rules: rules.map((entry) => {
    const training = byQualification.get(entry.qualification);
    if (!training) throw new Error(`stcw.json has no training ${entry.qualification}, which ${set.key} names.`);
    const { title, ...facts } = training;
    const rule = { kind: 'first', kindOf: '', validityMonths: null, boundTo: '', ...facts, ...entry };
    return { title, rule: rule as Rule };
  }),
}));
