import { initialsOf } from '../../lib/format/initials.ts';

/** A file name has at most so many characters of the course's title: some file systems end names at 255 bytes. */
const longestTitle = 50;

/**
 * The name of a file with progress, so that the files of a crew are told apart: the day, the course and the initials of
 * its learner. Signs that a file system or an email program refuses are left out.
 */
export function progressFileName(now: Date, { courseTitle, person }: { courseTitle: string; person: string }): string {
  const title = courseTitle
    .replace(/[^\p{L}\p{M}\p{N} -]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const words = [now.toISOString().slice(0, 10), Array.from(title).slice(0, longestTitle).join('').trim()];
  return `${[...words, initialsOf(person)].filter(Boolean).join(' ')}.fairlead-progress`;
}
