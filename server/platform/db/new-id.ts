import { randomUUID } from 'node:crypto';

/**
 * A new id in the format of the database function `new_id()`, ordered by time. For a row whose id is needed elsewhere
 * in the same statement.
 */
export function newId(): string {
  const now = performance.timeOrigin + performance.now();
  const time = Math.floor(now * 4096)
    .toString(16)
    .padStart(15, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}-${randomUUID().slice(19)}`;
}
