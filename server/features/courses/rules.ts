import type { CourseInput } from '@fairlead/contract/courses/calls';
import { courseNames } from '@fairlead/contract/courses/names';
import { toWire } from '@fairlead/contract/platform/names';
import { allows, roles } from '@fairlead/contract/platform/permissions';
import type { CourseRow } from './queries.ts';
import { toColumns, toMonths } from './wire.ts';

/**
 * The fields that an input would change: for each field, by its name in the API, a sentence with its current value.
 *
 * @param course with the months of its rule of today.
 */
export function currentValues(course: CourseRow, input: CourseInput): Record<string, string> {
  const months = toMonths(input);
  const wanted = {
    ...toColumns(input),
    subjects: input.subject,
    ...(months !== undefined && { validityMonths: months }),
  };
  const columns = Object.keys(wanted) as (keyof typeof wanted)[];
  const differing = columns.filter((column) => reading(course[column]) !== reading(wanted[column] ?? null));
  const sentences = differing.map((column) => [
    column,
    course[column] === null ? 'It is blank now' : `It is now: ${reading(course[column])}`,
  ]);
  return toWire(courseNames, Object.fromEntries(sentences) as Record<string, string>);
}

/**
 * Whether staff are asked if the highest playback speed of a course stays: it is faster than 1 ×, and nobody has chosen
 * it.
 */
export const asksSpeed = ({ speedChosen, highestSpeed, format, isActive, isDraft }: SpeedFacts): boolean =>
  !speedChosen && highestSpeed > 1 && format !== 'classroom' && (isActive || isDraft);
type SpeedFacts = Pick<CourseRow, 'speedChosen' | 'highestSpeed' | 'format' | 'isActive' | 'isDraft'>;

/** A value of a course as a sentence can state it. */
const reading = (value: CourseRow[keyof CourseRow]) => (Array.isArray(value) ? value.join(', ') : value);

/** The roles that work on courses, but only on those they are assigned to. */
export const rolesOfOwnCourses = roles.filter((role) => allows(role, 'courses:read') && !allows(role, 'courses:all'));
