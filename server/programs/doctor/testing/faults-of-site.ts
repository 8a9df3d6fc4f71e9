import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../../../testing/free-port.ts';
import { selfSigned } from '../../../testing/tls.ts';
import type { Fault } from './faults-of-database.ts';

/** Another nginx in front of the same program. */
const behind =
  (change: (site: string) => string, patience?: { mail: number; proxy: number }): Fault['plant'] =>
  async ({ nginx }, undo) => {
    const port = await freePort();
    undo((await nginx(port, change)).stop);
    return { settings: { publicUrl: `https://localhost:${port}` }, ...(patience && { patience }) };
  };

const inLocation = (rule: string) => (site: string) =>
  site.replaceAll(/proxy_pass (http:\/\/127[^;]*);/g, `${rule} proxy_pass $1;`);

export const faultsOfSite: Fault[] = [
  {
    fault: 'a proxy that refuses PUT',
    plant: behind(inLocation('limit_except GET POST PATCH DELETE { deny all; }')),
    finds: { site: /^wrong: The proxy answers PUT with 403 in place of the program/ },
  },
  {
    fault: 'a proxy that refuses DELETE',
    plant: behind(inLocation('limit_except GET POST PATCH PUT { deny all; }')),
    finds: { site: /^wrong: The proxy answers DELETE with 403 in place of the program/ },
  },
  {
    fault: 'a proxy that keeps /.well-known',
    plant: behind((site) => `location /.well-known/ { root /var/www/html; }\n${site}`),
    finds: { site: /^wrong: The proxy keeps \/\.well-known to itself \(did\.json: 404\)/ },
  },
  {
    fault: 'a proxy that does not wait for answers',
    plant: behind((site) => site.replace('proxy_read_timeout 330s', 'proxy_read_timeout 1s'), {
      mail: 500,
      proxy: 3000,
    }),
    finds: { site: /^wrong: The proxy ends a call after [12] s \(503\): exports and other long calls fail\.$/ },
  },
  {
    fault: 'a proxy that refuses large bodies',
    plant: behind((site) => site.replace('client_max_body_size 0', 'client_max_body_size 1m')),
    finds: { site: /^wrong: The proxy refuses large bodies/ },
  },
  {
    fault: 'a certificate that soon ends',
    plant: async ({ folder, nginx }, undo) => {
      const place = join(folder, 'soon');
      mkdirSync(place);
      const identity = selfSigned(place, 10);
      const usual = getCACertificates('default');
      setDefaultCACertificates([...usual, identity.cert]);
      undo(async () => setDefaultCACertificates(usual));
      const port = await freePort();
      undo((await nginx(port, undefined, identity)).stop);
      return { settings: { publicUrl: `https://localhost:${port}` } };
    },
    finds: { site: /^look: The certificate of localhost ends in \d+ days\.$/ },
  },
  {
    fault: 'a program that does not run',
    plant: async () => ({ settings: { publicUrl: `https://localhost:${await freePort()}` } }),
    finds: { site: /^wrong: Nobody can reach https:\/\/localhost:\d+: .*ECONNREFUSED/ },
  },
];
