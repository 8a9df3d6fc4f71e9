import type { CourseKey } from './course.ts';
import type { Look } from './drawing/portrait.ts';

/** Where somebody stands with a course; each stage takes in those above it in time. */
export type DemoEnrolment = { course: CourseKey } & (
  | { stage: 'requested' }
  | { stage: 'rejected' }
  /** Accepted, not a film opened; a classroom course waits for its attendance. */
  | { stage: 'approved' }
  /** So many films watched to the end, and of the next one a part from 0 to 1. */
  | { stage: 'training'; filmsWatched: number; partOfNext: number }
  /** Training submitted, or attendance marked: the test is open. */
  | { stage: 'ready-for-test' }
  | { stage: 'failed'; rightAnswers: number }
  /** Passed, after failing with `failedBefore` right answers if given; `renewal` has been asked for anew. */
  | { stage: 'certified'; rightAnswers: number; issuedDaysAgo: number; failedBefore?: number; renewal?: 'requested' }
);

export type DemoProfile = {
  /** YYYY-MM-DD. */
  birthDate: string;
  streetAddress: string;
  city: string;
  state: string;
  country: string;
  zipCode: string;
  passportNumber: string;
  /** Expiries count from the day on which the demo is loaded, so that it never grows old. */
  passportMonthsLeft: number;
  cdcNumber: string;
  cdcMonthsLeft: number;
  gradeNumber: string;
  indosNumber: string;
  idType: 'Aadhaar' | 'PAN' | 'Voter ID' | 'Passport' | 'Driving License';
  look: Look;
  /** A passport number that the seafarer changed later; staff have yet to look at it. */
  changedPassportNumber?: string;
};

export type DemoSeafarer = {
  prefix: 'Mr' | 'Mrs' | 'Dr' | 'Prof';
  firstName: string;
  lastName: string;
  /** Ten digits; the profile's phone is the same behind the country's code. */
  mobile: string;
  countryCode: string;
  email: string;
  registeredDaysAgo: number;
  /** What this account is there to show. */
  story: string;
  account: 'unverified' | 'awaiting-approval' | 'approved';
  profile: DemoProfile | null;
  enrolments: readonly DemoEnrolment[];
};

export type DemoStaff = {
  prefix: DemoSeafarer['prefix'];
  firstName: string;
  lastName: string;
  mobile: string;
  email: string;
  role: 'registrar' | 'instructor';
};

/** The last day of a month so many months after `today` (both YYYY-MM-DD): how documents tend to expire. */
export function monthsFrom(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}
