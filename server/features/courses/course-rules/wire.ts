import type { CourseRule, RuleEdition } from '@fairlead/contract/courses/course-rules';
import { fullNameOrNull } from '../../accounts/index.ts';
import type { EditionRow, RuleRow } from './queries.ts';

/** The rule of a course. */
export const toCourseRule = (row: RuleRow): CourseRule => {
  const { id: _, courseId: __, createdAt: ___, approvalChangedOn: ____, ...rule } = row;
  return rule;
};

/** An edition for staff; `inForce` is the one that applies today. */
export const toEdition = ({ firstName, lastName, ...row }: EditionRow, inForce: Pick<RuleRow, 'id'>): RuleEdition => ({
  ...toCourseRule(row),
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  createdBy: fullNameOrNull({ firstName, lastName }),
  certificates: row.certificates,
  inForce: row.id === inForce.id,
});
