import type { Requirements } from '@fairlead/contract/courses/course-rules';
import {
  ageInWords,
  certificateInWords,
  medicalInWords,
  seaInWords,
} from '@fairlead/contract/courses/requirement-words';
import { addMonths, type CalendarDate, isOver } from '../../platform/calendar.ts';
import { AppError } from '../../platform/errors.ts';

/** A certificate or document that a person holds: what it proves, and until when; null without an end. */
export type Holding = { qualification: string; lastDay: CalendarDate | null };

/** The facts about a person who wants to take a course. */
export type Candidate = { birthDate: CalendarDate | null; holdings: readonly Holding[] };

/**
 * The requirements of a course as sentences: those that a person does not meet, and those that staff check themselves.
 */
export type Eligibility = { missing: string[]; toCheck: string[] };

/**
 * Compares what a course requires with what is known of a person on a day. A refresher proves the qualification that it
 * refreshes, and so does an equivalent: the caller lists these with the certificate's own. A medical certificate that
 * staff have checked is not checked again.
 */
export function eligibilityFor(requirements: Requirements, candidate: Candidate, today: CalendarDate): Eligibility {
  const { certificates, minimumAge, seaMonths, medical } = requirements;
  const missing = certificates
    .filter(({ qualification, evenExpired }) => !holds(candidate, qualification, evenExpired ? null : today))
    .map(certificateInWords);
  const toCheck: string[] = [];
  if (minimumAge !== null) {
    const { birthDate } = candidate;
    if (birthDate === null) toCheck.push(ageInWords(minimumAge));
    else if (addMonths(birthDate, minimumAge * 12) > today) missing.push(ageInWords(minimumAge));
  }
  if (seaMonths !== null) toCheck.push(seaInWords(seaMonths));
  if (medical && !holds(candidate, 'MED', today)) toCheck.push(medicalInWords);
  return { missing, toCheck };
}

/** @param on the day on which it must be valid; null for a certificate that may have expired. */
const holds = ({ holdings }: Candidate, qualification: string, on: CalendarDate | null): boolean =>
  holdings.some((one) => one.qualification === qualification && (on === null || !isOver(one.lastDay, on)));

/** The requirements that somebody does not meet, and those that nobody has checked, in sentences. */
export const lackInWords = ({ missing, toCheck }: Eligibility): string =>
  [
    missing.length > 0 && `Missing for this course: ${missing.join('; ')}.`,
    toCheck.length > 0 && `Not checked for this course: ${toCheck.join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ');

/** The answers of staff about somebody whom they put into a course. */
export type Answers = {
  /** Why they do, although something is missing. */
  overrule?: string | undefined;
  /** Whether they have checked what the academy does not record. */
  checked?: boolean | undefined;
};

/**
 * Requires that staff have answered for what somebody lacks for a course, and for what is to be checked: the only rule
 * of when somebody may be put into a course.
 *
 * @returns what of it belongs into the audit; nothing where nothing is lacking.
 * @throws AppError `not-eligible`, naming what is missing or not checked.
 */
export function requireAnswers(
  { missing, toCheck }: Eligibility,
  { overrule, checked = false }: Answers,
): { overruled?: string; missing?: string[]; checked?: string[] } {
  const open = { missing: overrule === undefined ? missing : [], toCheck: checked ? [] : toCheck };
  if (open.missing.length + open.toCheck.length > 0) throw new AppError('not-eligible', lackInWords(open));
  return {
    ...(missing.length > 0 && overrule !== undefined && { overruled: overrule, missing }),
    ...(toCheck.length > 0 && { checked: toCheck }),
  };
}
