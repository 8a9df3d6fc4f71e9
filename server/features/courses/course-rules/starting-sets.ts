import type { StartingSet } from '@fairlead/contract/courses/course-rules';
import { qualificationName } from '@fairlead/contract/courses/qualification-names';
import type { Queryable } from '../../../platform/db/database.ts';
import { findReserved, type Reserving } from './reserved-codes.ts';
import india from './starting-sets/india.json' with { type: 'json' };
import philippines from './starting-sets/philippines.json' with { type: 'json' };
import trainings from './starting-sets/stcw.json' with { type: 'json' };
import uk from './starting-sets/uk.json' with { type: 'json' };

type Rule = StartingSet['rules'][number]['rule'];
/** Without a kind it is the first training of its qualification. */
type Training = Pick<Rule, 'qualification' | 'regulation' | 'competenceTable'> &
  Partial<Pick<Rule, 'kind' | 'kindOf' | 'modelCourse' | 'standard'>> & {
    requirements?: Partial<Rule['requirements']>;
  };
type Entry = Pick<Rule, 'qualification' | 'validity' | 'source'> & {
  sourceDate?: string;
  validityMonths?: number;
  boundTo?: string;
};
type Head = Pick<StartingSet, 'key' | 'name' | 'note'>;
type Data = Head & { rules: Entry[] };
type PlainSet = Head & { rules: { title: string; rule: Rule }[] };

const byQualification = new Map((trainings as Training[]).map((one) => [one.qualification, one]));

/** What trainings and entries have unless they say otherwise. */
const usual = {
  kind: 'first',
  kindOf: '',
  validityMonths: null,
  boundTo: '',
  modelCourse: '',
  standard: 'STCW 2010',
  sourceDate: '2026-11-22',
} as const;
const nothing = { certificates: [], minimumAge: null, seaMonths: null, medical: false };

/**
 * The rules that come with the program: what STCW says of each training (`stcw.json`), with the validity, the source
 * and its date as each country has them. Nothing of them applies before staff have entered it as the rule of a course.
 */
export const startingSets: readonly PlainSet[] = ([india, uk, philippines] as Data[]).map(({ rules, ...set }) => ({
  ...set,
  rules: rules.map((entry) => {
    const training = byQualification.get(entry.qualification);
    if (!training) throw new Error(`stcw.json has no training ${entry.qualification}, which ${set.key} names.`);
    const requirements = { ...nothing, ...training.requirements };
    const rule = { ...usual, ...training, ...entry, requirements };
    return { title: qualificationName(entry.qualification), rule: rule as Rule };
  }),
}));

/**
 * The starting sets as they are for a course and an author of its rule: each rule says whether its codes are reserved.
 */
export async function startingSetsFor(db: Queryable, reserving: Reserving): Promise<StartingSet[]> {
  const all = startingSets.flatMap(({ rules }) => rules.flatMap(({ rule }) => [rule.qualification, rule.kindOf]));
  const reserved = await findReserved(db, reserving, [...new Set(all)]);
  return startingSets.map((set) => ({
    ...set,
    rules: set.rules.map(({ title, rule }) => ({
      title,
      rule,
      reserved: reserved.get(rule.qualification) ?? reserved.get(rule.kindOf) ?? null,
    })),
  }));
}
