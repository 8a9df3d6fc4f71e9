import { type ImportMeaning, meaningWords } from '@fairlead/contract/people-import/calls';
import type { Columns } from '../../platform/tables/headings.ts';

/** The columns of a list of people, with alternative headings: those of crew lists, IMO's FAL form 5 among them. */
export const importColumns = {
  prefix: ['Title', 'Prefix', 'Salutation'],
  name: [
    'Name',
    'Full name',
    'Name in full',
    'Name of seafarer',
    'Seafarer name',
    'Seafarer',
    'Candidate name',
    'Crew name',
    'Name of crew',
    'Participant name',
    'Name as per passport',
    'Name as in passport',
    ...['Surname', 'Family name', 'Last name'].flatMap((last) =>
      ['Name', 'First name', 'Given name', 'Given names', 'Forename', 'Forenames'].map((first) => `${last}, ${first}`),
    ),
  ],
  firstName: [
    'First name',
    'First names',
    'Given name',
    'Given names',
    'Forename',
    'Forenames',
    'First and middle name',
    'First and middle names',
    'Name first',
    'Christian name',
  ],
  lastName: ['Last name', 'Last names', 'Surname', 'Surnames', 'Family name', 'Family names', 'Name last'],
  email: [
    'Email',
    'Emails',
    'Email address',
    'Email ID',
    'Mail',
    'Mail ID',
    'Mail address',
    'Personal email',
    'Email of seafarer',
    'Seafarer email',
  ],
  mobile: [
    'Mobile',
    'Mobile number',
    'Mobile no',
    'Mobile phone',
    'Mobile phone number',
    'Cell',
    'Cell phone',
    'Cell number',
    'Cellphone',
    'Handphone',
    'Personal mobile',
  ],
  country: ['Country', 'Country of residence'],
  birthDate: ['Date of birth', 'Birth date', 'Birthdate', 'DOB', 'Born', 'Born on', 'Birthday'],
  gradeNumber: [
    'Rank or grade',
    'Rank or rating',
    'Rank',
    'Rating',
    'Grade',
    'Grade number',
    'Position',
    'Designation',
    'Capacity',
    'Position on board',
    'Rank on board',
  ],
  passportNumber: [
    'Passport number',
    'Passport',
    'Passport no',
    'Passport num',
    'Number of passport',
    'PP no',
    'PPT no',
  ],
  passportExpiresOn: expiryOf('Passport'),
  cdcNumber: [
    'CDC number',
    'CDC',
    'CDC no',
    'Number of CDC',
    'Seaman book number',
    'Seaman book no',
    'Seamans book number',
    'Seamans book no',
    'Seamans book',
    'Discharge book number',
    'Discharge book no',
  ],
  cdcExpiresOn: [...expiryOf('CDC'), ...expiryOf('Seaman book'), ...expiryOf('Seamans book')],
  indosNumber: ['INDoS number', 'INDoS', 'INDoS no', 'INDoS num'],
  course: ['Course', 'Course title', 'Course name', 'Name of course', 'Training', 'Title of course'],
  batch: ['Batch', 'Batch number', 'Batch no', 'Batch code', 'Batch or date'],
} as const satisfies Columns<ImportMeaning>;

/** Headings that count where no other column has their meaning. */
export const insteadColumns: Partial<Columns<ImportMeaning>> = {
  mobile: [
    'Phone',
    'Phone number',
    'Phone no',
    'Telephone',
    'Telephone number',
    'Telephone no',
    'Tel',
    'Tel no',
    'Contact number',
    'Contact no',
    'Contact',
    'Whatsapp number',
    'Whatsapp',
  ],
  country: ['Nationality', 'Citizenship'],
  batch: ['Batch date', 'Course date', 'Date of course', 'Batch start', 'Start date'],
};

function expiryOf(document: string): [string, ...string[]] {
  return [
    `${document} expiry`,
    ...[
      'expiry date',
      'valid until',
      'valid till',
      'validity',
      'expires',
      'expires on',
      'exp',
      'exp date',
      'date of expiry',
    ].map((words) => `${document} ${words}`),
    ...['Expiry of', 'Expiry date of', 'Date of expiry of', 'Validity of'].map((words) => `${words} ${document}`),
  ];
}

/** What a column is called in sentences. */
export const calledColumn = (meaning: ImportMeaning): string => meaningWords[meaning];

/** Whether a heading is about somebody else than the person of its row. */
export const isOfAnother = (title: string): boolean =>
  /\b(kin|nok|emergency|father|mother|spouse|wife|husband|guardian|nominee|beneficiary|parents?|relative|reference|referee|agent|agency|company|employer|office|manager|owner)\b/i.test(
    title
      .slice(0, 200)
      .replace(/[’']s\b/gi, ' ')
      .replace(/\bn\.o\.k\b\.?/gi, 'nok'),
  );

/** Whether the columns behind a heading may be about another person: a next of kin's name, email and mobile follow. */
export const beginsAnother = (title: string): boolean =>
  /\b(next[\s-]?of[\s-]?kin|nok|n\.o\.k|relationship|relation|emergency|nominee|beneficiary)\b/i.test(
    title.slice(0, 200),
  );

/** The columns of which a next of kin may have one, too. */
export const mayBeOfAnother: readonly ImportMeaning[] = [
  'prefix',
  'name',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'country',
  'birthDate',
];
