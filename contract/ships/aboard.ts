import { z } from 'zod/mini';
import { SessionUser, Tokens } from '../accounts/calls.ts';
import type { Calls } from '../platform/call.ts';
import { bounded, data, Id, Instant, Message, saved } from '../values/shapes.ts';
import { Pack, TypedCode } from './calls.ts';

// What the computer of a ship serves to the phones aboard. Ashore there are no such calls.

/** A PIN that people choose aboard. */
const Pin = bounded(12).check(z.regex(/^\d{6,12}$/, 'A PIN has six to twelve digits'));

/** The state of the ship's computer, for everybody on the ship's network. */
const ShipAboard = z.object({
  isPaired: z.boolean(),
  /** Null until it was in contact. */
  ship: z.nullable(z.object({ name: z.string(), imo: z.string(), academy: z.string() })),
  /** The last contact with the academy, and until when people may log in without another one. */
  contactAt: z.nullable(Instant),
  validUntil: z.nullable(Instant),
  /** Why the last contact did not succeed, or what is to be done. */
  trouble: z.nullable(z.string()),
  /** The people signed on, by name. */
  people: z.array(z.object({ _id: Id, name: z.string(), hasPin: z.boolean() })),
  /** Bytes that wait to be sent. */
  unsentBytes: z.number(),
  /** How browsers reach it by https; null where the academy has no domain for ships. */
  origin: z.nullable(
    z.object({
      host: z.string(),
      url: z.string(),
      qr: z.object({ side: z.number(), path: z.string() }),
      /** When its certificate ends; null before the first one. */
      until: z.nullable(Instant),
      /** Whether it is open now, with a certificate that is valid by the clock of this computer. */
      isOpen: z.boolean(),
      trouble: z.nullable(z.string()),
      /** The numbers of this computer in its networks. */
      addresses: z.array(z.string()),
    }),
  ),
});
export type ShipAboard = z.infer<typeof ShipAboard>;

export const shipAboard = {
  get: { method: 'GET', path: '/ship', who: 'anyone', reply: data(ShipAboard) },
  pair: {
    method: 'POST',
    path: '/ship/pairing',
    who: 'anyone',
    body: z.object({ academy: bounded(200, { missing: 'Address is required' }, z.trim()), code: TypedCode }),
    reply: Message,
  },
  /** The first login, with the boarding code of the academy: the person chooses a PIN. */
  choosePin: {
    method: 'POST',
    path: '/ship/pin',
    who: 'anyone',
    body: z.object({ person: Id, code: TypedCode, pin: Pin }),
    reply: z.object({ ...Tokens.shape, user: SessionUser }),
  },
  logIn: {
    method: 'POST',
    path: '/ship/login',
    who: 'anyone',
    body: z.object({ person: Id, pin: Pin }),
    reply: z.object({ ...Tokens.shape, user: SessionUser }),
  },
  /** The courses of the person aboard, and how far they are. */
  listCourses: {
    method: 'GET',
    path: '/ship/courses',
    who: 'learner',
    reply: data(
      z.array(
        z.object({
          courseId: Id,
          title: z.string(),
          films: z.number(),
          completed: z.number(),
          /** Whether the videos are on the ship's computer. */
          isHere: z.boolean(),
        }),
      ),
    ),
  },
  /** Tries to reach the academy now. */
  contact: { method: 'POST', path: '/ship/contact', who: 'learner', reply: Message },
  /** What is to be carried ashore on a stick. */
  makePack: { method: 'POST', path: '/ship/pack', who: 'learner', reply: saved(Pack) },
  /** Takes what came back on a stick. */
  loadPack: { method: 'PUT', path: '/ship/pack', who: 'learner', body: Pack, mostBytes: 8_400_000, reply: Message },
} as const satisfies Calls;
