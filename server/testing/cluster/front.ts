import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { installedNginx, runNginx } from '../nginx.ts';
import { startHaproxy } from './haproxy.ts';
import { shipped } from './shipped.ts';

/** The load balancers whose configuration is shipped. */
export const fronts = ['haproxy', 'nginx'] as const;
export type FrontKind = (typeof fronts)[number];

/** A load balancer in front of three instances. */
export type Front = { url: string; stop: () => Promise<void> };

const addresses = (ports: readonly number[]) =>
  ports.map((port, i) => [`10.0.0.${i + 1}:3000`, `127.0.0.1:${port}`] as const);

/**
 * Starts a load balancer with the shipped configuration, without TLS, on a free port of this machine.
 *
 * @param ports those of the three instances.
 */
export async function startFront(kind: FrontKind, folder: string, ports: readonly number[]): Promise<Front> {
  if (kind === 'nginx') {
    const text = await shipped('nginx.conf', addresses(ports));
    const tls = /listen 443 ssl http2;.*?ssl_certificate_key [^;]*;/s;
    return runNginx(installedNginx, join(folder, 'nginx'), (port) => text.replace(tls, `listen 127.0.0.1:${port};`));
  }
  const port = await freePort();
  const text = await shipped('haproxy.cfg', [
    ...addresses(ports),
    ['  maxconn 20000\n', '  maxconn 2000\n'],
    ['  bind :80\n', `  bind 127.0.0.1:${port}\n`],
    ['  bind :443 ssl crt /etc/haproxy/academy.pem alpn h2,http/1.1\n', ''],
    ['  http-request redirect scheme https unless { ssl_fc }\n', ''],
  ]);
  const { stop } = await startHaproxy(folder, 'haproxy', text, port);
  return { url: `http://127.0.0.1:${port}`, stop };
}
