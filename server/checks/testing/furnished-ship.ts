import { hashOfCode } from '../../features/ships/codes.ts';
import type { Tx } from '../../platform/db/database.ts';

/**
 * A ship with a computer, a course, a person signed on, and a test whose paper is aboard. Returns its id, that of the
 * test, and the code that pairs another computer.
 */
export async function insertShip(
  tx: Tx,
  {
    accountId,
    course,
    test,
    enrolment,
    by,
    at,
    nth,
  }: { accountId: string; course: string; test: string; enrolment: string; by: string; at: Date; nth: number },
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
  const window = { opensAt: at, closesAt: new Date('2999-01-01'), releasedAt: at, releasedBy: by };
  const { id: shipTest } = await tx
    .insertInto('shipTest')
    .values({ shipId, assessmentId: test, ...window, sealKey: null, sealCheck: 'sealed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('shipTestPaper')
    .values((e) => ({
      ...{ shipTestId: shipTest, enrolmentId: enrolment, sealed: 'sealed', preparedAt: at },
      versionId: e.selectFrom('assessmentVersion').select('id').where('assessmentId', '=', test),
    }))
    .execute();
  return { ship: shipId, shipTest, pairingCode };
}
