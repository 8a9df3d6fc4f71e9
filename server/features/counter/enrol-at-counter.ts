import type { CounterInput, CounterResult } from '@fairlead/contract/counter/calls';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { hasValues } from '../../platform/db/has-values.ts';
import { takeTurn } from '../../platform/db/take-turn.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAccountByEmail, makeInvited, stateOf, unknownPassword } from '../accounts/index.ts';
import { findCourse } from '../courses/index.ts';
import { enrolWithin } from '../enrolments/index.ts';
import { payWithin } from '../fees/index.ts';

type Enrolling = CounterInput & { actorId: string; ip: string };

/**
 * Enrols somebody who stands at the counter: makes the account of a newcomer and mails the invitation, gives the seat,
 * charges the fee and records the payment with its receipt, all or nothing. The same `requestId` again does nothing.
 *
 * @throws AppError as `enrolPerson` and `recordPayment` do; `exists` where the email of a newcomer has an account;
 * `stale` for the id of a request that was used for another person, course or payment.
 */
export async function enrolAtCounter(platform: Platform, enrolling: Enrolling): Promise<CounterResult> {
  const { personId, newcomer, courseId, batchId, payment, recipient, requestId, actorId, ip } = enrolling;
  const passwordHash = newcomer && (await unknownPassword());
  return transaction(platform.db, async (tx) => {
    // of two clicks at the same moment the second one finds what the first one has made
    await takeTurn(tx, 'enrol-at-counter');
    const made = await findMade(tx, requestId);
    if (made) return requireSame(made, enrolling);
    const course = await findCourse(tx, courseId);
    if (!course) throw notFound('There is no such course.');
    if (!course.isActive) throw new AppError('conflict', 'This course is not active. Activate it first.');
    const by = { actorId, ip };
    const accountId =
      newcomer && passwordHash
        ? await makeNewcomer(tx, newcomer, { ...by, now: platform.clock(), passwordHash })
        : (personId ?? '');
    const answers = { overrule: enrolling.overrule, checked: enrolling.checked };
    const isNew = newcomer !== undefined;
    const enrolmentId = await enrolWithin(tx, platform, { accountId, courseId, batchId, answers, isNew, ...by });
    await tx.updateTable('enrolment').set({ counterRequestId: requestId }).where('id', '=', enrolmentId).execute();
    // last: it locks the series of documents
    if (payment) await payWithin(tx, platform, { enrolmentId, ...payment, recipient, requestId, ...by });
    return resultOf(await findMade(tx, requestId));
  });
}

type Newcomer = NonNullable<CounterInput['newcomer']>;

/** Makes the account of a newcomer. */
async function makeNewcomer(
  tx: Tx,
  { tittle: prefix, lastName, ...person }: Newcomer,
  making: Parameters<typeof makeInvited>[2],
): Promise<string> {
  const made = await makeInvited(tx, [{ ...person, prefix, lastName: lastName ?? '' }], making);
  const accountId = made.get(person.email);
  if (accountId) return accountId;
  const account = await findAccountByEmail(tx, person.email);
  const message =
    account && account.role !== 'learner'
      ? 'This email address belongs to a member of staff.'
      : account && stateOf(account) === 'waiting'
        ? 'The registration with this email address waits for approval. Approve it first.'
        : 'This email address has an account. Search for the person.';
  throw new AppError('exists', message, { fields: { 'newcomer.email': message } });
}

/** What a request has made. */
const findMade = (tx: Tx, requestId: string) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .leftJoin('fee', 'fee.enrolmentId', 'enrolment.id')
    .leftJoin('feeEntry', 'feeEntry.requestId', 'enrolment.counterRequestId')
    .select(['enrolment.id', 'enrolment.accountId', 'enrolment.courseId', 'enrolment.batchId'])
    .select(['account.email', 'account.mobile', 'account.prefix', 'account.firstName', 'account.lastName'])
    .select(['feeEntry.amountPaise', 'feeEntry.method', 'feeEntry.reference', 'feeEntry.happenedOn'])
    .select(['fee.enrolmentId as feeOf', 'fee.recipientName', 'fee.recipientAddress', 'fee.recipientGstin'])
    .select(['fee.recipientState', 'fee.recipientSez'])
    .where('counterRequestId', '=', requestId)
    .executeTakeFirst();
type Made = Awaited<ReturnType<typeof findMade>>;

const namedBy = ({ name, address, gstin, state, sez }: NonNullable<CounterInput['recipient']>) => ({
  recipientName: name,
  recipientAddress: address,
  recipientGstin: gstin,
  recipientState: state,
  recipientSez: sez,
});

function requireSame(made: NonNullable<Made>, enrolling: Enrolling): CounterResult {
  const { personId = made.accountId, newcomer, courseId, batchId = null, payment, recipient } = enrolling;
  const { tittle: prefix, lastName, ...named } = newcomer ?? { tittle: made.prefix, lastName: made.lastName };
  const { amount: amountPaise = null, on: happenedOn = null, method = null, reference = null } = payment ?? {};
  const isSame =
    hasValues(made, { accountId: personId, courseId, batchId, ...named, prefix, lastName: lastName ?? '' }) &&
    hasValues(made, { amountPaise, happenedOn, method, reference }) &&
    hasValues(made, recipient ? namedBy(recipient) : {});
  if (!isSame) throw new AppError('stale', 'This was recorded already, with other values. Reload the page.');
  return resultOf(made);
}

function resultOf(made: Made): CounterResult {
  if (!made) throw notFound('There is no such enrollment.');
  return { enrolmentId: made.id, personId: made.accountId, hasFee: made.feeOf !== null };
}
