import type { Course as WireCourse } from '@fairlead/contract/courses';

/** A course in the program's own names. */
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
  /** The address of its picture; null when it has none. */
  picture: string | null;
  isActive: boolean;
  /** How long a certificate of it is good for; null means without end. */
  validityMonths: number | null;
  /** Raised by every edit. */
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

/** What the course form holds, as it was typed. */
export type CourseDraft = {
  title: string;
  description: string;
  duration: string;
  price: string;
  category: string;
  regulations: string;
  subjects: string[];
  validityMonths: string;
  /** A new picture; null keeps the one that is stored. */
  picture: File | null;
};

/** What the form holds of a course before anything is typed. */
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

/** What the wire's fields are called in the form. */
export const formNames = { subject: 'subjects', courseImg: 'picture' };

/** The text fields of a draft as the contract has them. */
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
