import type { DocumentKind } from '@fairlead/contract/seafarers/document-words';
import type { StaffDeclineReason } from '@fairlead/contract/values/enrolment-state';
import type { BatchKey } from './batches.ts';
import type { CourseKey } from './course.ts';
import type { Look } from './drawing/portrait.ts';
import type { DemoFee } from './fees.ts';

/** The stage of a person in a course; each stage includes the earlier ones. */
export type DemoEnrolment = {
  course: CourseKey;
  /** The batch that they asked for, in a classroom course. */
  batch?: BatchKey;
  fee?: DemoFee;
} & (
  | {
      stage: 'requested';
      /** The registrar has asked for this document, and it is not there yet. */
      askedFor?: DocumentKind;
      /** They lack what the course requires, know it, and ask all the same. */
      lacks?: true;
    }
  | { stage: 'rejected'; reason: StaffDeclineReason; note: string }
  /** Accepted, no film opened; in a classroom course, attendance is not marked yet. */
  | { stage: 'approved' }
  /** The number of films watched to the end, and the watched part of the next one from 0 to 1. */
  | { stage: 'training'; filmsWatched: number; partOfNext: number }
  /** Training submitted, or attendance marked: the assessment is open. */
  | { stage: 'ready-for-test' }
  | { stage: 'failed'; rightAnswers: number }
  /**
   * Passed, after failing with `failedBefore` correct answers if given; with `renewal`, enrolment was requested again.
   */
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
  /** Expiries count from the day on which the demo is loaded, so that it never becomes outdated. */
  passportMonthsLeft: number;
  cdcNumber: string;
  cdcMonthsLeft: number;
  gradeNumber: string;
  indosNumber: string;
  idType: 'Aadhaar' | 'PAN' | 'Voter ID' | 'Passport' | 'Driving License';
  look: Look;
  /** The name in the passport, which is the ID document, where it is not that of the profile. */
  passportName?: { surname: string; givenNames: string };
  /** The picture of the ID document is out of focus. */
  blurredDocument?: true;
  /** A passport number that the seafarer changed later; staff have not checked it yet. */
  changedPassportNumber?: string;
};

export type DemoSeafarer = {
  prefix: 'Mr' | 'Mrs' | 'Dr' | 'Prof';
  firstName: string;
  lastName: string;
  /** Ten digits; the profile's phone number is the same with the country code. */
  mobile: string;
  countryCode: string;
  email: string;
  registeredDaysAgo: number;
  /** The case that this account demonstrates. */
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

/**
 * The last day of a month some months after `today` (both YYYY-MM-DD): documents often expire at the end of a month.
 */
export function monthsFrom(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}
