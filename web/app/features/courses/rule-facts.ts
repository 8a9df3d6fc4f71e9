import type { CourseRule } from '@fairlead/contract/courses/course-rules';
import { qualificationName } from '@fairlead/contract/courses/qualification-names';
import { formatDate } from '@fairlead/contract/values/dates';

type Standard = Pick<
  CourseRule,
  'regulation' | 'competenceTable' | 'modelCourse' | 'standard' | 'kind' | 'kindOf' | ApprovalFact
>;
type ApprovalFact = 'approval' | 'approvalNumber' | 'approvalUntil';
export type Fact = readonly [string, string];

/** What kind of course it is, in words; empty for one that is taken first. */
const kindInWords = ({ kind, kindOf }: Pick<Standard, 'kind' | 'kindOf'>): string =>
  kind === 'first' ? '' : `${kind === 'refresher' ? 'Refresher of' : 'Equivalent to'} ${qualificationName(kindOf)}`;

/** Who has approved a course, and until when; empty without an approval. */
const approvalInWords = ({ approval, approvalUntil }: Pick<Standard, ApprovalFact>): string =>
  approval && approvalUntil ? `${approval}, until ${formatDate(approvalUntil)}` : approval;

/** The standard to which a course is held, and who has approved it, as far as its rule names them. */
export const standardFacts = (rule: Standard): Fact[] =>
  (
    [
      ['STCW regulation', rule.regulation],
      ['Table of the STCW Code', rule.competenceTable],
      ['IMO model course', rule.modelCourse],
      ['Edition', rule.standard],
      ['Kind', kindInWords(rule)],
      ['Approved by', approvalInWords(rule)],
      ['Approval number', rule.approvalNumber],
    ] as const
  ).filter(([, value]) => value !== '');
