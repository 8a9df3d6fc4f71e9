import { z } from 'zod/mini';
import { RecipientInput } from '../academy/fee-fields.ts';
import { Registration } from '../accounts/calls.ts';
import { Answers } from '../enrolments/calls.ts';
import { PaymentInput } from '../fees/calls.ts';
import type { Calls } from '../platform/call.ts';
import { ById, data, Id, saved } from '../values/shapes.ts';

/** A person who has no account yet, as staff enter them at the counter. */
const CounterNewcomer = z.pick(Registration, {
  tittle: true,
  firstName: true,
  lastName: true,
  mobile: true,
  email: true,
});

const CounterFields = z.extend(Answers, {
  /** Made by the client for each person at the counter: the same one again changes nothing, and has the same reply. */
  requestId: Id,
  /** Somebody with an account, or `newcomer`. */
  personId: z.optional(Id),
  newcomer: z.optional(CounterNewcomer),
  courseId: Id,
  /** The batch in which they get a seat. */
  batchId: z.optional(Id),
  /** Left out where they pay later, or there is nothing to pay. */
  payment: z.optional(PaymentInput),
  /** Who is named on the receipt or invoice of the payment; the person if it is left out. */
  recipient: z.optional(RecipientInput),
});

export const CounterInput = CounterFields.check(
  z.refine(({ personId, newcomer }) => (personId === undefined) !== (newcomer === undefined), {
    error: 'Choose the person',
    path: ['personId'],
  }),
);
export type CounterInput = z.infer<typeof CounterFields>;
/** The same as it is sent. */
export type CounterSent = z.input<typeof CounterInput>;

/** What was made of a person at the counter. */
const CounterResult = z.object({ enrolmentId: Id, personId: Id, hasFee: z.boolean() });
export type CounterResult = z.infer<typeof CounterResult>;

/** Walk-in people at the office: account, enrolment, seat, fee and receipt in one call. */
export const counter = {
  /** What an enrolment in a course is charged, in paise; 0 where fees are switched off. */
  getCharge: {
    method: 'GET',
    path: '/counter/courses/:id',
    who: 'enrolments:decide',
    params: ById,
    reply: data(z.object({ chargePaise: z.number() })),
  },
  /**
   * Makes all of it, or nothing. A newcomer also requires `people:approve`, a payment `fees:record`. Refused as
   * `enrolments.enrolPeople` refuses a person and `fees.recordPayment` a payment; with `exists` where the email of a
   * newcomer has an account.
   */
  enrol: {
    method: 'POST',
    path: '/counter/enrolments',
    who: 'enrolments:decide',
    body: CounterInput,
    reply: saved(CounterResult),
  },
} as const satisfies Calls;
