import { transaction } from '../../../platform/db/database.ts';
import { consume, giveBack, isCounted, isFirstInWindow, type Limit } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAccount, hashPassword, isPassword, openSession } from '../../accounts/index.ts';
import { isBoardingCode, usedCode } from '../codes.ts';
import { noPin } from './apply-sections.ts';
import { requireBox } from './box-state.ts';

type From = { ip: string; userAgent: string | undefined };

/** Wrong PINs and codes for one person from one device. */
const guesses = [
  { of: 'a quarter', max: 10, seconds: 15 * 60 },
  { of: 'a day', max: 50, seconds: 86_400 },
] as const;
/** From all devices together on which the person has not logged in: a PIN of six digits is found in 27 years. */
const guessesOfOthers = { max: 50, seconds: 86_400 };
/** How long a device, by its address in the ship's network, is one of the person's, in seconds. */
const knownSeconds = 90 * 86_400;

const says = 'Too many wrong PINs.';
/** How the notes of a person's own devices begin. */
export const knownDevice = 'ship-device:';
const knownAt = (person: string, ip: string) => `${knownDevice}${person} ${ip}`;

/** Each device has a limit of its own, so that nobody locks out another person by typing wrong PINs for them. */
const limitsAt = (person: string, ip: string) =>
  guesses.map(({ of, ...limit }) => ({ key: `ship-login:${person} ${ip} ${of}`, ...limit, says }));

async function limitsOf({ db, clock }: Platform, person: string, ip: string) {
  const isKnown = await isCounted(db, knownAt(person, ip), clock());
  return [...limitsAt(person, ip), ...(isKnown ? [] : [{ key: `ship-login:${person}`, ...guessesOfOthers, says }])];
}

/** After a login the device is one of the person's, and its wrong tries are forgotten. */
async function succeed({ db, clock }: Platform, person: string, ip: string, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits) await giveBack(db, key);
  await isFirstInWindow(db, { key: knownAt(person, ip), seconds: knownSeconds }, clock());
}

/**
 * Nobody logs in or stays logged in with decisions that are too old: somebody may have been signed off ashore long ago.
 *
 * @throws AppError `over`
 */
export async function requireValid(program: Platform): Promise<void> {
  const { validUntil } = await requireBox(program, program.db);
  if (!validUntil || program.clock() > validUntil)
    throw new AppError(
      'over',
      'This computer has had no contact with the academy for too long, so nobody can log in. Connect it, or bring a pack on a stick.',
    );
}

const findMember = (program: Platform, id: string) =>
  program.db
    .selectFrom('shipMember')
    .innerJoin('account', 'account.id', 'shipMember.accountId')
    .select(['account.id', 'account.role', 'account.passwordHash', 'shipMember.codeHash'])
    .where('account.id', '=', id)
    .executeTakeFirst();

async function openFor(program: Platform, id: string, from: From) {
  const account = await getAccount(program.db, id);
  const tokens = await transaction(program.db, (tx) => openSession(tx, program, { account, ...from }));
  return { ...tokens, account };
}

/**
 * The first login of somebody aboard, with the boarding code of the academy, which is used up by the PIN that the
 * person chooses. The PIN stays on this computer.
 *
 * @throws AppError `over` when the decisions of the academy are too old, `bad-code`, `too-many`.
 */
export async function choosePin(
  program: Platform,
  { person, code, pin, ...from }: { person: string; code: string; pin: string } & From,
) {
  await requireValid(program);
  // a code cannot be guessed, so that what others type is nobody's obstacle
  const limits = limitsAt(person, from.ip);
  await consume(program.db, limits, program.clock());
  const member = await findMember(program, person);
  const codeHash = member?.codeHash;
  if (!(await isBoardingCode(codeHash, code)) || codeHash === undefined)
    throw new AppError('bad-code', 'This code is wrong, or was used. Ask the academy for a new one.');
  const passwordHash = await hashPassword(pin);
  await transaction(program.db, async (tx) => {
    const used = await tx
      .updateTable('shipMember')
      .set({ codeHash: usedCode(codeHash) })
      .where('accountId', '=', person)
      .where('codeHash', '=', codeHash)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new AppError('bad-code', 'This code was used just now.');
    await tx.updateTable('account').set({ passwordHash }).where('id', '=', person).execute();
  });
  await succeed(program, person, from.ip, limits);
  return openFor(program, person, from);
}

/** Logs somebody in by PIN. @throws AppError `over`, `bad-credentials`, `too-many` */
export async function logInByPin(program: Platform, { person, pin, ...from }: { person: string; pin: string } & From) {
  await requireValid(program);
  const limits = await limitsOf(program, person, from.ip);
  await consume(program.db, limits, program.clock());
  const member = await findMember(program, person);
  const hash = member && member.passwordHash !== noPin ? member.passwordHash : undefined;
  if (!(await isPassword(hash, pin))) throw new AppError('bad-credentials', 'This PIN is wrong.');
  await succeed(program, person, from.ip, limits);
  return openFor(program, person, from);
}
