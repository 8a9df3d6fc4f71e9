import type { CourseInput } from '@fairlead/contract/courses';
import { allows, roles } from '@fairlead/contract/permissions';
import type { CourseRow } from './queries.ts';
import { toColumns } from './wire.ts';

/** The fields that an input would change: for each field, by its name in the API, a sentence with its current value. */
export function howItReadsNow(course: CourseRow, input: CourseInput): Record<string, string> {
  const wanted = { ...toColumns(input), subjects: input.subject };
  const readings = [
    ['title', course.title, wanted.title],
    ['description', course.description, wanted.description],
    ['duration', course.duration, wanted.duration],
    ['price', course.price, wanted.price],
    ['category', course.category, wanted.category],
    ['regulations', course.regulations, wanted.regulations],
    ['subject', (course.subjects as string[]).join(', '), wanted.subjects.join(', ')],
    ['validityMonths', course.validityMonths, wanted.validityMonths],
  ] as const;
  const differing = readings.filter(([, now, then]) => now !== then);
  return Object.fromEntries(
    differing.map(([name, now]) => [name, now === null ? 'It is blank now' : `It is now: ${now}`]),
  );
}

/** The roles that work on courses, but only on those they are assigned to. */
export const rolesOfOwnCourses = roles.filter((role) => allows(role, 'courses:read') && !allows(role, 'courses:all'));
