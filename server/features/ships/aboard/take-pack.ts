import { base64url, firstHash, hashAfter } from '@fairlead/contract/offline-records/offline-record-format';
import { sql } from 'kysely';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PublicKey } from '../../../platform/keys/keys.ts';
import { BadStatement, readStatement } from '../../../platform/keys/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { DownContent, digestOfSection, type Section, type ShipSection } from '../content.ts';
import { claimedBy, openPack, type PackClaims, readContent } from '../pack.ts';
import { forgetSittings } from '../tests/aboard/send-sittings.ts';
import { applySections, forgetSentRecords } from './apply-sections.ts';
import { type BoxState, lockBox, makeBoxKey, requireBox, sealed } from './box-state.ts';

/** What a pack has brought. */
export type Taken = {
  /** False when the next pack would bring something more. */
  isComplete: boolean;
  /** The academy's time when it was made. */
  madeAt: Date;
  /** Where the files of courses are ashore: paths of links, which expire. */
  courseFiles: DownContent['courseFiles'];
};

/**
 * Takes a pack of the academy: everything in it, or nothing. What was acknowledged is no longer kept to be sent. What
 * was decided ashore takes effect once all of it has arrived, however many packs that takes. Idempotent.
 *
 * @throws AppError `bad-file` for a pack of somebody else, damaged or older than what is here.
 */
