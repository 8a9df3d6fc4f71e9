import type { Course as WireCourse } from '@fairlead/contract/courses';

/** A course with this program's field names. */
export type Course = {
  id: string;
  title: string;
  description: string;
  duration: string;
  /** Rupees. */
  price: number;
  category: string;
  subjects: string[];
  regulations: string;
  /** The URL of its picture; null when it has none. */
  picture: string | null;
  isActive: boolean;
  /** How many months a certificate of it is valid; null means that it does not expire. */
  validityMonths: number | null;
  /** Incremented by every edit. */
  version: number;
};

export function courseOf(wire: WireCourse): Course {
  const { _id, subject, courseImg, title, description, duration, price, category, regulations } = wire;
  return {
    id: _id,
    title,
    description,
    duration,
    price,
    category,
    subjects: subject,
    regulations,
    picture: courseImg?.url ?? null,
    isActive: wire.isActive,
    validityMonths: wire.validityMonths,
    version: wire.version,
  };
}

/** The values of the course form, as typed. */
export type CourseDraft = {
  title: string;
  description: string;
  duration: string;
  price: string;
  category: string;
  regulations: string;
  subjects: string[];
  validityMonths: string;
  /** A new picture; null keeps the stored one. */
  picture: File | null;
};

/** The initial values of the form for a course. */
export const draftOfCourse = ({ price, validityMonths, ...course }: Course): CourseDraft => ({
  title: course.title,
  description: course.description,
  duration: course.duration,
  price: String(price),
  category: course.category,
  regulations: course.regulations,
  subjects: course.subjects,
  validityMonths: validityMonths === null ? '' : String(validityMonths),
  picture: null,
});

/** The form's names of the API's fields. */
export const formNames = { subject: 'subjects', courseImg: 'picture' };

/** The text fields of a draft as input for the contract's calls. */
export const courseInputOf = ({ subjects, picture: _, ...same }: CourseDraft) => ({
  ...same,
  subject: JSON.stringify(subjects),
});

export function courseFormOf(draft: CourseDraft): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(courseInputOf(draft))) form.set(name, value);
  if (draft.picture) form.set('courseImg', draft.picture);
  return form;
}
