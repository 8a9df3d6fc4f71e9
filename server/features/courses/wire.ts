import type { Course, CourseInput, Instructor } from '@fairlead/contract/courses';
import type { Files } from '../../platform/files/files.ts';
import { fullName } from '../accounts/wire.ts';
import type { CourseRow } from './queries.ts';

/** A course as everyone sees it. */
export const toCourse = (files: Pick<Files, 'link'>, row: CourseRow): Course => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  duration: row.duration,
  price: row.price,
  category: row.category,
  subject: row.subjects as string[],
  regulations: row.regulations,
  courseImg: row.imageFilename
    ? { filename: row.imageFilename, url: files.link('courseImg', row.imageFilename) }
    : null,
  isActive: row.isActive,
  validityMonths: row.validityMonths,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The columns that the course form fills. */
export const toColumns = ({ subject, price, validityMonths, ...same }: CourseInput) => ({
  ...same,
  subjects: JSON.stringify(subject),
  price: Number(price),
  validityMonths: validityMonths ? Number(validityMonths) : null,
});

type Colleague = { id: string; firstName: string; lastName: string; email: string; assigned: boolean };

/** A person who is assigned to a course, or could be. */
export const toInstructor = ({ id, email, assigned, ...named }: Colleague): Instructor => ({
  _id: id,
  name: fullName(named),
  email,
  assigned,
});
