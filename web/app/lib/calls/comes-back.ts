/**
 * Whether a status says that the server will answer the same request later: it is busy, or it is replaced just now and
 * a proxy answers in its place.
 */
export const comesBack = (status: number): boolean => [429, 502, 503, 504].includes(status);
