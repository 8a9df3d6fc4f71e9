/** The meta of a query whose last answer can be seen without a network by those who have a course aboard. */
export const seenAboard = { seenAboard: true } as const;
