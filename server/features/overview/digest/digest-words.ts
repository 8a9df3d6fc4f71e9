import type { Waiting } from '@fairlead/contract/overview/calls';
import type { deciding } from '@fairlead/contract/platform/permissions';
import { dayAt } from '../../../platform/calendar.ts';
import { approvalReminderDays } from '../../courses/index.ts';
import { countedUpTo, type WaitingKind } from '../queries.ts';

type Work = { kind: WaitingKind; permission: (typeof deciding)[number]; one: string; many: string };

/** The kinds of pending items, in the order of the email, each with the permission of the staff who decide it. */
export const works: readonly Work[] = [
  { kind: 'registrations', permission: 'people:approve', one: 'registration', many: 'registrations' },
  { kind: 'requests', permission: 'enrolments:decide', one: 'enrollment request', many: 'enrollment requests' },
  { kind: 'paymentProofs', permission: 'fees:record', one: 'proof of payment', many: 'proofs of payment' },
  { kind: 'identityChanges', permission: 'people:approve', one: 'change of identity', many: 'changes of identity' },
  { kind: 'documentsToCheck', permission: 'people:approve', one: 'document to check', many: 'documents to check' },
  {
    kind: 'heldCertificates',
    permission: 'certificates:decide',
    one: 'certificate on hold',
    many: 'certificates on hold',
  },
  {
    kind: 'doubtfulPasses',
    permission: 'certificates:decide',
    one: 'result to review',
    many: 'results to review',
  },
  {
    kind: 'logFlaws',
    permission: 'certificates:decide',
    one: 'difference between the register and its log',
    many: 'differences between the register and its log',
  },
  { kind: 'messages', permission: 'messages:answer', one: 'message to answer', many: 'messages to answer' },
  {
    kind: 'jobsGivenUp',
    permission: 'settings:edit',
    one: 'failed delivery',
    many: 'failed deliveries',
  },
];

/** The line of the email about approvals of courses, for those who edit all courses. */
export const approvalsLine = (count: number): string =>
  count === 1
    ? `1 course whose approval ends within ${approvalReminderDays[0]} days, or has ended`
    : `${count} courses whose approvals end within ${approvalReminderDays[0]} days, or have ended`;

/** One line of the email, such as '3 registrations, since 2026-11-18'; undefined if nothing of this kind is pending. */
export function lineOf({ one, many }: Work, { count, longest }: Waiting, timeZone: string): string | undefined {
  const [first] = longest;
  if (!first) return undefined;
  const counted = count < countedUpTo ? String(count) : `More than ${countedUpTo - 1}`;
  return `${counted} ${count === 1 ? one : many}, since ${dayAt(new Date(first.since), timeZone)}`;
}
