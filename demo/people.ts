import { classroom } from './people/classroom.ts';
import { graduates } from './people/graduates.ts';
import { newcomers } from './people/newcomers.ts';
import { trainees } from './people/trainees.ts';
import type { DemoSeafarer, DemoStaff } from './person.ts';

/** The password of every account of the demo; the accounts exist only in local installations. */
export const demoPassword = 'hawser-and-cleat';

/**
 * All people are invented. Mobile numbers begin with 600, passports with a zero after the letters, discharge books and
 * grade numbers with zeros, INDoS numbers contain the letters ZZ, and email addresses are at example.org or
 * example.com.
 */
export const demoSeafarers: readonly DemoSeafarer[] = [...newcomers, ...trainees, ...classroom, ...graduates];

/** What qualifies the teachers; the last valid day counts from the day on which it is noted, null for none. */
export const demoQualifications = [
  {
    email: 'suresh.menon@example.org',
    title: 'Chief mate (foreign-going)',
    issuer: 'Directorate General of Shipping, Mumbai',
    number: 'CM-000192',
    validDays: 900,
  },
  {
    email: 'suresh.menon@example.org',
    title: 'Training of trainers and assessors (TOTA)',
    issuer: 'An institute of the demo',
    number: 'TOTA-000192',
    validDays: null,
  },
  {
    email: 'farida.contractor@example.org',
    title: 'Training of trainers and assessors (TOTA)',
    issuer: 'An institute of the demo',
    number: 'TOTA-000193',
    validDays: 25,
  },
] as const;

export const demoStaff: readonly DemoStaff[] = [
  {
    prefix: 'Mrs',
    firstName: 'Meera',
    lastName: 'Joshi',
    mobile: '6000000191',
    email: 'registrar@example.org',
    role: 'registrar',
  },
  {
    prefix: 'Mr',
    firstName: 'Suresh',
    lastName: 'Menon',
    mobile: '6000000192',
    email: 'suresh.menon@example.org',
    role: 'instructor',
  },
  {
    prefix: 'Dr',
    firstName: 'Farida',
    lastName: 'Contractor',
    mobile: '6000000193',
    email: 'farida.contractor@example.org',
    role: 'instructor',
  },
];
