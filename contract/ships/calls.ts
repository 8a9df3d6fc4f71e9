import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { KnownEmail } from '../values/emails.ts';
import { ById, bounded, data, Id, Instant, ListQuery, line, Message, saved } from '../values/shapes.ts';

// Ships ashore: what staff decide about a ship's computer, and what that computer asks for. docs/ship.md describes it.

/** The most bytes of a pack that is sent or uploaded: 25 people who watch two hours a day for a year. */
const mostPackBytes = 6_000_000;
/** The same over a link, whose sender nobody knows before the pack was read. */
const mostLinkPackBytes = 1_500_000;

/** A pack as text: base64url. */
const packOf = (bytes: number) => {
  const text = bounded(Math.ceil((bytes * 4) / 3), { tooLong: 'This pack is too large.' });
  return z.object({ pack: text.check(z.regex(/^[\w-]*$/, 'This is not a pack.')) });
};
export const Pack = packOf(mostPackBytes);

/** A code of the academy as it is typed in; an empty one is no guess. */
export const TypedCode = bounded(40).check(z.regex(/[a-z0-9]/i, 'Code is required'));

/** The IMO number of a ship: seven digits, of which the last is the check digit of the others. */
const ImoNumber = bounded(20, { missing: 'IMO number is required' }, z.trim()).check(
  z.regex(/^\d{7}$/, 'An IMO number has seven digits'),
  z.refine(isImoNumber, 'This is not an IMO number: its last digit does not fit the others'),
);

/** Whether the last digit of seven is the last digit of the sum of the others times 7, 6, 5, 4, 3 and 2. */
export function isImoNumber(text: string): boolean {
  const digits = [...text].map(Number);
  return digits.slice(0, 6).reduce((sum, digit, at) => sum + digit * (7 - at), 0) % 10 === digits[6];
}

/** A key of the academy for statements, as `GET /api/verify/keys` lists it. */
export const AcademyKey = z.object({
  id: z.string(),
  key: z.string(),
  validFrom: z.string(),
  validUntil: z.nullable(z.string()),
});

/**
 * How the computer of a ship stands: none yet, paired, or paired and not heard of for more than its people may log in.
 */
const Box = z.object({
  pairedAt: Instant,
  /** Its last contact or pack; null before the first. */
  seenAt: z.nullable(Instant),
  /** The time by its own clock in the pack that came last. */
  clock: z.nullable(Instant),
  /** How often it took a new identity, since it was restored or copied. */
  renewals: z.number(),
});

const Ship = z.object({
  _id: Id,
  name: z.string(),
  imo: z.string(),
  people: z.number(),
  courses: z.number(),
  box: z.nullable(Box),
});
export type Ship = z.infer<typeof Ship>;

const ShipDetails = z.extend(Ship, {
  crew: z.array(
    z.object({
      userId: Id,
      name: z.string(),
      signedOnAt: Instant,
      /** The courses of the ship for which the person is approved. */
      courses: z.number(),
      /** Seconds of films that were credited from this ship. */
      creditedSeconds: z.number(),
    }),
  ),
  taken: z.array(z.object({ courseId: Id, title: z.string(), lines: z.nullable(z.number()) })),
  /** The host of its computer, and until when its certificate is valid; null without a domain for ships. */
  origin: z.nullable(z.object({ host: z.string(), until: z.nullable(Instant), trouble: z.nullable(z.string()) })),
});
export type ShipDetails = z.infer<typeof ShipDetails>;

const BoardingCode = z.object({ userId: Id, name: z.string(), code: z.string() });
export type BoardingCode = z.infer<typeof BoardingCode>;

const ByMember = z.object({ id: Id, person: Id });
const ByShipCourse = z.object({ id: Id, course: Id });
const fewEmails = 'Name 1 to 100 people at once';

export const ships = {
  list: {
    method: 'GET',
    path: '/ships',
    who: 'enrolments:decide',
    query: ListQuery,
    reply: data(z.array(Ship)),
  },
  get: { method: 'GET', path: '/ships/:id', who: 'enrolments:decide', params: ById, reply: data(ShipDetails) },
  add: {
    method: 'POST',
    path: '/ships',
    who: 'enrolments:decide',
    body: z.object({ name: line('Name of the ship', 80), imo: ImoNumber }),
    status: 201,
    reply: saved(Ship),
  },
  /** A new code for the ship's computer, for a day. The one before is no longer valid. */
  renewPairingCode: {
    method: 'POST',
    path: '/ships/:id/pairing-code',
    who: 'enrolments:decide',
    params: ById,
    reply: data(z.object({ code: z.string(), until: Instant })),
  },
  /** Signs people on, all or none, and returns the code with which each logs in aboard for the first time. */
  addCrew: {
    method: 'POST',
    path: '/ships/:id/people',
    who: 'enrolments:decide',
    params: ById,
    body: z.object({ emails: z.array(KnownEmail).check(z.minLength(1, fewEmails), z.maxLength(100, fewEmails)) }),
    reply: saved(z.array(BoardingCode)),
  },
  /** A new code for somebody who has lost it, or forgotten the PIN. */
  renewBoardingCode: {
    method: 'POST',
    path: '/ships/:id/people/:person/boarding-code',
    who: 'enrolments:decide',
    params: ByMember,
    reply: data(BoardingCode),
  },
  /** Signs a person off: at its next contact, the ship's computer deletes what is theirs. Idempotent. */
  signOff: {
    method: 'DELETE',
    path: '/ships/:id/people/:person',
    who: 'enrolments:decide',
    params: ByMember,
    reply: Message,
  },
  /** Puts a course aboard, with videos of this size (docs/course-file.md), or changes the size. */
  setCourse: {
    method: 'PUT',
    path: '/ships/:id/courses/:course',
    who: 'enrolments:decide',
    params: ByShipCourse,
    body: z.object({ lines: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(10_000))) }),
    reply: Message,
  },
  /** Takes a course from a ship; what was watched of it counts. Idempotent. */
  removeCourse: {
    method: 'DELETE',
    path: '/ships/:id/courses/:course',
    who: 'enrolments:decide',
    params: ByShipCourse,
    reply: Message,
  },
  /** Takes the pack of a ship from a stick or an email; returns the pack to carry back. */
  uploadPack: {
    method: 'POST',
    path: '/ships/packs',
    who: 'enrolments:decide',
    body: Pack,
    mostBytes: mostPackBytes * 1.4,
    reply: saved(z.object({ shipId: Id, shipName: z.string(), pack: z.string() })),
  },
  /** A ship's computer with the code of the staff's desk, and its public key (ECDSA, P-256). */
  pair: {
    method: 'POST',
    path: '/ships/pair',
    who: 'anyone',
    body: z.object({ code: TypedCode, key: bounded(87).check(z.regex(/^[A-Za-z0-9_-]{87}$/, 'This is not a key')) }),
    reply: data(z.object({ ship: Id, box: Id, packKey: z.string(), keys: z.array(AcademyKey) })),
  },
  /** The same as by a stick, over a link: a pack up, a pack down. The signature of the pack is the login. */
  exchange: {
    method: 'POST',
    path: '/ships/exchange',
    who: 'anyone',
    body: packOf(mostLinkPackBytes),
    mostBytes: mostLinkPackBytes * 1.4,
    reply: Pack,
  },
} as const satisfies Calls;
