import type { FastifyBaseLogger } from 'fastify';

/** The part of the program's logger that the database writes to. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
