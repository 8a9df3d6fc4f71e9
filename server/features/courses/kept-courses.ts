import type { Course } from '@fairlead/contract/courses/calls';
import type { CalendarDate } from '../../platform/calendar.ts';
import { keptUntilChange } from '../../platform/changes/kept-until-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { listCoursesWithRules } from './course-rules/queries.ts';
import { withCurrentApproval } from './course-rules/rules.ts';
import { toCourse } from './wire.ts';

const readKept = keptUntilChange<Course>(['public-pages'], 1000);

/**
 * Some courses as everybody sees them, by id, each with the rule that applies on a day. Whether a person may see them
 * is for the caller to know. They are kept, since every learner's page shows some of the same few.
 */
export const readCourses = (
  { db, files, changes }: Pick<Platform, 'db' | 'files' | 'changes'>,
  ids: readonly string[],
  day: CalendarDate,
): Promise<Map<string, Course>> =>
  readKept(changes, { ids, day }, async (missing) =>
    (await listCoursesWithRules(db, missing, day)).map(({ rule, ...facts }) => [
      facts.id,
      toCourse(files, facts, withCurrentApproval(rule, day)),
    ]),
  );
