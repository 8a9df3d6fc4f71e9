import type { Course, CourseInput, Instructor } from '@fairlead/contract/courses/calls';
import type { CourseRule } from '@fairlead/contract/courses/course-rules';
import { courseNames } from '@fairlead/contract/courses/names';
import { toWire } from '@fairlead/contract/platform/names';
import type { Files } from '../../platform/files/files.ts';
import { fullName } from '../accounts/index.ts';
import { monthsOf } from './course-rules/rules.ts';
import type { CourseRow } from './queries.ts';

/** A course as everyone sees it, with its rule of today. */
export const toCourse = (
  files: Pick<Files, 'link'>,
  { imageId: _, imageFilename, isDraft, speedChosen: __, ...course }: CourseRow,
  rule: CourseRule,
): Course => ({
  ...toWire(courseNames, {
    ...course,
    ...(isDraft && !course.isActive && { isDraft }),
    validityMonths: monthsOf(rule),
    subjects: course.subjects as string[],
    picture: pictureOf(files, imageFilename),
  }),
  rule,
});

type Linking = Pick<Files, 'link'>;

const pictureOf = (files: Linking, filename: string | null) =>
  filename ? { filename, url: files.link('courseImg', filename) } : null;

/** A course as a tile of the home page shows it. */
export const toFeatured = (files: Linking, { id, title, imageFilename }: CourseRow) => ({
  _id: id,
  title,
  courseImg: pictureOf(files, imageFilename),
});

/** The columns that the course form fills. */
export const toColumns = ({ subject, price, validityMonths: _, highestSpeed, ...same }: CourseInput) => ({
  ...same,
  subjects: JSON.stringify(subject),
  price: Number(price),
  ...(highestSpeed !== undefined && { highestSpeed: Number(highestSpeed) }),
});

/**
 * The months after which certificates expire, as the form says; null for no expiry, undefined where it says nothing.
 */
export const toMonths = ({ validityMonths }: CourseInput): number | null | undefined =>
  validityMonths === undefined ? undefined : Number(validityMonths) || null;

type Colleague = { id: string; firstName: string; lastName: string; email: string; assigned: boolean };

/** A person who is assigned to a course, or could be. */
export const toInstructor = ({ id, email, assigned, ...named }: Colleague): Instructor => ({
  _id: id,
  name: fullName(named),
  email,
  assigned,
});
