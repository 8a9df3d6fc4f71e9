import type { courseStates, Course as WireCourse } from '@fairlead/contract/courses/calls';
import { courseNames } from '@fairlead/contract/courses/names';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';

/** A course as pages have it. They show neither of the two times, which would only make rendered pages larger. */
export type Course = FromWire<typeof courseNames, Omit<WireCourse, 'createdAt' | 'updatedAt'>>;

export const courseOf = ({ createdAt: _, updatedAt: __, ...course }: WireCourse): Course =>
  fromWire(courseNames, course);

/** The state of a course, as its badge and the filter of staff name it. */
export const stateOf = ({ isActive, isDraft }: Pick<Course, 'isActive' | 'isDraft'>): (typeof courseStates)[number] =>
  isActive ? 'active' : isDraft ? 'draft' : 'inactive';

/** What a card of the catalogue shows of a course; the rest would only make the rendered page larger. */
export type CourseSummary = Pick<Course, 'id' | 'title' | 'description' | 'duration' | 'price' | 'picture' | 'format'>;

export const summaryOf = (course: WireCourse): CourseSummary => {
  const { id, title, description, duration, price, picture, format } = courseOf(course);
  return { id, title, description, duration, price, picture, format };
};
