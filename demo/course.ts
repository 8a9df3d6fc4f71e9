import type { HazardClass } from './drawing/placard.ts';

/** What names a course within the demo: its cover, its films and the enrolments of the people refer to it. */
export const courseKeys = [
  'hydrogen-sulphide',
  'helicopter-landing-assistance',
  'food-handling',
  'hazardous-material-transportation',
  'hazmat',
  'personal-survival-techniques',
  'elementary-first-aid',
  'fire-prevention-and-fire-fighting',
  'ecdis',
  'enclosed-space-entry',
] as const;
export type CourseKey = (typeof courseKeys)[number];

export type DemoOptions = readonly [string, string, string, string];
/** What a question shows, drawn, and in words that do not tell the answer. */
export type DemoPicture = { placard: HazardClass; text: string };
export type DemoQuestion = { text: string; options: DemoOptions; answer: string; picture?: DemoPicture };

/** A film of a course; `file` lies in films/. */
export type DemoFilm = { title: string; file: string };

export type DemoCourse = {
  key: CourseKey;
  title: string;
  description: string;
  duration: string;
  /** Rupees. */
  price: number;
  category: string;
  regulations: string;
  subjects: readonly string[];
  /** How long a certificate is good for; null when it does not expire. */
  validityMonths: number | null;
  isActive: boolean;
  /** In the order in which they are watched; none when the course is held in the classroom alone. */
  films: readonly DemoFilm[];
  /** `passMark` in percent. */
  assessment: { title: string; passMark: number; questions: readonly DemoQuestion[] };
};

/** A question whose answer the compiler finds among its options, word for word. */
export function question<const Options extends DemoOptions>(
  text: string,
  options: Options,
  answer: Options[number],
  picture?: DemoPicture,
): DemoQuestion {
  return { text, options, answer, ...(picture && { picture }) };
}
