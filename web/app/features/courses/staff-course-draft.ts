import { type CourseInput, courseFormats, highestSpeeds, replacedAboard } from '@fairlead/contract/courses/calls';
import { courseNames } from '@fairlead/contract/courses/names';
import { toWire } from '@fairlead/contract/platform/names';
import { textOf } from '../../lib/calls/field-errors.ts';
import { formatNames, replacedAboardNames } from './course-format.ts';
import type { Course } from './wire.ts';

type TextField = {
  label: string;
  hint?: string;
  inputMode?: 'decimal' | 'numeric';
  /** The number of lines, if it has several. */
  rows?: number;
  /** The values to choose from, with the one that a new course has. */
  options?: readonly { value: string; label: string }[];
  default?: string;
  required?: boolean;
  className?: string;
  /** Filled in rarely: it stands folded away. */
  isRare?: boolean;
};

const wide = 'sm:col-span-2';

/**
 * The text fields of the course form, in the order in which one thinks of them: of the form, its draft, and its
 * comparison with another edit.
 */
export const textFields = {
  title: { label: 'Title', required: true, className: wide },
  format: {
    label: 'Format',
    hint: 'A course in the classroom has batches, with dates and seats',
    options: courseFormats.map((value) => ({ value, label: formatNames[value] })),
    default: 'online',
  },
  duration: { label: 'Duration', hint: 'Such as 3 days or 12 hours', required: true },
  price: { label: 'Price', hint: 'In rupees', inputMode: 'decimal', required: true },
  category: { label: 'Category', required: true },
  description: { label: 'Description', rows: 6, required: true, className: wide },
  regulations: {
    label: 'Regulations',
    hint: 'The regulations that the course follows, such as STCW A-VI/1',
    rows: 3,
    required: true,
    className: wide,
  },
  validityMonths: {
    label: 'Validity in months',
    hint: 'How long its certificate is valid. Leave blank if it does not expire',
    inputMode: 'numeric',
    className: wide,
  },
  taughtBy: {
    label: 'Taught by',
    hint: 'Shown on the public page of the course, such as Capt. R. Menon, master mariner. Leave blank to show no name',
    className: wide,
    isRare: true,
  },
  highestSpeed: {
    label: 'Highest playback speed',
    hint: 'For videos opened from now on. Contact hours are counted at 1 ×',
    options: highestSpeeds.map((value) => ({ value, label: `${value} ×` })),
    default: '1',
    isRare: true,
  },
  replacedAboard: {
    label: 'Replaced videos watched offline',
    hint: 'For learners who took the course aboard before you replaced a video',
    options: replacedAboard.map((value) => ({ value, label: replacedAboardNames[value] })),
    default: 'not',
    isRare: true,
  },
} as const satisfies Record<Exclude<keyof CourseInput, 'subject'>, TextField>;

export type TextFieldName = keyof typeof textFields;
export const textFieldNames = Object.keys(textFields) as TextFieldName[];

/** The values of the course form, as typed. */
export type CourseDraft = Record<TextFieldName, string> & {
  subjects: string[];
  /** A new picture; null keeps the stored one. */
  picture: File | null;
};

const textsOf = (read: (name: TextFieldName) => string) =>
  Object.fromEntries(textFieldNames.map((name) => [name, read(name)])) as Record<TextFieldName, string>;

/** The initial values of the form for a course. */
export const draftOfCourse = (course: Course): CourseDraft => ({
  ...textsOf((name) => String(course[name] ?? '')),
  subjects: course.subjects,
  picture: null,
});

/** What was typed into the form. */
export function draftOf(form: FormData): CourseDraft {
  const picture = form.get('picture');
  return {
    ...textsOf((name) => textOf(form, name)),
    subjects: [...form.keys()].filter((name) => name.startsWith('subjects.')).map((name) => textOf(form, name)),
    picture: picture instanceof File && picture.size > 0 ? picture : null,
  };
}

/** The text fields of a draft as input for the contract's calls. */
export const courseInputOf = ({ picture: _, subjects, ...texts }: CourseDraft) =>
  toWire(courseNames, { ...texts, subjects: JSON.stringify(subjects) });

export function courseFormOf(draft: CourseDraft): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(courseInputOf(draft))) form.set(name, value);
  if (draft.picture) form.set('courseImg', draft.picture);
  return form;
}
