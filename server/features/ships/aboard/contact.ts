import type { Call } from '@fairlead/contract/platform/call';
import { ships } from '@fairlead/contract/ships/calls';
import { z } from 'zod/mini';
import { AppError } from '../../../platform/errors.ts';
import { fetchBounded } from '../../../platform/fetch-bounded.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireBox } from './box-state.ts';
import { makePack } from './make-pack.ts';
import type { ShipClock } from './ship-clock.ts';
import { takePack } from './take-pack.ts';
import { setClock } from './turn-back.ts';

/** The job that sends what was recorded, takes what was decided, and goes on with the download of videos. */
export const contactJob = 'ship.contact';

/** Makes a call of the academy. Replaced in tests. */
export type AskAcademy = (address: string, call: Call, body: unknown) => Promise<{ status: number; body: unknown }>;

/**
 * The bytes of links in one pack over a link: twenty seconds at 64 kbit/s, so that a short contact carries something.
 */
const linkBytes = 24_000;
/** The most packs of one contact; what is left goes with the next one. */
const mostPacks = 200;
/** How long one pack may take, in milliseconds: one of the largest at 64 kbit/s. */
const wait = 15 * 60_000;

export const askAcademy: AskAcademy = async (address, { method, path }, body) => {
  const headers = { 'content-type': 'application/json' };
  const request = { method, headers, body: JSON.stringify(body) };
  const { status, bytes } = await fetchBounded(`${address}/api${path}`, request, { mostBytes: 9_000_000, wait });
  return { status, body: JSON.parse(bytes.toString()) };
};

const noLink = () =>
  new AppError('unavailable', 'The academy cannot be reached. What was watched is kept here until it can.');

/**
 * The academy's answer to a call.
 *
 * @throws AppError `unavailable` without a link, and with the academy's own sentence when it refuses.
 */
export async function askedAcademy<C extends Call>(ask: AskAcademy, address: string, call: C, body: unknown) {
  const { status, body: answer } = await ask(address, call, body).catch(() => {
    throw noLink();
  });
  if (status === 200) return z.parse(call.reply, answer) as z.output<C['reply']>;
  const refusal = z.safeParse(z.object({ message: z.string() }), answer);
  if (!refusal.success || status >= 500) throw noLink();
  throw new AppError('conflict', refusal.data.message);
}

/**
 * Sends what was recorded to the academy and takes what was decided there, pack by pack, until neither has anything for
 * the other. Each pack stands alone: where a contact breaks off, the next one goes on.
 *
 * @returns where the files of courses are ashore.
 * @throws AppError as `askedAcademy` and `takePack`; the sentence is kept for the page of the ship.
 */
export async function contactAcademy(
  program: Platform,
  clock: ShipClock,
  ask: AskAcademy,
): Promise<{ course: string; url: string }[]> {
  let links: { course: string; url: string }[] = [];
  try {
    for (let packs = 0; packs < mostPacks; packs++) {
      const { academyUrl } = await requireBox(program, program.db);
      const { pack, isAll } = await makePack(program, clock.session(), linkBytes);
      const answer = await askedAcademy(ask, academyUrl, ships.exchange, { pack: pack.toString('base64url') });
      const { isComplete, madeAt, courseFiles } = await takePack(program, Buffer.from(answer.pack, 'base64url'));
      await setClock(program.db, clock, () => clock.correct(madeAt));
      links = courseFiles.map(({ course, path }) => ({ course, url: `${academyUrl}${path}` }));
      if (isAll && isComplete) break;
    }
    return links;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not-yet')
      await program.db.updateTable('shipBoxState').set({ trouble: error.message }).execute();
    throw error;
  }
}
