import { sql } from 'kysely';
import { among } from '../../../platform/db/among.ts';
import type { Tx } from '../../../platform/db/database.ts';

/**
 * Credits further apart than this, in milliseconds, belong to two viewing sessions: players report every ten seconds.
 */
const apart = 10 * 60_000;

/** Seconds of a film credited by a report from a login session. */
type Credited = { enrolmentId: string; filmId: string; sessionId: string; seconds: number };

const keyOf = ({ enrolmentId, filmId, sessionId }: Omit<Credited, 'seconds'>) =>
  `${enrolmentId} ${filmId} ${sessionId}`;

/** Records credited seconds of films, each in the current viewing session or a new one. */
export async function recordSittings(tx: Tx, credited: readonly Credited[], now: Date): Promise<void> {
  const earned = credited.filter(({ seconds }) => seconds > 0);
  if (earned.length === 0) return;
  const underWay = await tx
    .selectFrom('watchSitting')
    .distinctOn(['enrolmentId', 'filmId', 'sessionId'])
    .select(['id', 'enrolmentId', 'filmId', 'sessionId'])
    .where(
      among(
        'enrolmentId',
        earned.map(({ enrolmentId }) => enrolmentId),
      ),
    )
    .where('lastAt', '>=', new Date(now.getTime() - apart))
    .orderBy('enrolmentId')
    .orderBy('filmId')
    .orderBy('sessionId')
    .orderBy('lastAt', 'desc')
    .execute();
  const ids = new Map(underWay.map((sitting) => [keyOf(sitting), sitting.id]));
  const going = earned.flatMap((one) => {
    const id = ids.get(keyOf(one));
    return id === undefined ? [] : [{ id, seconds: one.seconds }];
  });
  if (going.length > 0) {
    await sql`
      update watch_sitting set last_at = ${now}, credited_seconds = credited_seconds + earned.seconds
      from jsonb_to_recordset(${JSON.stringify(going)}::jsonb) as earned (id uuid, seconds float8)
      where watch_sitting.id = earned.id`.execute(tx);
  }
  const begun = earned.filter((one) => !ids.has(keyOf(one)));
  if (begun.length === 0) return;
  await tx
    .insertInto('watchSitting')
    .values(
      begun.map(({ enrolmentId, filmId, sessionId, seconds }) => ({
        enrolmentId,
        filmId,
        sessionId,
        creditedSeconds: seconds,
        beganAt: now,
        lastAt: now,
      })),
    )
    .execute();
}
