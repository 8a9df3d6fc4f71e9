/** The names of a course on the wire, with ours. */
export const courseNames = { _id: 'id', subject: 'subjects', courseImg: 'picture' } as const;
