import pg from 'pg';
import type { Log } from './log.ts';

/** Whether a host is this machine: a Unix socket or a loopback address. */
const isThisMachine = (host: string) => host.startsWith('/') || /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

/**
 * The possible attack on the connection to a remote database server, judging by the connection URL (and by PGSSLMODE,
 * where the URL says nothing); undefined for a secure connection.
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

/** Warns once at each start when the connection to the database server is not secure. */
export function warnOfWeakWay(url: string, log: Pick<Log, 'warn'>): void {
  const weakness = weaknessOfWay(url);
  if (weakness) log.warn(`The connection to the database: ${weakness}. Set ?sslmode=verify-full in DATABASE_URL.`);
}
