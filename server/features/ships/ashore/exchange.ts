import { bytesIn, isDeviceKey } from '@fairlead/contract/offline-records/offline-record-format';
import { compactVerify, importJWK } from 'jose';
import { type Queryable, transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { keyFor } from '../../../platform/keys/encrypted-text.ts';
import { signStatement } from '../../../platform/keys/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findPass, headOf, syncRecord } from '../../offline-records/index.ts';
import { listWrong } from '../../training/index.ts';
import { type DownContent, digestOfSection, type Section, UpContent } from '../content.ts';
import { claimedBy, openPack, type PackClaims, readContent, writePack } from '../pack.ts';
import { takeSittings } from '../tests/ashore/take-sittings.ts';
import { jwkOf, upType } from '../up-statement.ts';
import { shipCourseFile } from './course-file-route.ts';
import { storeRequest } from './order-certificates.ts';
import { type ShipOfBox, sectionsOf } from './sections.ts';

/** How long people may log in aboard without another pack from ashore, in days. */
const validDays = 120;
/** What of new sections goes into one pack over a link, in characters of JSON: about a minute at 64 kbit/s. */
const sectionsAtOnce = 1_500_000;
/** The same on a stick: less than the 6 MB that a computer aboard takes, were nothing of it compressed. */
export const sectionsOnStick = 5_500_000;

/** The key that encrypts the packs of a box; it is computed, and stored on the box alone. */
export const packKeyOf = ({ config }: Pick<Platform, 'config'>, boxId: string): Buffer =>
  keyFor(config.secrets.vault, `packs of ship box ${boxId}`);

type Box = ShipOfBox & { replacedAt: Date | null };

const findBox = (db: Queryable, id: string): Promise<Box | undefined> =>
  db
    .selectFrom('shipBox')
    .innerJoin('ship', 'ship.id', 'shipBox.shipId')
    .select(['ship.id', 'ship.name', 'ship.imo', 'shipBox.id as boxId', 'shipBox.publicKey', 'shipBox.replacedAt'])
    .where('shipBox.id', '=', id)
    .executeTakeFirst();

/**
 * Takes the pack of a ship's computer, over a link or from a stick: what was recorded is credited as from any device,
 * each record in its own transaction, and a pack that comes again changes nothing. Returns the pack to send back.
 *
 * @param mostSections how much of what is new for the ship the answer may have; everything on a stick.
 * @throws AppError `bad-file` for a pack that is damaged or not signed by a computer of the academy's ships, `over` for
 *   a computer that another one has replaced: what it had recorded is credited all the same.
 */
export async function exchangePacks(platform: Platform, bytes: Buffer, mostSections = sectionsAtOnce) {
  const { db, clock } = platform;
  const { statement, body } = openPack(bytes);
  const box = await findBox(db, claimedBy(statement).box);
  if (!box) throw notOurs();
  // a link that breaks each five seconds makes 180
  const limit = { key: `ship:${box.id}`, max: 600, seconds: 15 * 60, says: 'This ship has sent too many packs.' };
  await consume(db, limit, clock());
  const claims = await verifiedClaims(box, statement);
  const key = packKeyOf(platform, box.boxId);
  const up = readContent(UpContent, body, { direction: 'up', claims, key });
  const records = await creditRecords(platform, box, up);
  const current = up.nextKey ? await renew(platform, box, up.nextKey) : box;
  const isReplaced = current.boxId === box.boxId && box.replacedAt !== null;
  const sittings = await takeSittings(platform, { shipId: box.id, isReplaced }, up.sittings);
  if (isReplaced)
    throw new AppError(
      'over',
      'Another computer has taken the place of this one: it was replaced, restored or copied. What it had recorded is stored. Pair this one with a new code if it is to go on.',
    );
  const now = clock();
  await db
    .updateTable('shipBox')
    .set({ seenAt: now, clock: new Date(up.clock) })
    .where('id', '=', current.boxId)
    .execute();
  if (up.certificateRequest) await storeRequest(platform, current, up.certificateRequest);
  const sections = await sectionsOf(platform, current);
  const manifest = new Map([...sections].map(([name, section]) => [name, digestOfSection(section)]));
  const content: DownContent = {
    madeAt: now.toISOString(),
    validUntil: new Date(now.getTime() + validDays * 86_400_000).toISOString(),
    manifest: Object.fromEntries(manifest),
    sections: fitting(
      [...sections].flatMap(([name, one]) => (up.has.includes(manifest.get(name) ?? '') ? [] : [one])),
      mostSections,
    ),
    records,
    sittings,
    courseFiles: [...sections.values()]
      .filter(({ kind }) => kind === 'course')
      .map(({ id }) => ({ course: id, path: platform.files.linkTo(shipCourseFile(box.id, id), { visitor: true }) })),
    renewed:
      current.boxId === box.boxId
        ? null
        : { box: current.boxId, packKey: packKeyOf(platform, current.boxId).toString('base64url') },
  };
  const about = { direction: 'down', box: box.boxId, ship: box.id, key } as const;
  const pack = await writePack(content, about, (signed) => signStatement(platform, 'ship-pack', signed));
  return { ship: box, pack };
}

const notOurs = () =>
  new AppError('bad-file', 'This pack was not made by the computer of one of this academy’s ships.');

async function verifiedClaims(box: Box, statement: string): Promise<PackClaims> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      statement,
      await importJWK(jwkOf(box.publicKey), 'ES256'),
      {
        algorithms: ['ES256'],
      },
    );
    const claims = JSON.parse(Buffer.from(payload).toString()) as PackClaims;
    if (protectedHeader.typ !== upType || claims.ship !== box.id) throw notOurs();
    return claims;
  } catch {
    throw notOurs();
  }
}

