import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { Phone } from '../values/phone-numbers.ts';
import {
  ById,
  bounded,
  CalendarDate,
  data,
  FileLink,
  Id,
  Instant,
  ListQuery,
  lastName,
  line,
  Message,
  oneOf,
  optionalPersonName,
  personName,
  saved,
  sortedBy,
  text,
} from '../values/shapes.ts';
import { documentNumbers, notIssued } from './document-numbers.ts';
import { DocumentRequest, NewDocumentRequest } from './documents.ts';

/** The two lists of the specification: one for the create form, the other for the update form. */
export const idTypesOnCreate = ['Aadhaar', 'PAN', 'Voter ID', 'Passport', 'Driving License'] as const;
export const idTypesOnUpdate = ['Aadhaar', 'Voter ID', 'Driving License', 'PAN', 'Other'] as const;
/** The specification also spells Aadhaar 'Aadhar'. That is accepted, stored as Aadhaar, and never shown. */
const idTypes = [...new Set([...idTypesOnCreate, ...idTypesOnUpdate, 'Aadhar'])] as [string, ...string[]];

/** A calendar day from the form's date field, which would accept a year such as 0026. */
const required = (label: string) =>
  z.iso.date(`${label} is required`).check(z.refine((day) => day >= '1900-01-01', `${label} is not a valid date`));

export const BirthDate = required('Date of birth');
/** The name of a seafarer, as certificates state it. */
export const ProfileName = personName('Name', 120);
/** The name as the person writes it, such as محمد علي beside MOHAMMED ALI of the passport; empty for none. */
export const OwnScriptName = optionalPersonName('Name in your own script', 120);

const ProfileTexts = z.object({
  ownScriptName: z.optional(OwnScriptName),
  DateofBirth: BirthDate,
  phone: Phone,
  streetAddress: line('Street address'),
  city: line('City', 100),
  state: line('State', 100),
  country: line('Country', 100),
  zipCode: line('Zip code', 20),
  ...documentNumbers,
  passportExpiryDate: required('Passport expiry'),
  CDCexpiryDate: z.optional(required('CDC expiry')),
  IDType: z.enum(idTypes, 'ID type is required'),
});

/** A CDC that was not issued has no expiry date. */
export const cdcExpiryMissing = 'CDC expiry is required';

/** The text fields of the create form; the name is taken from the registration. */
export const NewProfile = ProfileTexts.check(
  z.refine(({ CDCnumber, CDCexpiryDate }) => CDCnumber === notIssued || CDCexpiryDate !== undefined, {
    error: cdcExpiryMissing,
    path: ['CDCexpiryDate'],
    // also when other fields are wrong, so that every missing field is reported at once
    when: ({ value }) => value instanceof Object,
  }),
);
export type NewProfile = z.infer<typeof NewProfile>;

/** The update form has no rules of its own in the browser; the fields that are sent must still be valid. */
export const ProfileChange = z.partial(z.extend(ProfileTexts, { name: ProfileName }));
export type ProfileChange = z.infer<typeof ProfileChange>;

