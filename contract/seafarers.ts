import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import {
  ById,
  bounded,
  CalendarDate,
  data,
  FileLink,
  Id,
  Instant,
  ListQuery,
  line,
  Message,
  oneOf,
  personName,
  saved,
  sortedBy,
  text,
} from './shapes.ts';

/** The two lists of the specification: the create form offers one, the update form the other. */
export const idTypesOnCreate = ['Aadhar', 'PAN', 'Voter ID', 'Passport', 'Driving License'] as const;
export const idTypesOnUpdate = ['Aadhaar', 'Voter ID', 'Driving License', 'PAN', 'Other'] as const;
const idTypes = [...new Set([...idTypesOnCreate, ...idTypesOnUpdate])] as [string, ...string[]];

export const Phone = bounded(
  16,
  { missing: 'Phone is required', tooLong: 'Enter a valid phone number' },
  z.trim(),
).check(z.minLength(1, 'Phone is required'), z.regex(/^\+?\d{7,15}$/, 'Enter a valid phone number'));

/** A calendar day as the form's date field sends it, which lets a year such as 0026 pass. */
const required = (label: string) =>
  z.iso.date(`${label} is required`).check(z.refine((day) => day >= '1900-01-01', `${label} is not a valid date`));

/** The text fields of the create form; the name is the registered one. */
export const NewProfile = z.object({
  DateofBirth: required('Date of birth'),
  phone: Phone,
  streetAddress: line('Street address'),
  city: line('City', 100),
  state: line('State', 100),
  country: line('Country', 100),
  zipCode: line('Zip code', 20),
  passportNumber: line('Passport number', 30),
  passportExpiryDate: required('Passport expiry'),
  CDCnumber: line('CDC number', 30),
  CDCexpiryDate: required('CDC expiry'),
  gradenumber: line('Grade number', 60),
  indosNo: line('INDOS number', 30),
  IDType: z.enum(idTypes, 'ID type is required'),
});
export type NewProfile = z.infer<typeof NewProfile>;

/** The update form has no rules of its own in the browser; what is sent must still be whole. */
export const ProfileChange = z.partial(z.extend(NewProfile, { name: personName('Name', 120) }));
export type ProfileChange = z.infer<typeof ProfileChange>;

export const Profile = z.object({
  _id: Id,
  name: z.string(),
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
  CDCexpiryDate: CalendarDate,
  gradenumber: z.string(),
  indosNo: z.string(),
  IDType: z.string(),
  profilePicture: FileLink,
  IdDocument: FileLink,
  signature: FileLink,
  creator: z.object({ firstName: z.string(), lastName: z.string() }),
  /** Whether staff must look at a changed identity before the next certificate. */
  identityChanged: z.boolean(),
  /** Which fields are others than those that staff checked, with what they saw; of a file it is null. */
  changedSinceCheck: z.array(z.object({ field: z.string(), checked: z.nullable(z.string()) })),
  /** What a virus scanner said of the three files; one that none has looked through is in a state of its own. */
  scan: z.enum(['clean', 'not-scanned', 'infected']),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

/**
 * When the profile that staff looked at was last changed, its `updatedAt`. With it, a check of a profile that has
 * changed in the meantime is refused, since nobody has seen what it says now.
 */
const SeenProfile = z.object({ profileSeenAt: z.optional(Instant) });

/** A corrected name, for the account and the profile alike. */
export const NameCorrection = z.object({
  firstName: personName('First name', 60),
  lastName: personName('Last name', 60),
  /** By which document, or at whose word; kept in the history. */
  note: text('Note', 1000),
  /** The name that stood on the screen: a correction of another one is refused. */
  nameSeen: bounded(200, { missing: 'Which name was seen?' }),
});
export type NameCorrection = z.infer<typeof NameCorrection>;

/** Profiles by how their identity stands: changed since staff checked it, checked, or never looked at. */
export const ProfilesQuery = z.extend(ListQuery, {
  sort: sortedBy(['newest', 'oldest', 'name']),
  identity: oneOf(['changed', 'checked', 'unchecked']),
});
export type ProfilesQuery = z.infer<typeof ProfilesQuery>;

export const seafarers = {
  getOwnProfile: { method: 'GET', path: '/userProfile', who: 'learner', reply: data(Profile) },
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
  /** Staff looked at a changed identity and its documents; what it held back may go on. */
  confirmIdentity: {
    method: 'POST',
    path: '/userProfile/:id/confirmIdentity',
    who: 'people:approve',
    params: ById,
    query: SeenProfile,
    reply: z.object({ message: z.string() }),
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
