import pg from 'pg';

/** A connection that receives notifications, until `end` is called or the server closes it. */
export type Listener = { end: () => Promise<void> };

/**
 * Opens a connection of its own to a PostgreSQL server and listens to a channel.
 *
 * @param heard called for each notification.
 * @param lost called once when the connection has ended.
 * @throws when the server cannot be reached.
 */
export async function listenTo(
  url: string,
  channel: string,
  { heard, lost }: { heard: () => void; lost: () => void },
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fairlead-changes',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // 'end' follows; an unhandled error would end the process
  client.on('error', () => {});
  client.on('notification', heard);
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.once('end', lost);
  return { end: () => client.end() };
}
