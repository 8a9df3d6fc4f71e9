import type { Course } from '@fairlead/contract/courses';
import type { CalendarDate } from '../../platform/calendar.ts';
import { keptUntilChange } from '../../platform/changes/kept-until-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { listCoursesWithRules } from './course-rules/queries.ts';
import { toCourse } from './wire.ts';

const keptCourses = keptUntilChange<Course>('public-pages', 1000);

/**
 * Some courses as everybody sees them, by id, each with the rule that applies on a day. Whether a person may see them is
 * for the caller to know. They are kept, since every learner's page shows some of the same few.
 */
export async function readCourses(
  { db, files, changes }: Pick<Platform, 'db' | 'files' | 'changes'>,
  ids: readonly string[],
  day: CalendarDate,
): Promise<Map<string, Course>> {
  const kept = keptCourses(changes);
  const found = new Map<string, Course>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const course = kept.get(`${day} ${id}`);
    if (course) found.set(id, course);
    else missing.push(id);
  }
  for (const { rule, ...facts } of await listCoursesWithRules(db, missing, day)) {
    const course = toCourse(files, facts, rule);
    kept.set(`${day} ${facts.id}`, course);
    found.set(facts.id, course);
  }
  return found;
}
