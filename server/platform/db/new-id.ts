import { randomUUID } from 'node:crypto';

/** An id as the database's `new_id()` makes them, ordered by time, for a row that something of the same statement names. */
export function newId(): string {
  const now = performance.timeOrigin + performance.now();
  const time = Math.floor(now * 4096)
    .toString(16)
    .padStart(15, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}-${randomUUID().slice(19)}`;
}
