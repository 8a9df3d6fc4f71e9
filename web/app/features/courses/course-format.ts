import type { Course } from './wire.ts';

/** The formats of courses as the site names them. */
export const formatNames: Record<Course['format'], string> = {
  online: 'Online',
  classroom: 'Classroom',
  both: 'Online and classroom',
};

/** What counts of videos that were replaced while learners had them aboard. */
export const replacedAboardNames: Record<Course['replacedAboard'], string> = {
  not: 'Learners watch the new video',
  counts: 'The old video counts, if watched whole and not shorter',
};
