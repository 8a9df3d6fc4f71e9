import { base64url, encodeLink, type Link } from '@fairlead/contract/offline-records/offline-record-format';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Stretch, subtract, union } from '../../training/index.ts';
import { noteReached } from './box-state.ts';

/** Where a record stands: the session that its last link belongs to. Times are in seconds since 1970. */
type RecordSession = { number: number; clock: string; began: number };
type Recorded = Record<string, readonly Stretch[]>;

/** Parts that are shorter, in seconds, wait for what follows them: a link of the record has whole hundredths. */
const shortest = 0.05;

/** A part of a film that was credited aboard and is in no record yet; `speed` is the highest of its film. */
type Fresh = { filmId: string; film: number; from: number; to: number; speed: number };

/**
 * The links of what was credited aboard since the last ones. The box knows when it was credited and not when it began,
 * so that it is dated to end now, one part after the other, at the highest speed of its film.
 *
 * @param clock names the run of the box's clock; another one begins another session.
 */
function linksOf(
  fresh: readonly Fresh[],
  { session, clock, now }: { session: RecordSession | null; clock: string; now: number },
): { links: Link[]; session: RecordSession } {
  const lengths = fresh.map(({ from, to, speed }) => Math.ceil((Math.round((to - from) * 100) * 20) / rateOf(speed)));
  const inAll = lengths.reduce((sum, length) => sum + length, 0);
  const begin = Math.floor(now - inAll / 100);
  const current =
    session?.clock === clock ? session : { number: (session?.number ?? 0) + 1, clock, began: Math.max(0, begin) };
  const links: Link[] =
    current === session ? [] : [{ kind: 'session', number: current.number, wallClock: current.began }];
  let at = Math.max(0, Math.round((now - current.began) * 100) - inAll);
  for (const [index, { film, from, to, speed }] of fresh.entries()) {
    const took = lengths[index] ?? 0;
    const place = { from: Math.round(from * 100), to: Math.round(to * 100), began: at, took };
    const facts = { clockShift: 0, rate: rateOf(speed), visible: true, muted: false };
    links.push({ kind: 'played', film, ...place, ...facts });
    at += took;
  }
  return { links, session: current };
}

const rateOf = (speed: number) => Math.max(1, Math.round(speed * 20));

/**
 * Adds to the records of all passes what was credited aboard since the last time. A record has what the box has seen,
 * and no sum and no completion: those are computed ashore again.
 *
 * @param clockSession names the run of the box's clock.
 */
export const writeRecords = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  clockSession: () => string,
): Promise<void> => transaction(db, (tx) => writeRecordsWithin(tx, clock(), clockSession()));

/** The same inside of a transaction. */
export async function writeRecordsWithin(tx: Tx, now: Date, clock: string): Promise<void> {
  await noteReached(tx, now);
  const records = await tx
    .selectFrom('shipRecord')
    .distinctOn('enrolment')
    .selectAll()
    .orderBy('enrolment')
    .orderBy('passId', 'desc')
    .execute();
  if (records.length === 0) return;
  const watching = await tx
    .selectFrom('watching')
    .select(['enrolmentId', 'filmId', 'intervals', 'highestSpeed'])
    .where(
      'enrolmentId',
      'in',
      records.map(({ enrolment }) => enrolment),
    )
    .orderBy('updatedAt')
    .execute();
  const watchedOf = Map.groupBy(watching, ({ enrolmentId }) => enrolmentId);
  for (const record of records) {
    const recorded = { ...(record.recorded as unknown as Recorded) };
    const films = (record.films as { id: string }[]).map(({ id }) => id);
    const fresh: Fresh[] = [];
    for (const { filmId, intervals, highestSpeed: speed } of watchedOf.get(record.enrolment) ?? []) {
      const film = films.indexOf(filmId);
      if (film === -1) continue;
      const added = subtract(intervals as unknown as Stretch[], recorded[filmId] ?? []).filter(
        ([from, to]) => to - from >= shortest,
      );
      fresh.push(...added.map(([from, to]) => ({ filmId, film, from, to, speed })));
      recorded[filmId] = union([...(recorded[filmId] ?? []), ...added]);
    }
    if (fresh.length === 0) continue;
    const session = record.session as RecordSession | null;
    const written = linksOf(fresh, { session, clock, now: now.getTime() / 1000 });
    const links = [...(record.links as string[]), ...written.links.map((link) => base64url.encode(encodeLink(link)))];
    await tx
      .updateTable('shipRecord')
      .set({
        links: JSON.stringify(links),
        recorded: JSON.stringify(recorded),
        session: JSON.stringify(written.session),
      })
      .where('passId', '=', record.passId)
      .execute();
  }
}
