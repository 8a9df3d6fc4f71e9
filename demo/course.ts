import type { QuestionInput } from '@fairlead/contract/assessments/question-kinds';
import type { Requirements } from '@fairlead/contract/courses/course-rules';

/** The hazard classes whose placards are in placards/, named as in part 5 of the IMDG Code. */
export type HazardClass = 'flammable-liquid' | 'flammable-solid' | 'dangerous-when-wet' | 'oxidizer' | 'corrosive';

/** The keys of the courses within the demo: covers, films and the people's enrolments refer to them. */
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
/** The picture of a question, and a text alternative that does not reveal the answer. */
export type DemoPicture = { placard: HazardClass; text: string };
export type DemoQuestion = {
  text: string;
  options: DemoOptions;
  answer: string;
  picture?: DemoPicture;
  /** The pictures of its options, which say what these show. */
  optionPlacards?: readonly [HazardClass, HazardClass, HazardClass, HazardClass];
  /** The place among the course's films, from 1, of the one that teaches it. */
  film?: number;
};
/** A question for practice; `explanation` says why the answer is right. */
export type DemoPracticeQuestion = DemoQuestion & { explanation: string };

/**
 * A film of a course; `file` is in films/, as .mp4, with captions (.vtt) and a transcript (.txt). Visitors may watch it
 * if it is `open`.
 */
export type DemoFilm = { title: string; file: string; open?: true };

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
  /** How many months a certificate is valid; null when it does not expire. */
  validityMonths: number | null;
  /** The code of its training in the starting set for India, which is its rule in place of these months. */
  qualification?: string;
  /** Who has approved it, as that rule states it, and the number. */
  approval?: string;
  approvalNumber?: string;
  /** The last day of that approval. */
  approvedUntil?: string;
  /** What its rule requires of a person since some days ago; until then, nothing. */
  requires?: { since: number; source: string; requirements: Requirements };
  taughtBy: string;
  isActive: boolean;
  format: 'online' | 'classroom' | 'both';
  /** In the order in which they are watched; empty for a course held only in the classroom. */
  films: readonly DemoFilm[];
  /** `passMark` in percent. */
  assessment: {
    title: string;
    passMark: number;
    questions: readonly DemoQuestion[];
    /** Questions of other kinds, which came later; nobody has taken a test with them. */
    otherKinds?: readonly QuestionInput[];
    practice?: readonly DemoPracticeQuestion[];
  };
};

/** A question; the compiler checks that its answer is literally one of its options. */
export function question<const Options extends DemoOptions>(
  text: string,
  options: Options,
  answer: Options[number],
  more: Pick<DemoQuestion, 'picture' | 'optionPlacards' | 'film'> = {},
): DemoQuestion {
  return { text, options, answer, ...more };
}

/** The same for practice. */
export const practiceQuestion = <const Options extends DemoOptions>(
  text: string,
  options: Options,
  answer: Options[number],
  more: Pick<DemoPracticeQuestion, 'picture' | 'film' | 'explanation'>,
): DemoPracticeQuestion => ({ text, options, answer, ...more });
