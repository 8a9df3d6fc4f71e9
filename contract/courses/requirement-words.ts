import { monthsInWords } from '../values/validity-words.ts';
import { qualificationName } from './qualification-names.ts';

/** The requirements of a course in words, for pages, emails and refusals. */

type Certificate = { qualification: string; evenExpired: boolean };

export const certificateInWords = ({ qualification, evenExpired }: Certificate): string =>
  evenExpired
    ? `A certificate of ${qualificationName(qualification)}, even one that has expired`
    : `A valid certificate of ${qualificationName(qualification)}`;

export const ageInWords = (years: number): string => `An age of ${years} years or more`;

export const seaInWords = (months: number): string => `Sea service of ${monthsInWords(months)} or more`;

export const medicalInWords = 'A valid medical certificate';

type Requirements = {
  certificates: readonly Certificate[];
  minimumAge: number | null;
  seaMonths: number | null;
  medical: boolean;
};

/** All that a course requires, in its order; empty where everybody may take it. */
export const requirementsInWords = ({ certificates, minimumAge, seaMonths, medical }: Requirements): string[] => [
  ...certificates.map(certificateInWords),
  ...(minimumAge === null ? [] : [ageInWords(minimumAge)]),
  ...(seaMonths === null ? [] : [seaInWords(seaMonths)]),
  ...(medical ? [medicalInWords] : []),
];
