import type { PublicDate } from '@fairlead/contract/batches/calls';

/** A batch of a course that can be asked for. */
export type CourseDate = Omit<PublicDate, '_id' | 'code'> & { id: string };

/** The dates of a course, and the moment at which their free seats were counted. */
export type Dates = { dates: readonly CourseDate[]; asOf: string };

export const courseDateOf = ({ _id: id, code: _, ...date }: PublicDate): CourseDate => ({ id, ...date });
