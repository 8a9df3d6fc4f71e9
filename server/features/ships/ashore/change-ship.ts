import { bytesIn, isDeviceKey } from '@fairlead/contract/offline-records/offline-record-format';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fullName, listByEmails } from '../../accounts/index.ts';
import { getCourse } from '../../courses/index.ts';
import { hashBoardingCode, hashOfCode, makeCode } from '../codes.ts';
import { endTestPapersOf, isTestAboard } from '../tests/ashore/prepare-test-papers.ts';
import { packKeyOf } from './exchange.ts';
import { noSuchShip } from './queries.ts';
import { publishedKeys } from './sections.ts';

type By = { actorId: string; ip: string };
type Program = Pick<Platform, 'db' | 'clock'>;

const day = 86_400_000;

const subjectOf = (id: string) => ({ kind: 'ship', id });

/** @throws AppError `exists` for an IMO number that another ship has. */
export const addShip = ({ db, clock }: Program, { name, imo, actorId, ip }: { name: string; imo: string } & By) =>
  transaction(db, async (tx) => {
    const added = await tx
      .insertInto('ship')
      .values({ name, imo, createdAt: clock(), createdBy: actorId })
      .onConflict((conflict) => conflict.column('imo').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new AppError('exists', 'There is a ship with this IMO number already.');
    await appendAudit(tx, { actorId, action: 'ship.add', subject: subjectOf(added.id), details: { name, imo }, ip });
    return added.id;
  });

/** Locks a ship until the transaction ends: what decides about its crew and computer runs one after another. */
async function lockShip(tx: Tx, id: string): Promise<void> {
  if (!(await tx.selectFrom('ship').select('id').where('id', '=', id).forUpdate().executeTakeFirst()))
    throw noSuchShip();
}

/** A code for the computer of a ship, valid for a day and once; the one before is no longer valid. */
export async function makePairingCode({ db, clock }: Program, { shipId, actorId, ip }: { shipId: string } & By) {
  const code = makeCode();
  const until = new Date(clock().getTime() + day);
  await transaction(db, async (tx) => {
    await lockShip(tx, shipId);
    const pairing = { pairingHash: hashOfCode(code), pairingUntil: until };
    await tx.updateTable('ship').set(pairing).where('id', '=', shipId).execute();
    await appendAudit(tx, { actorId, action: 'ship.pairing-code', subject: subjectOf(shipId), ip });
  });
  return { code, until };
}

/** Guesses of codes from one network in a day. */
const guesses = { max: 50, seconds: 86_400, says: 'Too many codes were tried.' };

/** The stored hash of a code that was used: with the key that it paired it opens the same again, and nothing else. */
const usedFor = (code: string, key: string): string =>
  hashOfCode(`${hashOfCode(code)} ${Buffer.from(key).toString('hex')}`);

/**
 * Pairs the computer of a ship, in place of the one before. Idempotent for the same code and key, since the answer may
 * be lost on the way.
 *
 * @throws AppError `bad-code`, `invalid` for a key of another form, `too-many`.
 */
export async function pairBox(platform: Platform, { code, key, ip }: { code: string; key: string; ip: string }) {
  const { db, clock, keys } = platform;
  const bytes = bytesIn(key);
  if (!bytes || !(await isDeviceKey(bytes))) throw new AppError('invalid', 'This is not a key of a device.');
  await consume(db, { key: `ship-pairing:${ip}`, ...guesses }, clock());
  const used = usedFor(code, key);
  const paired = await transaction(db, async (tx) => {
    const ship = await tx
      .selectFrom('ship')
      .select('id')
      .where('pairingHash', 'in', [hashOfCode(code), used])
      .where('pairingUntil', '>', clock())
      .forUpdate()
      .executeTakeFirst();
    if (!ship)
      throw new AppError('bad-code', 'This code is not valid, or not any more. Ask the academy for a new one.');
    const before = await tx
      .selectFrom('shipBox')
      .select(['id', 'shipId', 'replacedAt'])
      .where('publicKey', '=', key)
      .executeTakeFirst();
    if (before && before.shipId === ship.id && !before.replacedAt) return { ship: ship.id, box: before.id };
    if (before) throw new AppError('exists', 'This computer was paired before, and was replaced. It needs a new key.');
    await tx
      .updateTable('shipBox')
      .set({ replacedAt: clock() })
      .where('shipId', '=', ship.id)
      .where('replacedAt', 'is', null)
      .execute();
    const added = { shipId: ship.id, publicKey: key, pairedAt: clock() };
    const { id } = await tx.insertInto('shipBox').values(added).returning('id').executeTakeFirstOrThrow();
    await tx.updateTable('ship').set({ pairingHash: used }).where('id', '=', ship.id).execute();
    const details = { box: id };
    await appendAudit(tx, { actorId: null, action: 'ship.pair', subject: subjectOf(ship.id), details, ip });
    return { ship: ship.id, box: id };
  });
  // the current one is among them, also where nothing was signed yet
  await keys.facts();
  const published = publishedKeys(await keys.published());
  return { ...paired, packKey: packKeyOf(platform, paired.box).toString('base64url'), keys: published };
}

/**
 * Signs people on, all or none.
 *
 * @returns the code of each, which is stored as a hash only.
 * @throws AppError `invalid` naming emails without an account, `conflict` naming people who are signed on elsewhere.
 */
export async function signOn(
  { db, clock }: Program,
  { shipId, emails, actorId, ip }: { shipId: string; emails: readonly string[] } & By,
) {
  const people = await listByEmails(db, emails);
  const unknown = [...new Set(emails)].filter((email) => !people.some((one) => one.email === email));
  if (unknown.length > 0)
    throw new AppError(
      'invalid',
      `There is no learner with ${unknown.length === 1 ? 'this email' : 'these emails'}: ${unknown.join(', ')}.`,
    );
  const codes = people.map((person) => ({ userId: person.id, name: fullName(person), code: makeCode() }));
  // before the transaction, which would hold its lock meanwhile
  const hashes = await Promise.all(codes.map(({ code }) => hashBoardingCode(code)));
  return transaction(db, async (tx) => {
    await lockShip(tx, shipId);
    const signedOn = await tx
      .insertInto('shipMember')
      .values(
        codes.map(({ userId }, index) => ({
          accountId: userId,
          shipId,
          signedOnAt: clock(),
          signedOnBy: actorId,
          codeHash: hashes[index] ?? '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('accountId')
      .execute();
    const others = codes.filter(({ userId }) => !signedOn.some(({ accountId }) => accountId === userId));
    if (others.length > 0)
      throw new AppError(
        'conflict',
        `Already signed on to this or another ship: ${others.map(({ name }) => name).join(', ')}.`,
      );
    for (const { userId } of codes)
      await appendAudit(tx, {
        actorId,
        action: 'ship.sign-on',
        subject: { kind: 'account', id: userId },
        details: { ship: shipId },
        ip,
      });
    return codes;
  });
}

const noSuchMember = () => notFound('This person is not signed on to this ship.');

/** A new code for somebody signed on; at the ship's next contact it takes the place of code and PIN. */
export async function renewBoardingCode(
  { db }: Program,
  { shipId, personId, actorId, ip }: { shipId: string; personId: string } & By,
) {
  const code = makeCode();
  const codeHash = await hashBoardingCode(code);
  return transaction(db, async (tx) => {
    const changed = await tx
      .updateTable('shipMember')
      .set({ codeHash })
      .where('accountId', '=', personId)
      .where('shipId', '=', shipId)
      .returning('accountId')
      .executeTakeFirst();
    if (!changed) throw noSuchMember();
    const person = await tx
      .selectFrom('account')
      .select(['firstName', 'lastName'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    await appendAudit(tx, {
      actorId,
      action: 'ship.boarding-code',
      subject: { kind: 'account', id: personId },
      details: { ship: shipId },
      ip,
    });
    return { userId: personId, name: fullName(person), code };
  });
}

/** Signs a person off. Idempotent. */
export const signOff = (
  { db, clock }: Program,
  { shipId, personId, actorId, ip }: { shipId: string; personId: string } & By,
) =>
  transaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('shipMember')
      .where('accountId', '=', personId)
      .where('shipId', '=', shipId)
      .returning('accountId')
      .executeTakeFirst();
    if (!gone) return;
    await endTestPapersOf(tx, { shipId, accountId: personId, now: clock() });
    await appendAudit(tx, {
      actorId,
      action: 'ship.sign-off',
      subject: { kind: 'account', id: personId },
      details: { ship: shipId },
      ip,
    });
  });

/** Puts a course aboard, or changes the size of its videos. @throws AppError `not-found` */
export async function putCourse(
  { db }: Program,
  { shipId, courseId, lines, actorId, ip }: { shipId: string; courseId: string; lines: number | null } & By,
): Promise<void> {
  await getCourse(db, courseId);
  await transaction(db, async (tx) => {
    await lockShip(tx, shipId);
    await tx
      .insertInto('shipCourse')
      .values({ shipId, courseId, lines })
      .onConflict((conflict) => conflict.columns(['shipId', 'courseId']).doUpdateSet({ lines }))
      .execute();
    await appendAudit(tx, {
      actorId,
      action: 'ship.put-course',
      subject: subjectOf(shipId),
      details: { course: courseId, lines },
      ip,
    });
  });
}

/** Takes a course from a ship. Idempotent. @throws AppError `conflict` while its test is released to the ship */
export const removeCourse = (
  { db, clock }: Program,
  { shipId, courseId, actorId, ip }: { shipId: string; courseId: string } & By,
) =>
  transaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('shipCourse')
      .where('shipId', '=', shipId)
      .where('courseId', '=', courseId)
      .returning('courseId')
      .executeTakeFirst();
    if (!gone) return;
    if (await isTestAboard(tx, { shipId, courseId, now: clock() }))
      throw new AppError('conflict', 'The test of this course is released to the ship. Withdraw it first.');
    await appendAudit(tx, {
      actorId,
      action: 'ship.remove-course',
      subject: subjectOf(shipId),
      details: { course: courseId },
      ip,
    });
  });
