import { transaction } from '../../../platform/db/database.ts';
import { consume, giveBack } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAccount, hashPassword, isPassword, openSession } from '../../accounts/index.ts';
import { hashOfCode } from '../codes.ts';
import { noPin, usedCode } from './apply-sections.ts';
import { requireBox } from './box-state.ts';

type From = { ip: string; userAgent: string | undefined };

/** Wrong PINs and codes of one person: a PIN of six digits is found in 27 years. */
const guesses = [
  { of: 'a quarter', max: 10, seconds: 15 * 60 },
  { of: 'a day', max: 50, seconds: 86_400 },
] as const;

const limitsOf = (person: string) =>
  guesses.map(({ of, ...limit }) => ({ key: `ship-login:${person} ${of}`, ...limit, says: 'Too many wrong PINs.' }));

/** Nobody logs in with decisions that are too old: somebody may have been signed off ashore long ago. */
async function requireValid(program: Platform): Promise<void> {
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
  await consume(program.db, limitsOf(person), program.clock());
  const member = await findMember(program, person);
  const codeHash = hashOfCode(code);
  if (!member || member.codeHash !== codeHash)
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
  for (const { key } of limitsOf(person)) await giveBack(program.db, key);
  return openFor(program, person, from);
}

/** Logs somebody in by PIN. @throws AppError `over`, `bad-credentials`, `too-many` */
export async function logInByPin(program: Platform, { person, pin, ...from }: { person: string; pin: string } & From) {
  await requireValid(program);
  await consume(program.db, limitsOf(person), program.clock());
  const member = await findMember(program, person);
  const hash = member && member.passwordHash !== noPin ? member.passwordHash : undefined;
  if (!(await isPassword(hash, pin))) throw new AppError('bad-credentials', 'This PIN is wrong.');
  for (const { key } of limitsOf(person)) await giveBack(program.db, key);
  return openFor(program, person, from);
}
