import type { ApprovalInput, CourseRule, RuleFacts, RuleInput } from '@fairlead/contract/courses/course-rules';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { wordsIn } from '../../../lib/format/words.ts';

type Approval = Pick<CourseRule, 'approval' | 'approvalNumber' | 'approvalUntil'>;

/** What the form of a rule begins with: the rule of today, or one of a starting set, which has no approval. */
export type RuleDraft = Omit<RuleFacts, 'sourceDate' | keyof Approval> & { sourceDate: string | null };

/** The codes of qualifications that a rule requires, as the form shows them: 'PST, FPFF'. */
export const codesOf = ({ requirements }: Pick<CourseRule, 'requirements'>, evenExpired: boolean): string =>
  requirements.certificates
    .filter((one) => one.evenExpired === evenExpired)
    .map(({ qualification }) => qualification)
    .join(', ');

const codesIn = (typed: string, evenExpired: boolean) =>
  wordsIn(typed).map((qualification) => ({ qualification, evenExpired }));

/** A number, or null for a blank field; what is no number is left for the check to refuse. */
const numberIn = (form: FormData, name: string): number | null => {
  const typed = textOf(form, name).trim();
  return typed === '' ? null : Number(typed);
};

/** What was changed of an approval; what is left out stays, as a colleague may have changed it meanwhile. */
export function approvalInputOf(form: FormData, shown: Approval): ApprovalInput {
  const approval = textOf(form, 'approval').trim();
  const approvalNumber = textOf(form, 'approvalNumber').trim();
  const approvalUntil = textOf(form, 'approvalUntil') || null;
  const isChanged = approval !== shown.approval;
  // a number or an end that is left without its approval is refused
  const isCleared = isChanged && approval === '';
  const sendsNumber = approvalNumber !== shown.approvalNumber || isChanged;
  const sendsEnd = approvalUntil !== shown.approvalUntil || isCleared;
  return {
    ...(isChanged && { approval }),
    ...(sendsNumber && { approvalNumber }),
    ...(sendsEnd && { approvalUntil }),
  };
}

/**
 * What was entered, as the contract has it. `seen` is the newest edition that the page shows, with the rule of today.
 */
export const ruleInputOf = (form: FormData, seen: number, current: Approval): RuleInput => ({
  qualification: textOf(form, 'qualification'),
  regulation: textOf(form, 'regulation'),
  competenceTable: textOf(form, 'competenceTable'),
  modelCourse: textOf(form, 'modelCourse'),
  standard: textOf(form, 'standard'),
  kind: textOf(form, 'kind') as RuleInput['kind'],
  kindOf: textOf(form, 'kindOf'),
  requirements: {
    certificates: [
      ...codesIn(textOf(form, 'validCertificates'), false),
      ...codesIn(textOf(form, 'formerCertificates'), true),
    ],
    minimumAge: numberIn(form, 'minimumAge'),
    seaMonths: numberIn(form, 'seaMonths'),
    medical: form.get('medical') === 'on',
  },
  validity: textOf(form, 'validity') as RuleInput['validity'],
  validityMonths: numberIn(form, 'validityMonths'),
  boundTo: textOf(form, 'boundTo'),
  ...approvalInputOf(form, current),
  source: textOf(form, 'source'),
  sourceDate: textOf(form, 'sourceDate'),
  appliesFrom: textOf(form, 'appliesFrom'),
  seen,
});

/** The errors of a rule by the names of the form's fields. */
export function inRuleForm(errors: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(errors).map(([path, sentence]) => {
    const field = path.startsWith('requirements.certificates')
      ? 'validCertificates'
      : path.replace('requirements.', '');
    return [field, sentence];
  });
  return Object.fromEntries(named);
}