export async function takePack(program: Platform, bytes: Buffer): Promise<Taken> {
  const { db, clock } = program;
  const known = await requireBox(program, db);
  const { statement, body } = openPack(bytes);
  const claims = await verified(known, statement);
  const content = readContent(DownContent, body, { direction: 'down', claims, key: known.packKey });
  const madeAt = new Date(content.madeAt);
  return transaction(db, async (tx) => {
    const box = await lockBox(program, tx);
    if (box.boxId !== claims.box || (box.madeAt && madeAt < box.madeAt))
      throw new AppError('bad-file', 'This pack is older than what this computer has. Nothing was changed.');
    for (const section of content.sections) {
      const row = { digest: digestOfSection(section), content: JSON.stringify(section) };
      await tx
        .insertInto('shipSection')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await forgetSittings(tx, content.sittings);
    const next = content.renewed;
    const isForked = (await acknowledge(tx, content.records, clock())) && !next;
    if (next && box.nextKey) {
      const identity = { boxId: next.box, packKey: sealed(program, next.packKey), nextKey: null };
      const privateKey = sealed(program, JSON.stringify(box.nextKey));
      await tx
        .updateTable('shipBoxState')
        .set({ ...identity, privateKey })
        .execute();
      // What the old key has signed is ashore, or contradicts it. What was answered since waits for the new pass, and
      // without films nothing more is recorded under the old one.
      await tx.deleteFrom('shipRecord').where(sql<boolean>`answers = '{}'`).execute();
      await tx.updateTable('shipRecord').set({ films: '[]', links: '[]', recorded: '{}' }).execute();
    }
    const wanted = Object.values(content.manifest);
    const arrived = await tx.selectFrom('shipSection').selectAll().where('digest', 'in', wanted).execute();
    const isComplete = arrived.length === new Set(wanted).size;
    let isBehind = false;
    if (isComplete) {
      const sections = arrived.map((one) => one.content as unknown as Section);
      isBehind = await applySections(tx, sections, clock());
      await tx.deleteFrom('shipSection').where('digest', 'not in', wanted).execute();
      await program.changes.record(tx, 'public-pages');
      const ship = sections.find((one): one is ShipSection => one.kind === 'ship');
      await tx
        .updateTable('shipBoxState')
        .set({
          manifest: JSON.stringify(content.manifest),
          validUntil: new Date(content.validUntil),
          ...(ship && { academyKeys: JSON.stringify(ship.keys) }),
        })
        .execute();
    }
    if ((isForked || isBehind) && !box.nextKey) {
      const { privateKey } = await makeBoxKey();
      await tx
        .updateTable('shipBoxState')
        .set({ nextKey: sealed(program, JSON.stringify(privateKey)) })
        .execute();
    }
    await forgetSentRecords(tx);
    await tx.updateTable('shipBoxState').set({ madeAt, contactAt: clock(), trouble: null }).execute();
    const { courseFiles } = content;
    // the host of this computer came first, for which the next pack asks for a certificate
    const isToAsk = content.sections.some((one) => one.kind === 'origin' && one.key === null);
    return { isComplete: isComplete && !isForked && !isBehind && !next && !isToAsk, madeAt, courseFiles };
  });
}

async function verified(box: BoxState, statement: string): Promise<PackClaims> {
  const claimed = claimedBy(statement);
  if (claimed.ship !== box.shipId)
    throw new AppError('bad-file', 'This pack is for the computer of another ship. Nothing was changed.');
  if (claimed.box !== box.boxId)
    throw new AppError(
      'bad-file',
      'This pack is for a computer that this ship had before, or for what this one was before. Nothing was changed.',
    );
  const keys = (box.academyKeys as unknown as ShipSection['keys']).map(
    ({ validFrom, validUntil, ...key }): PublicKey => ({
      ...key,
      validFrom: new Date(validFrom),
      validUntil: validUntil === null ? null : new Date(validUntil),
    }),
  );
  try {
    return (await readStatement(keys, 'ship-pack', statement)) as unknown as PackClaims;
  } catch (error) {
    if (error instanceof BadStatement)
      throw new AppError('bad-file', 'The academy did not sign this pack. Nothing was changed.');
    throw error;
  }
}

/** Deletes what the academy has; returns whether it has something else than this box. */
async function acknowledge(tx: Tx, states: DownContent['records'], now: Date): Promise<boolean> {
  let isForked = false;
  for (const { pass, head, state, answered, refused } of states) {
    const record = await tx.selectFrom('shipRecord').selectAll().where('passId', '=', pass).executeTakeFirst();
    if (!record) continue;
    if (state === 'over') {
      await tx.deleteFrom('shipRecord').where('passId', '=', pass).execute();
      continue;
    }
    if (state === 'fork') isForked = true;
    const links = record.links as string[];
    const count = head.number - record.headNumber;
    const before = record.hashAtHead === '' ? firstHash(pass) : base64url.decode(record.hashAtHead);
    const isOurs =
      count >= 0 &&
      count <= links.length &&
      base64url.encode(
        hashAfter(
          before,
          links.slice(0, count).map((link) => base64url.decode(link)),
        ),
      ) === head.hash;
    const given = record.answers as Record<string, unknown>;
    const answers = Object.fromEntries(Object.entries(given).filter(([check]) => !answered.includes(check)));
    await tx
      .updateTable('shipRecord')
      .set({
        answers: JSON.stringify(answers),
        ...(isOurs && state === 'taken'
          ? { headNumber: head.number, hashAtHead: head.hash, links: JSON.stringify(links.slice(count)) }
          : {}),
      })
      .where('passId', '=', pass)
      .execute();
    for (const one of refused) await askAgain(tx, one, now);
  }
  return isForked;
}

/** Asks a presence check again whose answer the academy did not accept; its film is complete only after a right one. */
async function askAgain(tx: Tx, { check, againFrom }: { check: string; againFrom: number }, now: Date): Promise<void> {
  const asked = await tx
    .updateTable('presenceCheck')
    .set({ answeredAt: null, wrongAt: now })
    .where('id', '=', check)
    .returning(['enrolmentId', 'filmId'])
    .executeTakeFirst();
  if (!asked) return;
  await tx
    .updateTable('watching')
    .set({ completedAt: null, positionSeconds: againFrom })
    .where('enrolmentId', '=', asked.enrolmentId)
    .where('filmId', '=', asked.filmId)
    .execute();
}
