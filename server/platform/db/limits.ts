/** How long one statement may run, in milliseconds. Both engines stop it then, with SQLSTATE 57014. */
export const STATEMENT_LIMIT = 15_000;

/**
 * How long a transaction may stay open, in milliseconds. On the embedded engine every other caller waits for it,
 * so it is rolled back when the time is up; on a server the time counts only while the transaction idles.
 */
export const TRANSACTION_LIMIT = 30_000;
