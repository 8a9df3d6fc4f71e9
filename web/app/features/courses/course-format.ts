import type { Course } from './wire.ts';

/** The formats of courses as the site names them. */
export const formatNames: Record<Course['format'], string> = {
  online: 'Online',
  classroom: 'Classroom',
  both: 'Online and classroom',
};
