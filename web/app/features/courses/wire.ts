import type { Course as WireCourse } from '@fairlead/contract/courses';
import { courseNames } from '@fairlead/contract/courses-names';
import { type FromWire, fromWire } from '@fairlead/contract/names';

/** A course as pages have it. They show neither of the two times, which would only make rendered pages larger. */
export type Course = FromWire<typeof courseNames, Omit<WireCourse, 'createdAt' | 'updatedAt'>>;

export const courseOf = ({ createdAt: _, updatedAt: __, ...course }: WireCourse): Course =>
  fromWire(courseNames, course);