/** As many sections as fit, but at least one: each pack brings the box nearer to what it is to hold. */
function fitting(sections: readonly Section[], most: number): Section[] {
  const taken: Section[] = [];
  let length = 0;
  for (const section of sections) {
    length += JSON.stringify(section).length;
    if (taken.length > 0 && length > most) break;
    taken.push(section);
  }
  return taken;
}

/** Credits what was recorded under passes of this box, and tells where the academy stands. */
async function creditRecords(platform: Platform, box: Box, up: UpContent): Promise<DownContent['records']> {
  const records: DownContent['records'] = [];
  for (const { pass: passId, part, answers } of up.records) {
    const pass = await findPass(platform.db, passId);
    if (pass?.deviceKey !== box.publicKey) continue;
    const choices = Object.fromEntries(answers.map(({ check, choice }) => [check, choice]));
    const answered = answers.map(({ check }) => check);
    const sync = { passId, accountId: pass.accountId, part, answers: choices };
    const synced = await syncRecord(platform, sync).catch((error: unknown) => {
      if (error instanceof AppError && ['over', 'forbidden'].includes(error.code)) return error.code;
      throw error;
    });
    // an approval may come back: the ship keeps the record until then
    if (synced === 'forbidden') continue;
    if (typeof synced === 'string') {
      records.push({ pass: passId, head: headOf(pass), state: 'over', answered, refused: [] });
    } else {
      const { head, mustRenew } = synced;
      const refused = await listWrong(platform.db, new Map(answers.map(({ check, choice }) => [check, choice])));
      records.push({ pass: passId, head, state: mustRenew ? 'fork' : 'taken', answered, refused });
    }
  }
  return records;
}

/**
 * Gives a box that was restored or copied the identity of its next key. Idempotent; a box that was replaced by another
 * one stays replaced.
 */
async function renew(platform: Platform, box: Box, nextKey: string): Promise<Box> {
  const { db, clock } = platform;
  const bytes = bytesIn(nextKey);
  if (!bytes || !(await isDeviceKey(bytes))) throw new AppError('invalid', 'This is not a key of a device.');
  const id = await transaction(db, async (tx) => {
    await tx.selectFrom('ship').select('id').where('id', '=', box.id).forUpdate().execute();
    const renewed = await tx
      .selectFrom('shipBox')
      .select('id')
      .where('publicKey', '=', nextKey)
      .where('renewedFrom', '=', box.boxId)
      .executeTakeFirst();
    if (renewed) return renewed.id;
    const replaced = await tx
      .updateTable('shipBox')
      .set({ replacedAt: clock() })
      .where('id', '=', box.boxId)
      .where('replacedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!replaced) return box.boxId;
    const next = { shipId: box.id, publicKey: nextKey, pairedAt: clock(), renewedFrom: box.boxId };
    return (await tx.insertInto('shipBox').values(next).returning('id').executeTakeFirstOrThrow()).id;
  });
  return (await findBox(db, id)) ?? box;
}
