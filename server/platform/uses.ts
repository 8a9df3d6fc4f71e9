/** The number of entries of a cache, and how often an entry was found and not found, since the start. */
export type CacheUse = { entries: number; bytes?: number; hits: number; misses: number };
/**
 * How much work waits in a queue inside the program, unless it waits in a table, and how much of it is being done.
 * `bytes` is the memory of the process that does it; 0 while there is none.
 */
export type QueueUse = { waiting?: number; running: number; bytes?: number };
