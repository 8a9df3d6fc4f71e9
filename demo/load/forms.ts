import type { Registration } from '@fairlead/contract/accounts/calls';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import type { CourseInput } from '@fairlead/contract/courses/calls';
import type { NewProfile } from '@fairlead/contract/seafarers/calls';
import type { z } from 'zod/mini';
import type { DemoCourse, DemoPicture, DemoQuestion, HazardClass } from '../course.ts';
import { demoPassword } from '../people.ts';
import { type DemoProfile, type DemoSeafarer, monthsFrom } from '../person.ts';

/** The demo's people and courses in the API's field names; no other file here knows these names. */

export const registrationForm = (person: DemoSeafarer): Registration => ({
  tittle: person.prefix,
  firstName: person.firstName,
  lastName: person.lastName,
  mobile: person.mobile,
  email: person.email,
  password: demoPassword,
});

/** @param today YYYY-MM-DD, the day from which the remaining months of the documents count. */
export const profileForm = (person: DemoSeafarer, profile: DemoProfile, today: string): NewProfile => ({
  DateofBirth: profile.birthDate,
  phone: `${person.countryCode}${person.mobile}`,
  streetAddress: profile.streetAddress,
  city: profile.city,
  state: profile.state,
  country: profile.country,
  zipCode: profile.zipCode,
  passportNumber: profile.passportNumber,
  passportExpiryDate: monthsFrom(today, profile.passportMonthsLeft),
  CDCnumber: profile.cdcNumber,
  CDCexpiryDate: monthsFrom(today, profile.cdcMonthsLeft),
  gradenumber: profile.gradeNumber,
  indosNo: profile.indosNumber,
  IDType: profile.idType,
});

export const changedPassportForm = (passportNumber: string) => ({ passportNumber });

type CourseFields = z.input<typeof CourseInput>;
/** The text fields of the form, including numbers and lists. */
export const courseForm = (course: DemoCourse): CourseFields => ({
  title: course.title,
  description: course.description,
  duration: course.duration,
  price: String(course.price),
  category: course.category,
  regulations: course.regulations,
  subject: JSON.stringify(course.subjects),
  validityMonths: course.validityMonths === null ? '' : String(course.validityMonths),
  taughtBy: course.taughtBy,
  format: course.format,
});

/**
 * A course's assessment with its questions for practice; `pictures` are the ids of the uploaded pictures, by what
 * they show, and `films` those of the course's films, in order.
 */
export const testForm = (
  courseId: string,
  { assessment: { title, passMark, questions, practice = [] } }: DemoCourse,
  { pictures = new Map(), films = [] }: { pictures?: ReadonlyMap<HazardClass, string>; films?: readonly string[] } = {},
): TestInput => {
  const asInput = ({ text, options, answer, picture, optionPlacards, film }: DemoQuestion) => {
    const shown = ({ placard, text }: DemoPicture) => {
      const _id = pictures.get(placard);
      return _id ? { _id, text } : null;
    };
    const held = picture && shown(picture);
    const optionPictures = optionPlacards?.map((placard, place) => shown({ placard, text: options[place] ?? '' }));
    const filmId = film && films[film - 1];
    return {
      questionText: text,
      options: [...options],
      correctAnswer: answer,
      ...(filmId && { filmId }),
      ...(held && { picture: held }),
      ...(optionPictures?.some(Boolean) && { optionPictures }),
    };
  };
  return {
    courseId,
    title,
    passMark,
    questions: [
      ...questions.map(asInput),
      ...practice.map((one) => ({ ...asInput(one), forPractice: true, explanation: one.explanation })),
    ],
  };
};

export type FormFile = { part: string; bytes: Uint8Array<ArrayBuffer>; name: string };

/** A form as a browser sends it. */
export function formOf(fields: Record<string, string | undefined>, files: readonly FormFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  for (const { part, bytes, name } of files) form.append(part, new Blob([bytes]), name);
  return form;
}
