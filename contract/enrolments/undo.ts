/** For how many seconds a page offers to undo an acceptance. */
export const undoSeconds = 10;
