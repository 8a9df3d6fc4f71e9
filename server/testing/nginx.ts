import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Debian's nginx, which the test command installs where it has the rights (tools/nginx.ts). */
export const installedNginx = '/usr/sbin/nginx';

/**
 * What the site in deploy/nginx says of its server for https, but for where it listens, with a test's server and data
 * folder in place of the documented ones.
 */
export async function documented(origin: string, dataDir: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../deploy/nginx/fairlead.conf'), 'utf8');
  const [, server] = /^server \{\n {2}listen 443 .*?\n(.*)^\}/ms.exec(text) ?? [];
  if (server === undefined) throw new Error('The documented nginx is another');
  return server
    .replace(/^ {2}(listen|server_name|ssl_\w+) .*$/gm, '')
    .replaceAll('http://fairlead;', `${origin};`)
    .replace('/var/lib/fairlead/files/', `${dataDir}/files/`);
}

export type Nginx = { url: string; pid: number; stop: () => Promise<void> };

/**
 * Starts a private nginx on a free port: one worker, as the server is one process, and no access log.
 *
 * @param program the path of nginx.
 * @param folder for the files that it writes.
 * @param locations the content of `server { … }`.
 * @throws when it does not start, with its output.
 */
export const startNginx = (program: string, folder: string, locations: string): Promise<Nginx> =>
  runNginx(program, folder, (port) => `server { listen 127.0.0.1:${port}; ${locations} }`);

/** The same with the content of `http { … }` for the port at which it is to listen. */
export async function runNginx(program: string, folder: string, http: (port: number) => string): Promise<Nginx> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${folder}/pid;
    error_log ${folder}/error.log warn;
    events { worker_connections 256; }
    http {
      access_log off;
      include /etc/nginx/mime.types;
      sendfile on;
      keepalive_requests 100000;
      ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${http(port)}
    }`,
  );
  const child = spawn(program, ['-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(url))) {
    if (child.exitCode !== null) {
      throw new Error(`nginx did not start: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    }
    await Promise.race([ended, setTimeout(20)]);
  }
  return {
    url,
    pid: Number(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isListening = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );
