// Lengths in characters that the contract and forms share; apart from the schemas, so that a page can have them alone.

/** Of an email (RFC 5321 allows a path of 256 with its angle brackets). */
export const longestEmail = 254;

/** Of the text that somebody searches for: links to lists search for an email, which no search may refuse. */
export const longestSearch = longestEmail;
