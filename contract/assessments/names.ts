/**
 * The names of a question on the wire, with those of the pages. It serves `fromWire` alone: the text of a question has
 * two names, that of its picture has one.
 */
export const questionNames = { _id: 'id', questionText: 'text' } as const;

/** The names of a learner's result on the wire, as staff see it, with ours. */
export const resultNames = {
  _id: 'id',
  testId: 'assessmentId',
  userId: 'accountId',
  userName: 'name',
  userEmail: 'email',
  timeTaken: 'secondsTaken',
  certNo: 'certificateNumber',
} as const;
