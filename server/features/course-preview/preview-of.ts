import { sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { dayAt } from '../../platform/calendar.ts';
import type { Actor } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { getFirstStepsSettings } from '../academy/index.ts';
import { findTestToPreview } from '../assessments/index.ts';
import { noSuchCourse, readCourses, requireInCourseScope } from '../courses/index.ts';
import { presentTrainingOf } from '../training/index.ts';
import { type Preview, sampleCourse } from './sample-course.ts';

/**
 * What a preview of a course consists of.
 *
 * @throws AppError `not-found` for a course outside the actor's course scope, and for the sample course while it is not
 *   added, or for anybody but administrators.
 */
export async function previewOf(platform: Platform, actor: Actor, id: string): Promise<Preview> {
  const { db, clock, config } = platform;
  if (id === sampleCourseId) {
    const isAdded = (await getFirstStepsSettings(db)).sampleCourse === 'added';
    if (!isAdded || !actor.may('settings:edit')) throw noSuchCourse();
    return sampleCourse;
  }
  await requireInCourseScope(db, actor, id);
  const course = (await readCourses(platform, [id], dayAt(clock(), config.timeZone))).get(id);
  if (!course) throw noSuchCourse();
  return { course, training: await presentTrainingOf(platform, id), test: await findTestToPreview(db, id) };
}
