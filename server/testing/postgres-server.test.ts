import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { withMaintenance } from './databases.ts';
import { startPostgres } from './postgres-server.ts';

const server = await startPostgres();

test.skipIf(!server)(
  'a private server answers only on loopback, requires its password, syncs, and leaves nothing behind',
  async () => {
    if (!server) return;
    const settings = await withMaintenance(server.url, async (client) => {
      const { rows } = await client.query(`select current_setting('fsync') as fsync,
      current_setting('listen_addresses') as addresses, current_setting('data_directory') as folder,
      current_setting('server_version_num')::int as version`);
      return rows[0];
    });
    expect(settings).toMatchObject({ fsync: 'on', addresses: '127.0.0.1' });
    expect(settings.version).toBeGreaterThanOrEqual(150_000);
    expect(fs.statSync(settings.folder).mode & 0o077).toBe(0);

    const stranger = new pg.Client({ connectionString: server.url.replace(/:[^:@]+@/, ':wrong@') });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });

    await server.stop();
    expect(fs.existsSync(settings.folder)).toBe(false);
    await expect(withMaintenance(server.url, async () => {})).rejects.toThrow('ECONNREFUSED');
    expect(spawnSync('pgrep', ['-f', settings.folder]).stdout.toString()).toBe('');
  },
);