export const Profile = z.object({
  _id: Id,
  name: z.string(),
  ownScriptName: z.string(),
  email: z.string(),
  DateofBirth: CalendarDate,
  phone: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zipCode: z.string(),
  passportNumber: z.string(),
  passportExpiryDate: CalendarDate,
  CDCnumber: z.string(),
  /** Null if no CDC was issued. */
  CDCexpiryDate: z.nullable(CalendarDate),
  gradenumber: z.string(),
  indosNo: z.string(),
  IDType: z.string(),
  profilePicture: FileLink,
  IdDocument: FileLink,
  signature: FileLink,
  /** Copies of further documents; null until the person has uploaded one. */
  passportDocument: z.nullable(FileLink),
  cdcDocument: z.nullable(FileLink),
  indosDocument: z.nullable(FileLink),
  /** The documents that staff have asked for since they last checked the profile, the latest first. */
  documentRequests: z.array(DocumentRequest),
  creator: z.object({ firstName: z.string(), lastName: z.string() }),
  /** Whether staff must check a changed identity before the next certificate. */
  identityChanged: z.boolean(),
  /** The fields that differ from those that staff checked, with the checked values; null for a file, empty for none. */
  changedSinceCheck: z.array(z.object({ field: z.string(), checked: z.nullable(z.string()) })),
  /**
   * Where the readable zone of the passport says something else, as far as it could be read: the field, and what was
   * read. A help for the person and for staff, who decide.
   */
  readableZone: z.array(z.object({ field: z.string(), read: z.string() })),
  /**
   * The result of the virus scan of the three files: 'infected' if malware was found in any of them, else 'not-scanned'
   * if any was not scanned.
   */
  scan: z.enum(['clean', 'not-scanned', 'infected']),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

/** The particulars that staff entered of a seafarer who has no profile yet; null for those that they did not know. */
export const EnteredParticulars = z.object({
  DateofBirth: z.nullable(CalendarDate),
  passportNumber: z.nullable(z.string()),
  passportExpiryDate: z.nullable(CalendarDate),
  CDCnumber: z.nullable(z.string()),
  CDCexpiryDate: z.nullable(CalendarDate),
  gradenumber: z.nullable(z.string()),
  indosNo: z.nullable(z.string()),
});
export type EnteredParticulars = z.infer<typeof EnteredParticulars>;

/** What the check digits of a passport's readable zone prove, under the names of a profile. */
export const PassportFacts = z.pick(EnteredParticulars, {
  DateofBirth: true,
  passportNumber: true,
  passportExpiryDate: true,
});
export type PassportFacts = z.infer<typeof PassportFacts>;

/**
 * The time of the last change (`updatedAt`) of the profile that staff saw. With it, the check, or what is asked
 * for, is refused if the profile has changed since, because nobody has seen its current content.
 */
const SeenProfile = z.object({ profileSeenAt: z.optional(Instant) });

/** A corrected name, for both the account and the profile. */
export const NameCorrection = z.object({
  firstName: personName('First name', 60),
  lastName,
  /** The document or person on which the correction is based; kept in the history. */
  note: text('Note', 1000),
  /** The name that was shown on the screen: if the name has changed since, the correction is refused. */
  nameSeen: bounded(200, { missing: 'Which name was seen?' }),
});
export type NameCorrection = z.infer<typeof NameCorrection>;

/** Filters for profiles by identity: changed since the last check, checked, or never checked. */
export const ProfilesQuery = z.extend(ListQuery, {
  sort: sortedBy(['newest', 'oldest', 'name']),
  identity: oneOf(['changed', 'checked', 'unchecked']),
});
export type ProfilesQuery = z.infer<typeof ProfilesQuery>;

export const seafarers = {
  getOwnProfile: { method: 'GET', path: '/userProfile', who: 'learner', reply: data(Profile) },
  /**
   * The particulars that staff entered of the learner, with which the profile form starts; null when they entered none.
   */
  getEnteredParticulars: {
    method: 'GET',
    path: '/userProfile/entered',
    who: 'learner',
    reply: data(z.nullable(EnteredParticulars)),
  },
  /**
   * Reads number and dates in a photograph of a passport, to fill the profile form, and stores nothing; null if they
   * cannot be read for sure.
   */
  readPassport: {
    method: 'POST',
    path: '/userProfile/readPassport',
    who: 'learner',
    files: { passport: { kind: 'image', max: 1 } },
    reply: data(z.nullable(PassportFacts)),
  },
  createProfile: {
    method: 'POST',
    path: '/userProfile',
    who: 'learner',
    body: NewProfile,
    files: {
      profilePicture: { kind: 'image', max: 1 },
      IdDocument: { kind: 'image-or-pdf', max: 1 },
      signature: { kind: 'image', max: 1 },
    },
    status: 201,
    reply: saved(Profile),
  },
  updateProfile: {
    method: 'PUT',
    path: '/userProfile/update',
    who: 'learner',
    body: ProfileChange,
    files: {
      profilePicture: { kind: 'image', max: 1 },
      IdDocument: { kind: 'image-or-pdf', max: 1 },
      signature: { kind: 'image-or-pdf', max: 1 },
      passportDocument: { kind: 'image-or-pdf', max: 1 },
      cdcDocument: { kind: 'image-or-pdf', max: 1 },
      indosDocument: { kind: 'image-or-pdf', max: 1 },
    },
    reply: saved(Profile),
  },
  listProfiles: {
    method: 'GET',
    path: '/userProfile/getAllUserProfiles',
    who: 'people:read',
    query: ProfilesQuery,
    reply: data(z.array(Profile)),
    table: { name: 'user-profiles' },
  },
  /** Records that staff checked a changed identity and its documents; operations that waited for it may continue. */
  confirmIdentity: {
    method: 'POST',
    path: '/userProfile/:id/confirmIdentity',
    who: 'people:approve',
    params: ById,
    query: SeenProfile,
    reply: z.object({ message: z.string() }),
  },
  /** Asks a person for a document, by email and on their pages. Their requests for courses wait until it is there. */
  askForDocument: {
    method: 'POST',
    path: '/userProfile/:id/document-requests',
    who: 'people:approve',
    params: ById,
    query: SeenProfile,
    body: NewDocumentRequest,
    reply: Message,
  },
  /** Withdraws a document request; `id` is its own. */
  withdrawDocumentRequest: {
    method: 'DELETE',
    path: '/document-requests/:id',
    who: 'people:approve',
    params: ById,
    reply: Message,
  },
  correctName: {
    method: 'POST',
    path: '/people/:id/correct-name',
    who: 'people:approve',
    params: ById,
    body: NameCorrection,
    reply: Message,
  },
} as const satisfies Calls;
