import { hashOfCode } from '../../features/ships/codes.ts';
import type { Tx } from '../../platform/db/database.ts';

/**
 * A ship with a computer, a course and a person signed on. Returns its id, and the code that pairs another computer.
 */
export async function insertShip(
  tx: Tx,
  { accountId, course, by, at, nth }: { accountId: string; course: string; by: string; at: Date; nth: number },
) {
  const pairingCode = `PAIR-${nth}`;
  const { id: shipId } = await tx
    .insertInto('ship')
    .values({
      name: `MV Furniture ${nth}`,
      imo: String(9_000_000 + nth),
      createdAt: at,
      createdBy: by,
      pairingHash: hashOfCode(pairingCode),
      pairingUntil: new Date('2999-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('shipBox')
    .values({ shipId, publicKey: `key ${nth}`, pairedAt: at })
    .execute();
  await tx.insertInto('shipCourse').values({ shipId, courseId: course, lines: null }).execute();
  const member = { accountId, shipId, signedOnAt: at, signedOnBy: by, codeHash: `code ${nth}` };
  await tx.insertInto('shipMember').values(member).execute();
  return { ship: shipId, pairingCode };
}
