import type { Course, CourseInput, Instructor } from '@fairlead/contract/courses';
import { courseNames } from '@fairlead/contract/courses-names';
import { toWire } from '@fairlead/contract/names';
import type { Files } from '../../platform/files/files.ts';
import { fullName } from '../accounts/full-name.ts';
import type { CourseRow } from './queries.ts';

/** A course as everyone sees it. */
export const toCourse = (files: Pick<Files, 'link'>, { imageId: _, imageFilename, ...course }: CourseRow): Course =>
  toWire(courseNames, {
    ...course,
    subjects: course.subjects as string[],
    picture: imageFilename ? { filename: imageFilename, url: files.link('courseImg', imageFilename) } : null,
  });

/** The columns that the course form fills. */
export const toColumns = ({ subject, price, validityMonths, highestSpeed, taughtBy = '', ...same }: CourseInput) => ({
  ...same,
  taughtBy,
  subjects: JSON.stringify(subject),
  price: Number(price),
  validityMonths: validityMonths ? Number(validityMonths) : null,
  highestSpeed: Number(highestSpeed),
});

type Colleague = { id: string; firstName: string; lastName: string; email: string; assigned: boolean };

/** A person who is assigned to a course, or could be. */
export const toInstructor = ({ id, email, assigned, ...named }: Colleague): Instructor => ({
  _id: id,
  name: fullName(named),
  email,
  assigned,
});
