/** How long one statement may run, in milliseconds. Then both engines cancel it with SQLSTATE 57014. */
export const STATEMENT_LIMIT = 15_000;

/**
 * How long a transaction may stay open, in milliseconds. On the embedded engine every other caller waits for it, so it
 * is rolled back at the limit. On a server, the limit applies only to idle time within the transaction.
 */
export const TRANSACTION_LIMIT = 30_000;
