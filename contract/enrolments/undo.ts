/** For how many seconds the one who has accepted a request can undo it. */
export const undoSeconds = 10;
