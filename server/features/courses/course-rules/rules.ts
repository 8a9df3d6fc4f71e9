import {
  type ApprovalInput,
  type CourseRule,
  hasApprovalEnded,
  nobodyApproved,
} from '@fairlead/contract/courses/course-rules';
import { addMonths, type CalendarDate } from '../../../platform/calendar.ts';
import { AppError } from '../../../platform/errors.ts';

type Validity = Pick<CourseRule, 'validity' | 'validityMonths'>;

/** The last day of a certificate that is issued by a rule on a day; null where the rule gives it none. */
export const lastDayBy = ({ validity, validityMonths }: Validity, issuedOn: CalendarDate): CalendarDate | null =>
  validity === 'months' && validityMonths !== null ? addMonths(issuedOn, validityMonths) : null;

/**
 * By when its holder needs a refresher course, although the certificate does not expire; null where the rule asks for
 * none.
 */
export const refresherDueBy = ({ validity, validityMonths }: Validity, issuedOn: CalendarDate): CalendarDate | null =>
  validity === 'until-refresher' && validityMonths !== null ? addMonths(issuedOn, validityMonths) : null;

/** The months after which certificates expire; null where they do not. It is what the course form knows of the rule. */
export const monthsOf = ({ validity, validityMonths }: Validity): number | null =>
  validity === 'months' ? validityMonths : null;

/** The same rule with another number of months, as the course form changes it; null for no expiry. */
export const withMonths = <R extends Validity>(rule: R, months: number | null) => ({
  ...rule,
  validity: months === null ? ('unlimited' as const) : ('months' as const),
  validityMonths: months,
  boundTo: '',
});

type Standard = Pick<CourseRule, 'regulation' | 'competenceTable' | 'modelCourse' | 'standard'>;

/** To what a course was held, as a certificate states it; empty where the rule names nothing. */
export const heldToInWords = ({ regulation, competenceTable, modelCourse, standard }: Standard): string =>
  [
    regulation && `Regulation ${regulation}`,
    competenceTable && `table ${competenceTable}`,
    modelCourse && `IMO model course ${modelCourse}`,
    standard,
  ]
    .filter(Boolean)
    .join(', ');

/** How many days before its end staff are reminded of the approval of a course; the last time on the day after it. */
export const approvalReminderDays = [90, 30, 7, -1] as const;

/**
 * The approval of a course, with the day on which its end was entered or changed; null for one from before that was
 * kept.
 */
export type Approval = Pick<CourseRule, 'approval' | 'approvalNumber' | 'approvalUntil'> & {
  approvalChangedOn: CalendarDate | null;
};

/**
 * An approval after a change on a day; number and end go with their approval.
 *
 * @throws AppError `conflict` for a number or an end where there is no approval.
 */
export function changedApproval(before: Approval, change: ApprovalInput, today: CalendarDate): Approval {
  const { approval = before.approval, approvalUntil = before.approvalUntil } = change;
  const { approvalNumber = before.approvalNumber } = change;
  if (!approval && (change.approvalNumber || change.approvalUntil))
    throw new AppError('conflict', nobodyApproved, { fields: { approval: nobodyApproved } });
  const after = approval ? { approval, approvalNumber: approvalNumber ?? '', approvalUntil } : noApproval;
  // a correction of the text reminds nobody again
  const isSame = before.approval !== '' && after.approvalUntil === before.approvalUntil;
  return { ...after, approvalChangedOn: isSame ? before.approvalChangedOn : today };
}

const noApproval = { approval: '', approvalNumber: '', approvalUntil: null };

/** A rule as the academy may state it on a day: without an approval that has ended. */
export const withCurrentApproval = <R extends Omit<Approval, 'approvalChangedOn'>>(rule: R, day: CalendarDate): R =>
  hasApprovalEnded(rule, day) ? { ...rule, ...noApproval } : rule;

/**
 * What a certificate states of the approval of its course on a day: administration and number, or nothing where one of
 * them was not entered or the approval has ended (MSC.1/Circ.1665, FAL.5/Circ.39/Rev.2).
 */
export function approvalOnCertificate(rule: Omit<Approval, 'approvalChangedOn'>, day: CalendarDate) {
  const { approval, approvalNumber } = withCurrentApproval(rule, day);
  return approval && approvalNumber ? { approvedBy: approval, approvalNumber } : { approvedBy: '', approvalNumber: '' };
}
