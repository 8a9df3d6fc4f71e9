import pg from 'pg';
import type { Log } from './log.ts';

/** Sockets of this machine, and addresses that lead no further than it. */
const isThisMachine = (host: string) => host.startsWith('/') || /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

/**
 * What somebody between us and a database server elsewhere could do, by what its address asks of the connection (and
 * PGSSLMODE, where it asks for nothing); undefined where nothing can be done.
 *
 * @param url as in DATABASE_URL.
 */
export function weaknessOfWay(url: string): string | undefined {
  const { host, ssl } = new pg.Client({ connectionString: url }) as { host: string; ssl: boolean | object };
  if (isThisMachine(host)) return undefined;
  if (!ssl) return 'it is not encrypted: everything can be read on its way, the password too';
  const isVerified = typeof ssl !== 'object' || !('rejectUnauthorized' in ssl) || ssl.rejectUnauthorized !== false;
  return isVerified ? undefined : 'no certificate is verified: another server could take its place';
}

/** Says once for each start when the way to the database server is weak. */
export function warnOfWeakWay(url: string, log: Pick<Log, 'warn'>): void {
  const weakness = weaknessOfWay(url);
  if (weakness) log.warn(`The connection to the database: ${weakness}. Set ?sslmode=verify-full in DATABASE_URL.`);
}
