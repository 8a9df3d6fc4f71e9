import type { CoursePack } from '@fairlead/contract/course-packs/calls';
import { packIn } from '@fairlead/contract/course-packs/pack-sizes';
import { markAboard, markedAboard } from '../../lib/device/aboard/aboard-mark.ts';
import { aboardNow, changeAboard, filesOf, type Pack } from '../../lib/device/aboard/aboard-now.ts';
import { deletePack } from '../../lib/device/aboard/aboard-store.ts';
import { openOrBegin, removeAll, storePack } from '../../lib/device/aboard/open-aboard.ts';
import { getSession } from '../../lib/session/session.ts';
import { stopLoading } from './load-course-file.ts';
import { playsPieces } from './pack-links.ts';
import { restartQueue } from './pack-queue.ts';

/**
 * Begins to take a course aboard in a size; the queue fetches it.
 *
 * @param size lines, null for films as they were uploaded, or 'file' for the pages only: its films come from a file.
 * @returns 'locked' when the person's courses aboard need a PIN first.
 */
export async function takeAboard(pack: CoursePack, size: number | null | 'file'): Promise<'begun' | 'locked'> {
  const { courseId, courseTitle } = pack;
  const user = getSession()?.user;
  if (!user) return 'locked';
  const key = await openOrBegin(user._id, user.name);
  if (key === 'locked') return 'locked';
  const ofSize =
    size === 'file'
      ? { source: 'file' as const, lines: null, films: [], pictures: [] }
      : { source: 'link' as const, lines: size, ...packIn(pack, size, playsPieces()) };
  const fresh = { courseKey: null, isPaused: false, build: null, addedAt: Date.now() };
  await storePack({ courseId, courseTitle, ...ofSize, ...fresh });
  markAboard(user._id, [...new Set([...markedAboard(user._id), courseId])]);
  void restartQueue();
  return 'begun';
}

/** Pauses a course in the queue, or lets it go on. */
export async function pausePack(pack: Pack, isPaused: boolean): Promise<void> {
  await storePack({ ...pack, isPaused });
  void restartQueue();
}

/**
 * Removes all courses of the person from this device, those that cannot be read too.
 *
 * @returns what to say: a browser that does not open its storage cannot delete them, but no page looks for them again.
 */
export async function removeAllPacks(): Promise<string> {
  const { person } = aboardNow();
  markAboard(person, []);
  try {
    await removeAll(person);
    return 'Removed from this device.';
  } catch {
    return 'This browser could not delete the courses. To free their space, clear the data of this site in the browser’s settings.';
  }
}

/**
 * Removes a course from this device that cannot be opened. Which files were its own is not known: those that no other
 * course needs are removed with the last of such courses.
 */
export async function removeUnreadable(courseId: string): Promise<void> {
  const { person, packs, unreadable, pieces } = aboardNow();
  const others = unreadable.filter((one) => one !== courseId);
  if (packs.length + others.length === 0) return removeAll(person);
  const needed = new Set(packs.flatMap(filesOf).map(({ name }) => name));
  const lost = others.length > 0 ? [] : [...pieces.keys()].filter((name) => !needed.has(name));
  await deletePack(person, courseId, lost);
  const left = new Map([...pieces].filter(([name]) => !lost.includes(name)));
  changeAboard({ unreadable: others, pieces: left });
  markAboard(person, [...packs.map((one) => one.courseId), ...others]);
}

/** Removes a course from this device, with those of its files that no other one needs. */
export async function removePack({ courseId }: Pack): Promise<void> {
  await stopLoading(courseId);
  const { person, packs, unreadable } = aboardNow();
  // as it is now: a file may have brought its list of files since the page was shown
  const removed = packs.filter((one) => one.courseId === courseId);
  const others = packs.filter((one) => one.courseId !== courseId);
  changeAboard({ packs: others });
  await restartQueue();
  const needed = new Set(others.flatMap(filesOf).map(({ name }) => name));
  const names = removed
    .flatMap(filesOf)
    .map(({ name }) => name)
    .filter((name) => !needed.has(name));
  await deletePack(person, courseId, names);
  const pieces = new Map(aboardNow().pieces);
  for (const name of names) pieces.delete(name);
  changeAboard({ pieces });
  markAboard(person, [...others.map((one) => one.courseId), ...unreadable]);
  if (others.length + unreadable.length === 0) await removeAll(person);
}
