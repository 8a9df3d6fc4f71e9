/** The size of a piece in bytes: pieceBytes of the contract, which neither pages nor the service worker load for it. */
export const pieceSize = 256 * 1024;

/** The number of pieces of a file. */
export const piecesOf = (bytes: number): number => Math.ceil(bytes / pieceSize);
